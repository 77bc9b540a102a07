//! The server of a shared hunt: its address and password, and whether it may be used.

use crate::error::{CommandError, usage};
use clap::Args;
use disprove::__private::shared_server;
use std::{env, fs, path::Path, process::Command};

/// The variable with the address of the server.
pub(crate) const SERVER: &str = "DISPROVE_SHARE";
/// The variable with the password.
pub(crate) const PASSWORD: &str = "DISPROVE_SHARE_PASSWORD";
/// The variable with the path of a file that contains the password.
pub(crate) const PASSWORD_FILE: &str = "DISPROVE_SHARE_PASSWORD_FILE";

/// Hides the server and its password from a program: it is code under test, or it builds or runs such code.
pub(crate) fn hide_server(command: &mut Command) -> &mut Command {
    command.env_remove(SERVER).env_remove(PASSWORD).env_remove(PASSWORD_FILE)
}

/// Where a hunt shares what it finds.
#[derive(Args, Clone, Debug, Default)]
#[command(next_help_heading = "Sharing")]
pub(crate) struct ShareOptions {
    /// Share failures and corpus with other hunts by a Redis server: redis://host:port/0, or rediss:// with TLS
    /// (default: the variable DISPROVE_SHARE, then `share` in `[hunt]` of disprove.toml). The password is read from
    /// DISPROVE_SHARE_PASSWORD, or from the file that DISPROVE_SHARE_PASSWORD_FILE names. A server that only disprove.toml
    /// names gets none.
    #[arg(long, value_name = "URL")]
    pub(crate) share: Option<String>,

    /// Name of the project on the server (default: the folder of the workspace).
    #[arg(long, value_name = "NAME", value_parser = project)]
    pub(crate) share_project: Option<String>,

    /// Allow a connection without encryption to another machine.
    #[arg(long)]
    pub(crate) share_insecure: bool,
}

/// A server, and the password for it.
#[derive(Clone, PartialEq, Eq)]
pub(crate) struct Server {
    /// Without the password.
    pub(crate) url: String,
    pub(crate) password: Option<String>,
}

/// What is read besides the options.
struct Environment<'a> {
    variable: &'a dyn Fn(&str) -> Option<String>,
    in_file: Option<String>,
}

impl ShareOptions {
    /// The server to use, if there is one.
    pub(crate) fn server(&self, workspace: &Path) -> Result<Option<Server>, CommandError> {
        let in_file = shared_server(workspace).map_err(usage)?;
        let variable = |name: &str| env::var(name).ok().filter(|text| !text.is_empty());
        let found = self.find(&Environment { variable: &variable, in_file });
        found.map_err(usage)
    }

    /// The address on the command line, without its password.
    pub(crate) fn address(&self) -> Option<String> {
        self.share.as_deref().map(|url| split_password(url).0)
    }

    fn find(&self, around: &Environment<'_>) -> Result<Option<Server>, String> {
        let (url, source) = if let Some(url) = &self.share {
            (url.clone(), "--share")
        } else if let Some(url) = (around.variable)(SERVER) {
            (url, SERVER)
        } else if let Some(url) = &around.in_file {
            (url.clone(), "disprove.toml")
        } else {
            return Ok(None);
        };
        let (url, in_url) = split_password(&url);
        let address = Address::parse(&url).ok_or_else(|| {
            format!("invalid address `{url}` in {source}: write redis://host:port/0 or rediss://host:port/0")
        })?;
        if in_url.is_some() && source != SERVER {
            return Err(format!(
                "the address in {source} contains a password, which others can read there: put it into {PASSWORD}, or \
                 into a file named by {PASSWORD_FILE}"
            ));
        }
        if !address.is_encrypted && !address.is_local() && !self.share_insecure {
            return Err(format!(
                "{url} (from {source}) would send inputs without encryption to another machine: use rediss://, or allow it \
                 with `--share-insecure`"
            ));
        }
        // The repository may name a server, but not send a password of the user there.
        let password = if source == "disprove.toml" { None } else { in_url.or(password(around)?) };
        Ok(Some(Server { url, password }))
    }
}

fn password(around: &Environment<'_>) -> Result<Option<String>, String> {
    if let Some(password) = (around.variable)(PASSWORD) {
        return Ok(Some(password));
    }
    let Some(path) = (around.variable)(PASSWORD_FILE) else { return Ok(None) };
    let text = fs::read_to_string(&path)
        .map_err(|why| format!("cannot read the file `{path}` named by {PASSWORD_FILE}: {why}"))?;
    Ok(Some(text.trim_end_matches(['\r', '\n']).to_owned()))
}

/// The parts of an address that decide whether it may be used.
struct Address {
    is_encrypted: bool,
    host: String,
}

impl Address {
    fn parse(url: &str) -> Option<Address> {
        let (scheme, rest) = url.split_once("://")?;
        let is_encrypted = match scheme {
            "redis" | "valkey" => false,
            "rediss" | "valkeys" => true,
            _ => return None,
        };
        // What follows these could switch off the check of certificates.
        if rest.contains(['#', '?', ' ']) || rest.chars().any(char::is_control) {
            return None;
        }
        let authority = rest.split('/').next()?;
        let host = authority.rsplit_once('@').map_or(authority, |(_, host)| host);
        let host = match host.strip_prefix('[') {
            Some(rest) => rest.split_once(']')?.0,
            None => host.split(':').next()?,
        };
        (!host.is_empty()).then(|| Address { is_encrypted, host: host.to_owned() })
    }

    fn is_local(&self) -> bool {
        let is_loopback = |address: std::net::IpAddr| address.is_loopback();
        self.host == "localhost" || self.host.parse().is_ok_and(is_loopback)
    }
}

/// An address without its password, and the password.
fn split_password(url: &str) -> (String, Option<String>) {
    let split = || {
        let (scheme, rest) = url.split_once("://")?;
        let end = rest.find('/').unwrap_or(rest.len());
        let (user, host) = rest[..end].rsplit_once('@')?;
        let (name, password) = user.split_once(':')?;
        let name = if name.is_empty() { String::new() } else { format!("{name}@") };
        Some((format!("{scheme}://{name}{host}{}", &rest[end..]), Some(password.to_owned())))
    };
    split().unwrap_or_else(|| (url.to_owned(), None))
}

/// Length limit of a project name: it is part of every key.
const MOST_NAME: usize = 64;

/// Accepts a name that can be part of a key.
fn project(text: &str) -> Result<String, String> {
    let is_plain = |c: char| c.is_ascii_alphanumeric() || "_-.".contains(c);
    if !text.is_empty() && text.len() <= MOST_NAME && text.chars().all(is_plain) {
        return Ok(text.to_owned());
    }
    Err(format!("write at most {MOST_NAME} letters, digits, `_`, `-` and `.`"))
}

/// The default name of a project.
pub(crate) fn default_project(workspace: &Path) -> String {
    let name = workspace.file_name().unwrap_or_default().to_string_lossy();
    let is_plain = |c: char| c.is_ascii_alphanumeric() || "_-.".contains(c);
    let name: String = name.chars().map(|c| if is_plain(c) { c } else { '-' }).collect();
    name.chars().take(MOST_NAME).collect()
}

#[cfg(test)]
mod tests {
    use super::{
        Environment, PASSWORD, PASSWORD_FILE, Path, SERVER, ShareOptions, default_project, project,
        split_password,
    };

    fn find(
        share: Option<&str>,
        variables: &[(&str, &str)],
        in_file: Option<&str>,
    ) -> Result<Option<(String, Option<String>)>, String> {
        let options = ShareOptions { share: share.map(str::to_owned), ..ShareOptions::default() };
        let variable = |name: &str| {
            variables.iter().find(|(known, _)| *known == name).map(|(_, value)| (*value).to_owned())
        };
        let in_file = in_file.map(str::to_owned);
        let found = options.find(&Environment { variable: &variable, in_file })?;
        Ok(found.map(|server| (server.url, server.password)))
    }

    #[test]
    fn the_option_comes_before_the_variable_and_the_file() {
        let local = |port: u16| format!("redis://127.0.0.1:{port}/0");
        let (one, two, three) = (local(1), local(2), local(3));
        let variables = [("DISPROVE_SHARE", &*two), (PASSWORD, "secret")];
        let secret = Some("secret".to_owned());
        assert_eq!(find(Some(&one), &variables, Some(&three)), Ok(Some((one, secret.clone()))));
        assert_eq!(find(None, &variables, Some(&three)), Ok(Some((two.clone(), secret))));
        // The password of the user is not for a server that the repository names.
        assert_eq!(find(None, &variables[1..], Some(&three)), Ok(Some((three, None))));
        assert_eq!(find(None, &[], None), Ok(None));
    }

    #[test]
    fn plain_text_leaves_the_machine_only_on_request() {
        for url in ["redis://localhost", "redis://[::1]:1/0", "redis://127.1.2.3", "rediss://a.b:1"]
        {
            assert!(find(Some(url), &[], None).is_ok(), "{url}");
        }
        for url in ["redis://example.org", "redis://10.0.0.1:6379/0", "redis://localhost.evil.org"]
        {
            let why = find(Some(url), &[], None).expect_err("refused");
            assert!(why.contains("--share-insecure"), "{why}");
            let share = Some(url.to_owned());
            let options = ShareOptions { share, share_insecure: true, ..ShareOptions::default() };
            let found = options.find(&Environment { variable: &|_| None, in_file: None });
            assert!(found.is_ok_and(|server| server.is_some_and(|server| server.url == url)));
        }
        for url in ["", "host", "http://host", "redis://", "rediss://h/#insecure", "redis://h/?a=b"]
        {
            assert!(find(Some(url), &[], None).is_err(), "{url}");
        }
    }

    #[test]
    fn a_password_is_never_part_of_an_address_or_a_message() {
        let url = "rediss://me:hidden@host:1/0";
        let clean = "rediss://me@host:1/0".to_owned();
        assert_eq!(split_password(url), (clean.clone(), Some("hidden".to_owned())));
        assert_eq!(
            split_password("redis://:hidden@h"),
            ("redis://h".to_owned(), Some("hidden".to_owned()))
        );
        let why = find(Some(url), &[], None).expect_err("refused");
        assert!(!why.contains("hidden") && why.contains(PASSWORD), "{why}");
        assert_eq!(
            find(None, &[(SERVER, url)], None),
            Ok(Some((clean, Some("hidden".to_owned()))))
        );
        let why = find(None, &[(SERVER, "redis://me:hidden@host:1")], None).expect_err("plain");
        assert!(!why.contains("hidden"), "{why}");
        let why = find(None, &[], Some(url)).expect_err("refused");
        assert!(why.contains("disprove.toml") && !why.contains("hidden"), "{why}");
    }

    #[test]
    fn a_password_can_be_in_a_file() {
        let path = std::env::temp_dir().join(format!("disprove-password-{}", std::process::id()));
        let file = path.display().to_string();
        let find = || find(Some("redis://localhost"), &[(PASSWORD_FILE, &file)], None);
        assert!(find().is_err_and(|why| why.contains(&file)), "there is no file");
        std::fs::write(&path, "secret\n").expect("written");
        let found = find();
        std::fs::remove_file(&path).expect("removed");
        assert_eq!(found, Ok(Some(("redis://localhost".to_owned(), Some("secret".to_owned())))));
    }

    #[test]
    fn a_project_is_part_of_a_key() {
        assert_eq!(project("my-project_1.0").as_deref(), Ok("my-project_1.0"));
        for bad in ["", "a:b", "a b", "*", "a\n", &"x".repeat(65)] {
            assert!(project(bad).is_err(), "{bad}");
        }
        assert_eq!(default_project(Path::new("/home/me/my repo")), "my-repo");
    }
}

//! What a link needs to know, in the first line of its input. The password is in it, and in no argument or log.

use serde_json::json;
use std::path::PathBuf;

/// The configuration of a link.
#[derive(Clone, PartialEq, Eq)]
pub(crate) struct Config {
    /// The address of the server, without the password.
    pub(crate) url: String,
    pub(crate) password: Option<String>,
    /// The namespace on the server.
    pub(crate) project: String,
    /// The name of this hunt, unique on the server.
    pub(crate) hub: String,
    pub(crate) workspace: PathBuf,
    /// The folder of a package: paths in variables are relative to it.
    pub(crate) package: PathBuf,
    /// The names of the properties.
    pub(crate) properties: Vec<String>,
    /// The commit, if the code is that of a commit.
    pub(crate) commit: Option<String>,
    /// Whether to tell the hunt the names of the other machines.
    pub(crate) wants_machines: bool,
}

impl Config {
    pub(crate) fn to_line(&self) -> String {
        let value = json!({
            "url": self.url,
            "password": self.password,
            "project": self.project,
            "hub": self.hub,
            "workspace": self.workspace.to_string_lossy(),
            "package": self.package.to_string_lossy(),
            "properties": self.properties,
            "commit": self.commit,
            "wants_machines": self.wants_machines,
        });
        format!("{value}\n")
    }

    #[cfg(any(test, feature = "share"))]
    pub(crate) fn from_line(line: &str) -> Option<Config> {
        let value: serde_json::Value = serde_json::from_str(line).ok()?;
        let text = |name: &str| value[name].as_str().map(str::to_owned);
        let mut properties = Vec::new();
        for property in value["properties"].as_array()? {
            properties.push(property.as_str()?.to_owned());
        }
        Some(Config {
            url: text("url")?,
            password: text("password"),
            project: text("project")?,
            hub: text("hub")?,
            workspace: text("workspace")?.into(),
            package: text("package")?.into(),
            properties,
            commit: text("commit"),
            wants_machines: value["wants_machines"] == true,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::Config;

    #[test]
    fn a_configuration_survives_its_line() {
        let config = Config {
            url: "redis://localhost".to_owned(),
            password: Some("a\"b\n".to_owned()),
            project: "p".to_owned(),
            hub: "h".to_owned(),
            workspace: "/w".into(),
            package: "/w/p".into(),
            properties: vec!["a::b".to_owned(), "c".to_owned()],
            commit: None,
            wants_machines: true,
        };
        assert!(Config::from_line(&config.to_line()) == Some(config));
    }
}

//! A file system: folders and entries refer to each other, names are sorted, and links lead somewhere.

use super::structure::{Bug, Structure};
use disprove::prelude::*;
use std::collections::BTreeMap;

/// The entries of a folder, by ascending names.
#[derive(Clone, Debug, PartialEq, Arbitrary)]
pub struct Folder {
    pub entries: Vec<Entry>,
}

/// Something with a name.
#[derive(Clone, Debug, PartialEq, Arbitrary)]
pub struct Entry {
    pub name: u8,
    pub node: Node,
}

/// What has a name.
#[derive(Clone, Debug, PartialEq, Arbitrary)]
pub enum Node {
    /// A file of some blocks.
    File(u16),
    Folder(Folder),
    /// The path of a file or a folder from the root.
    Link(Vec<u8>),
}

/// A file system, and two numbers that choose a place.
#[derive(Clone, Debug, Arbitrary)]
pub struct Files {
    pub root: Folder,
    pub place: u8,
    pub name: u8,
}

type Path = Vec<u8>;

#[trace]
impl Folder {
    fn get(&self, name: u8) -> Option<&Node> {
        self.entries.iter().find(|entry| entry.name == name).map(|entry| &entry.node)
    }

    /// What is at a path that passes folders only.
    fn find(&self, path: &[u8]) -> Option<&Node> {
        let (first, rest) = path.split_first()?;
        let node = self.get(*first)?;
        if rest.is_empty() {
            return Some(node);
        }
        match node {
            Node::Folder(folder) => folder.find(rest),
            _ => None,
        }
    }

    fn is_valid(&self, root: &Folder) -> bool {
        self.entries.windows(2).all(|pair| pair[0].name < pair[1].name)
            && self.entries.iter().all(|entry| match &entry.node {
                Node::File(_) => true,
                Node::Folder(folder) => folder.is_valid(root),
                Node::Link(path) => {
                    matches!(root.find(path), Some(Node::File(_) | Node::Folder(_)))
                }
            })
    }

    /// The blocks of all files.
    fn blocks(&self, depth: u32, bug: Bug) -> u64 {
        let mut sum = 0;
        for entry in &self.entries {
            sum += match &entry.node {
                Node::File(blocks) => u64::from(*blocks),
                Node::Folder(_) if bug.is("blocks: stops at depth three") && depth == 3 => 0,
                Node::Folder(folder) => folder.blocks(depth + 1, bug),
                Node::Link(_) => 0,
            };
        }
        sum
    }

    /// All paths, and the blocks of files.
    fn list(&self, at: &Path, into: &mut BTreeMap<Path, Option<u16>>) {
        for entry in &self.entries {
            let mut path = at.clone();
            path.push(entry.name);
            let blocks = if let Node::File(blocks) = &entry.node { Some(*blocks) } else { None };
            if let Node::Folder(folder) = &entry.node {
                folder.list(&path, into);
            }
            into.insert(path, blocks);
        }
    }

    /// Removes what is at a path, and the links to it and into it.
    fn remove(&mut self, gone: &[u8], bug: Bug) {
        self.remove_entry(gone, bug);
        self.remove_links(gone, true, bug);
    }

    fn remove_entry(&mut self, gone: &[u8], bug: Bug) {
        let Some((first, rest)) = gone.split_first() else { return };
        let Ok(at) = self.entries.binary_search_by_key(first, |entry| entry.name) else { return };
        if rest.is_empty() {
            self.entries.remove(at);
            if bug.is("remove: takes the next one of four along") && self.entries.len() > 2 {
                self.entries.truncate(self.entries.len().min(at.max(2)));
            }
        } else if let Node::Folder(folder) = &mut self.entries[at].node {
            folder.remove_entry(rest, bug);
        }
    }

    fn remove_links(&mut self, gone: &[u8], top: bool, bug: Bug) {
        if bug.is("remove: keeps links in inner folders") && !top {
            return;
        }
        let into = !bug.is("remove: keeps links into a removed folder");
        let dangles = |path: &[u8]| if into { path.starts_with(gone) } else { path == gone };
        self.entries.retain(|entry| match &entry.node {
            Node::Link(path) => !dangles(path),
            _ => true,
        });
        for entry in &mut self.entries {
            if let Node::Folder(folder) = &mut entry.node {
                folder.remove_links(gone, false, bug);
            }
        }
    }

    /// Gives what is at a path another name, and lets links follow.
    fn rename(&mut self, path: &[u8], name: u8, bug: Bug) {
        let Some((first, rest)) = path.split_first() else { return };
        let Ok(at) = self.entries.binary_search_by_key(first, |entry| entry.name) else { return };
        if rest.is_empty() {
            let mut entry = self.entries.remove(at);
            entry.name = name;
            let mut to = self.entries.partition_point(|other| other.name < name);
            if bug.is("rename: moves up by one place at most") {
                to = to.min(at + 1);
            }
            self.entries.insert(to, entry);
        } else if let Node::Folder(folder) = &mut self.entries[at].node {
            folder.rename(rest, name, bug);
        }
    }

    fn redirect(&mut self, path: &[u8], name: u8, bug: Bug) {
        let last = path.len() - 1;
        for entry in &mut self.entries {
            match &mut entry.node {
                Node::Link(to) => {
                    let short =
                        bug.is("rename: redirects no link that goes on") && to.len() > path.len();
                    if to.starts_with(path) && !short {
                        to[last] = name;
                    }
                }
                Node::Folder(folder) => {
                    if !(bug.is("rename: redirects no link beside a deep path") && path.len() > 2) {
                        folder.redirect(path, name, bug);
                    }
                }
                Node::File(_) => {}
            }
        }
    }
}

impl Structure for Files {
    const NAME: &'static str = "file system";
    const BUGS: &'static [&'static str] = &[
        "blocks: stops at depth three",
        "remove: takes the next one of four along",
        "remove: keeps links in inner folders",
        "remove: keeps links into a removed folder",
        "rename: moves up by one place at most",
        "rename: redirects no link that goes on",
        "rename: redirects no link beside a deep path",
    ];

    fn is_valid(&self) -> bool {
        self.root.is_valid(&self.root)
    }

    fn size(&self) -> usize {
        let mut all = BTreeMap::new();
        self.root.list(&Path::new(), &mut all);
        all.len()
    }

    fn holds(&self, bug: Bug) -> bool {
        let mut all = BTreeMap::new();
        self.root.list(&Path::new(), &mut all);
        let sum: u64 = all.values().map(|blocks| u64::from(blocks.unwrap_or(0))).sum();
        if self.root.blocks(0, bug) != sum {
            return false;
        }
        let Some(path) = all.keys().nth(usize::from(self.place) % all.len().max(1)) else {
            return true;
        };
        let mut removed = self.root.clone();
        removed.remove(path, bug);
        let mut left = BTreeMap::new();
        removed.list(&Path::new(), &mut left);
        let files = |all: &BTreeMap<Path, Option<u16>>, without: bool| {
            let kept = |at: &Path| !without || !at.starts_with(path);
            all.iter().filter(|(at, blocks)| blocks.is_some() && kept(at)).count()
        };
        if !removed.is_valid(&removed) || files(&left, false) != files(&all, true) {
            return false;
        }
        let mut target = path.clone();
        target[path.len() - 1] = self.name;
        if all.contains_key(&target) {
            return true;
        }
        let mut renamed = self.root.clone();
        renamed.rename(path, self.name, bug);
        renamed.redirect(path, self.name, bug);
        renamed.is_valid(&renamed)
    }

    #[cfg(test)]
    fn sample(src: &mut Source) -> Files {
        let mut root = sample_folder(src, 4);
        let mut all = BTreeMap::new();
        root.list(&Path::new(), &mut all);
        let paths: Vec<Path> = all.into_keys().collect();
        if !paths.is_empty() {
            link(&mut root, &paths, src);
        }
        // A link must not lead to a link.
        loop {
            let copy = root.clone();
            if copy.is_valid(&copy) {
                break;
            }
            unlink(&mut root, &copy);
        }
        Files { root, place: src.draw(any()), name: src.draw(0..=12) }
    }
}

#[cfg(test)]
fn sample_folder(src: &mut Source, depth: u32) -> Folder {
    let mut entries = Vec::new();
    for name in 0..=12 {
        match src.draw(0..8) {
            0 if depth > 0 => {
                entries.push(Entry { name, node: Node::Folder(sample_folder(src, depth - 1)) });
            }
            1 => entries.push(Entry { name, node: Node::File(src.draw(1..=9)) }),
            _ => {}
        }
    }
    Folder { entries }
}

#[cfg(test)]
fn link(folder: &mut Folder, paths: &[Path], src: &mut Source) {
    for entry in &mut folder.entries {
        match &mut entry.node {
            Node::Folder(inner) => link(inner, paths, src),
            node if src.draw(any::<bool>()) => {
                *node = Node::Link(paths[src.draw(0..paths.len())].clone());
            }
            _ => {}
        }
    }
}

#[cfg(test)]
fn unlink(folder: &mut Folder, root: &Folder) {
    folder.entries.retain(|entry| match &entry.node {
        Node::Link(path) => matches!(root.find(path), Some(Node::File(_) | Node::Folder(_))),
        _ => true,
    });
    for entry in &mut folder.entries {
        if let Node::Folder(inner) = &mut entry.node {
            unlink(inner, root);
        }
    }
}

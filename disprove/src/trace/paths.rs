//! A prefix tree of execution paths, for research on path-based scheduling.

#[cfg(test)]
mod tests;

/// Limit for the events in the tree, 4 bytes each: 16 MiB.
const MOST_EVENTS: usize = 4 << 20;

/// Limit for the nodes, 16 bytes each: 16 MiB. Paths that share short prefixes reach it first.
const MOST_NODES: usize = 1 << 20;

/// A prefix tree of paths: tells how much of a path is new, and where it leaves the known ones.
///
/// Its memory is bounded: a full tree is cleared, and all paths count as new again.
///
/// ```
/// use disprove::trace::Paths;
///
/// let mut paths = Paths::default();
/// let first = paths.insert(&[1, 2, 3, 4]);
/// assert_eq!((first.new, first.depth), (4, 0));
/// let branch = paths.insert(&[1, 2, 5]);
/// assert_eq!((branch.new, branch.depth), (1, 2));
/// let known = paths.insert(&[1, 2, 5]);
/// assert_eq!((known.new, known.depth), (0, 3));
/// ```
#[derive(Debug)]
pub struct Paths {
    /// The events of all nodes.
    events: Vec<u32>,
    /// The first is the root.
    nodes: Vec<Node>,
    most_events: usize,
    most_nodes: usize,
}

/// A run of events, and a list of child nodes that start with different events.
#[derive(Clone, Copy, Debug)]
struct Node {
    start: u32,
    length: u32,
    /// 0, the root, stands for none.
    child: u32,
    sibling: u32,
}

/// The result of inserting a path.
///
/// ```
/// let reached = disprove::trace::Paths::default().insert(&[7]);
/// assert_eq!((reached.new, reached.depth), (1, 0));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Reached {
    /// Number of events not in the tree; 0 if the path is a prefix of a known one.
    pub new: usize,
    /// Length of the longest known prefix.
    pub depth: usize,
}

impl Default for Paths {
    fn default() -> Paths {
        Paths::bounded(MOST_EVENTS, MOST_NODES)
    }
}

impl Paths {
    fn bounded(most_events: usize, most_nodes: usize) -> Paths {
        let mut paths = Paths { events: Vec::new(), nodes: Vec::new(), most_events, most_nodes };
        paths.clear();
        paths
    }

    /// Removes all paths.
    ///
    /// ```
    /// use disprove::trace::Paths;
    ///
    /// let mut paths = Paths::default();
    /// paths.insert(&[1, 2]);
    /// paths.clear();
    /// assert_eq!(paths.insert(&[1, 2]).new, 2);
    /// ```
    pub fn clear(&mut self) {
        self.events.clear();
        self.nodes.clear();
        self.nodes.push(Node { start: 0, length: 0, child: 0, sibling: 0 });
    }

    /// Adds a path. Returns how much of it was new.
    ///
    /// ```
    /// use disprove::trace;
    ///
    /// #[trace]
    /// fn depth(text: &str) -> usize {
    ///     let mut depth = 0;
    ///     for c in text.chars() {
    ///         if c == '(' { depth += 1 } else { return depth }
    ///     }
    ///     depth
    /// }
    ///
    /// let mut paths = trace::Paths::default();
    /// let mut insert = |text| paths.insert(&trace::record(|| depth(text)).1.path());
    /// assert!(insert("(x").new > 0);
    /// assert_eq!(insert("(y").new, 0);
    /// assert!(insert("((y").depth > 0);
    /// ```
    pub fn insert(&mut self, path: &[u32]) -> Reached {
        let (node, inside, depth) = self.follow(path);
        let reached = Reached { new: path.len() - depth, depth };
        if reached.new == 0 {
            return reached;
        }
        let room = self.events.len() + reached.new <= self.most_events;
        if !room || self.nodes.len() + 2 > self.most_nodes {
            // The search soon starts over anyway.
            self.clear();
            return reached;
        }
        if inside < self.nodes[node].length {
            self.split(node, inside);
        }
        let start = self.events.len() as u32;
        self.events.extend_from_slice(&path[depth..]);
        let sibling = self.nodes[node].child;
        self.nodes.push(Node { start, length: reached.new as u32, child: 0, sibling });
        self.nodes[node].child = self.nodes.len() as u32 - 1;
        reached
    }

    /// Follows a path as far as the tree goes: the node, the position inside it, and the position in the path.
    fn follow(&self, path: &[u32]) -> (usize, u32, usize) {
        let (mut at, mut depth) = (0, 0);
        loop {
            let node = self.nodes[at];
            let run = &self.events[node.start as usize..(node.start + node.length) as usize];
            let common = common(run, &path[depth..]);
            depth += common;
            if common < run.len() || depth == path.len() {
                return (at, common as u32, depth);
            }
            let mut child = node.child as usize;
            while child != 0 && self.events[self.nodes[child].start as usize] != path[depth] {
                child = self.nodes[child].sibling as usize;
            }
            if child == 0 {
                return (at, common as u32, depth);
            }
            at = child;
        }
    }

    /// Splits a node: its first events stay, the others become its only child.
    fn split(&mut self, at: usize, length: u32) {
        let node = self.nodes[at];
        let (start, rest) = (node.start + length, node.length - length);
        self.nodes.push(Node { start, length: rest, child: node.child, sibling: 0 });
        let child = self.nodes.len() as u32 - 1;
        self.nodes[at] = Node { length, child, ..node };
    }
}

/// Length of the common prefix. Compares whole blocks at once, which makes known paths cheap.
fn common(one: &[u32], other: &[u32]) -> usize {
    const BLOCK: usize = 16;
    let blocks = one.chunks_exact(BLOCK).zip(other.chunks_exact(BLOCK));
    let start = BLOCK * blocks.take_while(|(a, b)| a == b).count();
    let rest = one[start..].iter().zip(&other[start..]);
    start + rest.take_while(|(a, b)| a == b).count()
}

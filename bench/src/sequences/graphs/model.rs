//! What graphs should do, in the simplest way there is.

use super::call::{Action, Which};
use std::collections::BTreeMap;

/// What a call returned.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Answer {
    Nothing,
    /// The index of a new node.
    New(u8),
    Count(usize),
    Is(bool),
    Weight(Option<u8>),
    Nodes(Vec<u8>),
    Edges(Vec<(u8, u8, u8)>),
}

/// A graph of maps; edges of undirected graphs begin at the smaller node.
pub struct Model {
    which: Which,
    nodes: BTreeMap<u8, u8>,
    edges: BTreeMap<(u8, u8), u8>,
}

impl Model {
    pub fn new(which: Which) -> Self {
        Self { which, nodes: BTreeMap::new(), edges: BTreeMap::new() }
    }

    pub fn has_node(&self, node: u8) -> bool {
        self.nodes.contains_key(&node)
    }

    fn ends(&self, from: u8, to: u8) -> (u8, u8) {
        if self.which.is_directed() { (from, to) } else { (from.min(to), from.max(to)) }
    }

    /// Whether a call on indices keeps to what the methods require.
    pub fn allows(&self, action: &Action) -> bool {
        let is_old = |a, b| self.edges.contains_key(&self.ends(a, b));
        match *action {
            Action::AddNode(node, _) => !self.which.is_map() || !self.has_node(node),
            Action::AddEdge(a, b, _) => self.has_node(a) && self.has_node(b) && !is_old(a, b),
            // No index is left out: what becomes of those between is not documented.
            Action::ExtendWithEdges(a, b, _) => {
                let next = self.nodes.keys().next_back().map_or(0, |last| last + 1);
                a <= next && b <= next && !is_old(a, b)
            }
            Action::RemoveEdge(a, b) | Action::EdgeWeight(a, b) => is_old(a, b),
            _ => {
                let (nodes, arguments) = action.arguments();
                arguments[..nodes].iter().all(|node| self.has_node(*node))
            }
        }
    }

    /// The node that a graph has added.
    pub fn add(&mut self, node: u8, weight: u8) {
        self.nodes.insert(node, weight);
    }

    /// What the call should return; the node that is new is for the graph to say.
    pub fn act(&mut self, action: &Action) -> Answer {
        match *action {
            Action::AddNode(..) => Answer::Nothing,
            Action::AddEdge(a, b, weight) => {
                self.edges.insert(self.ends(a, b), weight);
                Answer::Nothing
            }
            Action::UpdateEdge(a, b, weight) => {
                Answer::Weight(self.edges.insert(self.ends(a, b), weight))
            }
            Action::ExtendWithEdges(a, b, weight) => {
                self.nodes.entry(a).or_default();
                self.nodes.entry(b).or_default();
                self.edges.insert(self.ends(a, b), weight);
                Answer::Nothing
            }
            Action::RemoveNode(node) => {
                self.edges.retain(|(from, to), _| *from != node && *to != node);
                Answer::Weight(self.nodes.remove(&node))
            }
            Action::RemoveEdge(a, b) => Answer::Weight(self.edges.remove(&self.ends(a, b))),
            Action::ClearEdges => {
                self.edges.clear();
                Answer::Nothing
            }
            Action::NodeCount => Answer::Count(self.nodes.len()),
            Action::EdgeCount => Answer::Count(self.edges.len()),
            Action::NodeWeight(a) => Answer::Weight(self.nodes.get(&a).copied()),
            Action::HasEdge(a, b) => Answer::Is(self.edges.contains_key(&self.ends(a, b))),
            Action::EdgeWeight(a, b) => Answer::Weight(self.edges.get(&self.ends(a, b)).copied()),
            Action::Neighbors(a) => {
                Answer::Nodes(self.at(a, false).into_iter().map(|(other, _)| other).collect())
            }
            Action::NeighborsIncoming(a) => {
                Answer::Nodes(self.at(a, true).into_iter().map(|(other, _)| other).collect())
            }
            Action::Edges(a) => {
                let edges = self.at(a, false).into_iter();
                Answer::Edges(edges.map(|(other, weight)| (a, other, weight)).collect())
            }
            Action::AllNodes => Answer::Nodes(self.nodes.keys().copied().collect()),
            Action::AllEdges => {
                let edges = self.edges.iter();
                Answer::Edges(edges.map(|((from, to), weight)| (*from, *to, *weight)).collect())
            }
        }
    }

    /// The nodes that edges from here lead to, or from which they lead here, and the weights of these edges.
    fn at(&self, node: u8, incoming: bool) -> Vec<(u8, u8)> {
        let mut found = Vec::new();
        for ((from, to), weight) in &self.edges {
            let (here, there) = if incoming { (to, from) } else { (from, to) };
            if *here == node {
                found.push((*there, *weight));
            } else if *there == node && !self.which.is_directed() {
                found.push((*here, *weight));
            }
        }
        found.sort_unstable();
        found
    }
}

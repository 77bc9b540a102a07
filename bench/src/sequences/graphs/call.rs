//! One call of a sequence, as a generator draws it.

use disprove::prelude::*;
use std::fmt;

/// How many names for nodes there are in each graph.
pub const NAMES: u8 = 8;

/// The graph that is called; every case has one of each.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Arbitrary)]
pub enum Which {
    DiMatrix,
    UnMatrix,
    DiGraphMap,
    UnGraphMap,
    StableDiGraph,
    StableUnGraph,
    DiCsr,
    UnCsr,
}

impl Which {
    pub const ALL: [Which; 8] = [
        Which::DiMatrix,
        Which::UnMatrix,
        Which::DiGraphMap,
        Which::UnGraphMap,
        Which::StableDiGraph,
        Which::StableUnGraph,
        Which::DiCsr,
        Which::UnCsr,
    ];

    pub fn is_directed(self) -> bool {
        matches!(self, Which::DiMatrix | Which::DiGraphMap | Which::StableDiGraph | Which::DiCsr)
    }

    /// Whether a node is its own index, as in graphs that are maps.
    pub fn is_map(self) -> bool {
        matches!(self, Which::DiGraphMap | Which::UnGraphMap)
    }
}

/// What is called. A drawn action speaks of nodes by their names, one to be executed by their indices.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Arbitrary)]
pub enum Action {
    #[weight(4)]
    AddNode(#[draw(0..NAMES)] u8, #[draw(0..100)] u8),
    #[weight(4)]
    AddEdge(#[draw(0..NAMES)] u8, #[draw(0..NAMES)] u8, #[draw(0..100)] u8),
    UpdateEdge(#[draw(0..NAMES)] u8, #[draw(0..NAMES)] u8, #[draw(0..100)] u8),
    ExtendWithEdges(#[draw(0..NAMES)] u8, #[draw(0..NAMES)] u8, #[draw(0..100)] u8),
    RemoveNode(#[draw(0..NAMES)] u8),
    RemoveEdge(#[draw(0..NAMES)] u8, #[draw(0..NAMES)] u8),
    ClearEdges,
    NodeCount,
    EdgeCount,
    NodeWeight(#[draw(0..NAMES)] u8),
    HasEdge(#[draw(0..NAMES)] u8, #[draw(0..NAMES)] u8),
    EdgeWeight(#[draw(0..NAMES)] u8, #[draw(0..NAMES)] u8),
    Neighbors(#[draw(0..NAMES)] u8),
    NeighborsIncoming(#[draw(0..NAMES)] u8),
    Edges(#[draw(0..NAMES)] u8),
    AllNodes,
    AllEdges,
}

impl Action {
    /// The name of the method.
    pub fn name(&self) -> &'static str {
        match self {
            Action::AddNode(..) => "add_node",
            Action::AddEdge(..) => "add_edge",
            Action::UpdateEdge(..) => "update_edge",
            Action::ExtendWithEdges(..) => "extend_with_edges",
            Action::RemoveNode(..) => "remove_node",
            Action::RemoveEdge(..) => "remove_edge",
            Action::ClearEdges => "clear_edges",
            Action::NodeCount => "node_count",
            Action::EdgeCount => "edge_count",
            Action::NodeWeight(..) => "node_weight",
            Action::HasEdge(..) => "has_edge",
            Action::EdgeWeight(..) => "edge_weight",
            Action::Neighbors(..) => "neighbors",
            Action::NeighborsIncoming(..) => "neighbors_directed",
            Action::Edges(..) => "edges",
            Action::AllNodes => "all_nodes",
            Action::AllEdges => "all_edges",
        }
    }

    /// Its arguments: how many of them are nodes, and all of them.
    pub fn arguments(&self) -> (usize, Vec<u8>) {
        match *self {
            Action::AddNode(node, weight) => (1, vec![node, weight]),
            Action::AddEdge(from, to, weight)
            | Action::UpdateEdge(from, to, weight)
            | Action::ExtendWithEdges(from, to, weight) => (2, vec![from, to, weight]),
            Action::RemoveEdge(from, to)
            | Action::HasEdge(from, to)
            | Action::EdgeWeight(from, to) => (2, vec![from, to]),
            Action::RemoveNode(node)
            | Action::NodeWeight(node)
            | Action::Neighbors(node)
            | Action::NeighborsIncoming(node)
            | Action::Edges(node) => (1, vec![node]),
            Action::ClearEdges
            | Action::NodeCount
            | Action::EdgeCount
            | Action::AllNodes
            | Action::AllEdges => (0, vec![]),
        }
    }

    /// The same call with every node replaced, or nothing if one has no replacement.
    pub fn with_nodes(&self, of: impl Fn(u8) -> Option<u8>) -> Option<Action> {
        Some(match *self {
            Action::AddNode(node, weight) => Action::AddNode(node, weight),
            Action::AddEdge(a, b, weight) => Action::AddEdge(of(a)?, of(b)?, weight),
            Action::UpdateEdge(a, b, weight) => Action::UpdateEdge(of(a)?, of(b)?, weight),
            // It takes indices, whatever the nodes are called.
            Action::ExtendWithEdges(a, b, weight) => Action::ExtendWithEdges(a, b, weight),
            Action::RemoveNode(a) => Action::RemoveNode(of(a)?),
            Action::RemoveEdge(a, b) => Action::RemoveEdge(of(a)?, of(b)?),
            Action::NodeWeight(a) => Action::NodeWeight(of(a)?),
            Action::HasEdge(a, b) => Action::HasEdge(of(a)?, of(b)?),
            Action::EdgeWeight(a, b) => Action::EdgeWeight(of(a)?, of(b)?),
            Action::Neighbors(a) => Action::Neighbors(of(a)?),
            Action::NeighborsIncoming(a) => Action::NeighborsIncoming(of(a)?),
            Action::Edges(a) => Action::Edges(of(a)?),
            Action::ClearEdges => Action::ClearEdges,
            Action::NodeCount => Action::NodeCount,
            Action::EdgeCount => Action::EdgeCount,
            Action::AllNodes => Action::AllNodes,
            Action::AllEdges => Action::AllEdges,
        })
    }
}

/// One call.
#[derive(Clone, PartialEq, Eq, Hash, Arbitrary)]
pub struct Call {
    pub graph: Which,
    pub action: Action,
}

impl Call {
    /// The sum of its arguments.
    pub fn size(&self) -> u64 {
        self.action.arguments().1.into_iter().map(u64::from).sum()
    }
}

impl fmt::Debug for Call {
    fn fmt(&self, to: &mut fmt::Formatter<'_>) -> fmt::Result {
        let arguments: Vec<String> =
            self.action.arguments().1.iter().map(ToString::to_string).collect();
        write!(to, "{:?}.{}({})", self.graph, self.action.name(), arguments.join(", "))
    }
}

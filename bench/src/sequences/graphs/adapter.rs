//! The graphs of petgraph 0.5.1, called in one way.

use super::{
    call::{Action, Which},
    model::Answer,
};
use petgraph_old::{
    Directed, Direction::Incoming, EdgeType, Undirected, csr::Csr, graph::NodeIndex,
    graphmap::GraphMap, matrix_graph::MatrixGraph, stable_graph::StableGraph, visit::EdgeRef,
    visit::IntoEdgeReferences, visit::IntoNodeIdentifiers,
};

/// A graph of the crate.
pub trait Graph {
    /// What a call on indices returns, in the order of the model; nothing if there is no such method.
    fn act(&mut self, action: &Action) -> Option<Answer>;
}

pub fn graph(which: Which) -> Box<dyn Graph> {
    match which {
        Which::DiMatrix => Box::new(MatrixGraph::<u8, u8, Directed>::with_capacity(0)),
        Which::UnMatrix => Box::new(MatrixGraph::<u8, u8, Undirected>::with_capacity(0)),
        Which::DiGraphMap => Box::new(GraphMap::<u8, u8, Directed>::new()),
        Which::UnGraphMap => Box::new(GraphMap::<u8, u8, Undirected>::new()),
        Which::StableDiGraph => Box::new(StableGraph::<u8, u8, Directed>::with_capacity(0, 0)),
        Which::StableUnGraph => Box::new(StableGraph::<u8, u8, Undirected>::with_capacity(0, 0)),
        Which::DiCsr => Box::new(Csr::<u8, u8, Directed>::new()),
        Which::UnCsr => Box::new(Csr::<u8, u8, Undirected>::new()),
    }
}

fn nodes(nodes: impl Iterator<Item = u8>) -> Answer {
    let mut nodes: Vec<u8> = nodes.collect();
    nodes.sort_unstable();
    Answer::Nodes(nodes)
}

fn edges(edges: impl Iterator<Item = (u8, u8, u8)>) -> Answer {
    let mut edges: Vec<(u8, u8, u8)> = edges.collect();
    edges.sort_unstable();
    Answer::Edges(edges)
}

/// All edges; those of undirected graphs begin at the smaller node.
fn all<Ty: EdgeType>(all: impl Iterator<Item = (u8, u8, u8)>) -> Answer {
    edges(all.map(|(a, b, w)| if Ty::is_directed() { (a, b, w) } else { (a.min(b), a.max(b), w) }))
}

/// The edges of a node, seen from there.
fn around(node: u8, of: impl Iterator<Item = (u8, u8, u8)>) -> Answer {
    edges(of.map(|(a, b, w)| if a == node { (a, b, w) } else { (b, a, w) }))
}

impl<Ty: EdgeType> Graph for MatrixGraph<u8, u8, Ty> {
    fn act(&mut self, action: &Action) -> Option<Answer> {
        let at = |node: u8| NodeIndex::from(node as u16);
        Some(match *action {
            Action::AddNode(_, weight) => Answer::New(self.add_node(weight).index() as u8),
            Action::AddEdge(a, b, weight) => {
                self.add_edge(at(a), at(b), weight);
                Answer::Nothing
            }
            Action::UpdateEdge(a, b, weight) => {
                Answer::Weight(self.update_edge(at(a), at(b), weight))
            }
            Action::ExtendWithEdges(a, b, weight) => {
                self.extend_with_edges([(a as u16, b as u16, weight)]);
                Answer::Nothing
            }
            Action::RemoveNode(a) => Answer::Weight(Some(self.remove_node(at(a)))),
            Action::RemoveEdge(a, b) => Answer::Weight(Some(self.remove_edge(at(a), at(b)))),
            Action::NodeCount => Answer::Count(self.node_count()),
            Action::EdgeCount => Answer::Count(self.edge_count()),
            Action::NodeWeight(a) => Answer::Weight(Some(*self.node_weight(at(a)))),
            Action::HasEdge(a, b) => Answer::Is(self.has_edge(at(a), at(b))),
            Action::EdgeWeight(a, b) => Answer::Weight(Some(*self.edge_weight(at(a), at(b)))),
            Action::Neighbors(a) => nodes(self.neighbors(at(a)).map(|node| node.index() as u8)),
            Action::Edges(a) => around(
                a,
                self.edges(at(a)).map(|(a, b, weight)| (a.index() as u8, b.index() as u8, *weight)),
            ),
            Action::AllNodes => nodes(self.node_identifiers().map(|node| node.index() as u8)),
            Action::AllEdges => all::<Ty>(
                self.edge_references()
                    .map(|(a, b, weight)| (a.index() as u8, b.index() as u8, *weight)),
            ),
            Action::ClearEdges | Action::NeighborsIncoming(_) => return None,
        })
    }
}

impl<Ty: EdgeType> Graph for GraphMap<u8, u8, Ty> {
    fn act(&mut self, action: &Action) -> Option<Answer> {
        Some(match *action {
            Action::AddNode(node, _) => Answer::New(self.add_node(node)),
            Action::AddEdge(a, b, weight) => {
                self.add_edge(a, b, weight);
                Answer::Nothing
            }
            Action::UpdateEdge(a, b, weight) => Answer::Weight(self.add_edge(a, b, weight)),
            Action::RemoveNode(a) => Answer::Weight(self.remove_node(a).then_some(a)),
            Action::RemoveEdge(a, b) => Answer::Weight(self.remove_edge(a, b)),
            Action::NodeCount => Answer::Count(self.node_count()),
            Action::EdgeCount => Answer::Count(self.edge_count()),
            Action::NodeWeight(a) => Answer::Weight(self.contains_node(a).then_some(a)),
            Action::HasEdge(a, b) => Answer::Is(self.contains_edge(a, b)),
            Action::EdgeWeight(a, b) => Answer::Weight(self.edge_weight(a, b).copied()),
            Action::Neighbors(a) => nodes(self.neighbors(a)),
            Action::NeighborsIncoming(a) => nodes(self.neighbors_directed(a, Incoming)),
            Action::Edges(a) => around(a, self.edges(a).map(|(a, b, weight)| (a, b, *weight))),
            Action::AllNodes => nodes(self.nodes()),
            Action::AllEdges => all::<Ty>(self.all_edges().map(|(a, b, weight)| (a, b, *weight))),
            Action::ExtendWithEdges(..) | Action::ClearEdges => return None,
        })
    }
}

impl<Ty: EdgeType> Graph for StableGraph<u8, u8, Ty> {
    fn act(&mut self, action: &Action) -> Option<Answer> {
        let at = |node: u8| NodeIndex::from(node as u32);
        Some(match *action {
            Action::AddNode(_, weight) => Answer::New(self.add_node(weight).index() as u8),
            Action::AddEdge(a, b, weight) => {
                self.add_edge(at(a), at(b), weight);
                Answer::Nothing
            }
            // Its own method returns the edge.
            Action::UpdateEdge(a, b, weight) => {
                let before = self.find_edge(at(a), at(b)).map(|edge| self[edge]);
                self.update_edge(at(a), at(b), weight);
                Answer::Weight(before)
            }
            Action::ExtendWithEdges(a, b, weight) => {
                self.extend_with_edges([(a as u32, b as u32, weight)]);
                Answer::Nothing
            }
            Action::RemoveNode(a) => Answer::Weight(self.remove_node(at(a))),
            Action::RemoveEdge(a, b) => {
                let edge = self.find_edge(at(a), at(b));
                Answer::Weight(edge.and_then(|edge| self.remove_edge(edge)))
            }
            Action::ClearEdges => {
                self.clear_edges();
                Answer::Nothing
            }
            Action::NodeCount => Answer::Count(self.node_count()),
            Action::EdgeCount => Answer::Count(self.edge_count()),
            Action::NodeWeight(a) => Answer::Weight(self.node_weight(at(a)).copied()),
            Action::HasEdge(a, b) => Answer::Is(self.contains_edge(at(a), at(b))),
            Action::EdgeWeight(a, b) => {
                Answer::Weight(self.find_edge(at(a), at(b)).map(|edge| self[edge]))
            }
            Action::Neighbors(a) => nodes(self.neighbors(at(a)).map(|node| node.index() as u8)),
            Action::NeighborsIncoming(a) => {
                nodes(self.neighbors_directed(at(a), Incoming).map(|node| node.index() as u8))
            }
            Action::Edges(a) => around(
                a,
                self.edges(at(a)).map(|edge| {
                    (edge.source().index() as u8, edge.target().index() as u8, *edge.weight())
                }),
            ),
            Action::AllNodes => nodes(self.node_indices().map(|node| node.index() as u8)),
            Action::AllEdges => all::<Ty>(self.edge_references().map(|edge| {
                (edge.source().index() as u8, edge.target().index() as u8, *edge.weight())
            })),
        })
    }
}

impl<Ty: EdgeType> Graph for Csr<u8, u8, Ty> {
    fn act(&mut self, action: &Action) -> Option<Answer> {
        let at = |node: u8| node as u32;
        Some(match *action {
            Action::AddNode(_, weight) => Answer::New(self.add_node(weight) as u8),
            Action::AddEdge(a, b, weight) => {
                self.add_edge(at(a), at(b), weight);
                Answer::Nothing
            }
            Action::ClearEdges => {
                self.clear_edges();
                Answer::Nothing
            }
            Action::NodeCount => Answer::Count(self.node_count()),
            Action::EdgeCount => Answer::Count(self.edge_count()),
            Action::NodeWeight(a) => Answer::Weight(Some(self[at(a)])),
            Action::HasEdge(a, b) => Answer::Is(self.contains_edge(at(a), at(b))),
            Action::Neighbors(a) => {
                nodes(self.neighbors_slice(at(a)).iter().map(|node| *node as u8))
            }
            Action::Edges(a) => around(
                a,
                self.edges(at(a))
                    .map(|edge| (edge.source() as u8, edge.target() as u8, *edge.weight())),
            ),
            Action::AllNodes => nodes(self.node_identifiers().map(|node| node as u8)),
            Action::UpdateEdge(..)
            | Action::ExtendWithEdges(..)
            | Action::RemoveNode(_)
            | Action::RemoveEdge(..)
            | Action::EdgeWeight(..)
            | Action::NeighborsIncoming(_)
            // Undirected graphs have each edge twice here, which is documented nowhere.
            | Action::AllEdges => return None,
        })
    }
}

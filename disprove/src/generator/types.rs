//! The graph of types that contain each other, in which recursion is found.

/// The number of a type in [`Types`].
#[doc(hidden)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TypeNumber(pub(super) usize);

/// A type that contains others.
#[derive(Debug)]
struct Node {
    name: &'static str,
    weights: Vec<u32>,
    /// The types of the fields of each variant.
    variants: Vec<Vec<TypeNumber>>,
}

/// The types that are reachable from one type. Each is visited once, so that describing a recursive type ends.
#[doc(hidden)]
#[derive(Debug, Default)]
pub struct Types {
    nodes: Vec<Node>,
}

/// A type that contains no type of the graph.
const LEAF: TypeNumber = TypeNumber(usize::MAX);

/// The height of a type that has no finite value.
const INFINITE: usize = usize::MAX;

/// The variants of one type.
pub(super) struct Variants<'a> {
    pub(super) weights: &'a [u32],
    /// For each variant, whether it contains the type itself.
    pub(super) recursive: Vec<bool>,
    /// The variant with which recursion ends.
    pub(super) base_case: usize,
}

impl Types {
    /// A type that contains no type that could contain it.
    pub fn leaf(&mut self) -> TypeNumber {
        LEAF
    }

    /// A type that may be empty, such as an `Option` or a list.
    pub fn optional(&mut self, content: impl FnOnce(&mut Types) -> TypeNumber) -> TypeNumber {
        match content(self) {
            LEAF => LEAF,
            content => self.add("", &[1, 1], vec![Vec::new(), vec![content]]),
        }
    }

    /// A type with variants, each with a weight and the types of its fields.
    pub fn define(
        &mut self,
        name: &'static str,
        weights: &[u32],
        variants: impl FnOnce(&mut Types) -> Vec<Vec<TypeNumber>>,
    ) -> TypeNumber {
        let (number, known) = self.find_or_add(name, weights);
        if !known {
            let variants = variants(self);
            self.set_variants(number, variants);
        }
        number
    }

    /// The number of a type, and whether it was known. A new type is added before its fields are described: that is where
    /// recursion ends.
    fn find_or_add(&mut self, name: &'static str, weights: &[u32]) -> (TypeNumber, bool) {
        match self.nodes.iter().position(|node| node.name == name) {
            Some(number) => (TypeNumber(number), true),
            None => (self.add(name, weights, Vec::new()), false),
        }
    }

    fn set_variants(&mut self, TypeNumber(number): TypeNumber, variants: Vec<Vec<TypeNumber>>) {
        self.nodes[number].variants = variants;
    }

    fn add(
        &mut self,
        name: &'static str,
        weights: &[u32],
        variants: Vec<Vec<TypeNumber>>,
    ) -> TypeNumber {
        self.nodes.push(Node { name, weights: weights.to_vec(), variants });
        TypeNumber(self.nodes.len() - 1)
    }

    /// The variants of a type, which must not be a leaf.
    pub(super) fn variants(&self, TypeNumber(root): TypeNumber) -> Variants<'_> {
        let Node { weights, variants, .. } = &self.nodes[root];
        let heights = self.heights();
        let recursive: Vec<bool> = variants.iter().map(|fields| self.reach(fields, root)).collect();
        let heights: Vec<usize> = variants.iter().map(|fields| height(&heights, fields)).collect();
        // The first that is not recursive, because the simplest comes first; otherwise the flattest.
        let first = (0..heights.len()).find(|v| !recursive[*v] && heights[*v] != INFINITE);
        let base_case = first.or_else(|| (0..heights.len()).min_by_key(|v| heights[*v]));
        Variants { weights, recursive, base_case: base_case.unwrap_or(0) }
    }

    /// The depth of the flattest value of every type.
    fn heights(&self) -> Vec<usize> {
        let mut heights = vec![INFINITE; self.nodes.len()];
        // Each round settles at least one type, unless none is left that has a finite value.
        for _ in 0..self.nodes.len() {
            for (number, node) in self.nodes.iter().enumerate() {
                let flattest = node.variants.iter().map(|fields| height(&heights, fields)).min();
                heights[number] = heights[number].min(flattest.unwrap_or(INFINITE));
            }
        }
        heights
    }

    /// Whether these types contain `target`, directly or through others.
    fn reach(&self, fields: &[TypeNumber], target: usize) -> bool {
        let mut seen = vec![false; self.nodes.len()];
        let mut open: Vec<usize> = fields.iter().filter(|f| **f != LEAF).map(|f| f.0).collect();
        while let Some(number) = open.pop() {
            if number == target {
                return true;
            }
            if !std::mem::replace(&mut seen[number], true) {
                let inside = self.nodes[number].variants.iter().flatten();
                open.extend(inside.filter(|f| **f != LEAF).map(|f| f.0));
            }
        }
        false
    }
}

/// The height of a variant: one more than that of its highest field.
fn height(heights: &[usize], fields: &[TypeNumber]) -> usize {
    let highest = fields.iter().map(|f| if *f == LEAF { 0 } else { heights[f.0] }).max();
    highest.unwrap_or(0).saturating_add(1)
}

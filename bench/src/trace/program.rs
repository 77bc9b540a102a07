//! The traced programs: a search tree, a parser and a pattern matcher, each written once and compiled twice.

macro_rules! programs {
    ($(#[$trace:ident])? pub mod $name:ident) => {
        $(#[disprove::$trace])?
        pub mod $name {
            #[derive(Default)]
            struct Tree {
                root: Link,
            }

            type Link = Option<Box<Node>>;

            struct Node {
                key: u32,
                left: Link,
                right: Link,
            }

            impl Tree {
                fn insert(&mut self, key: u32) -> bool {
                    let mut at = &mut self.root;
                    while let Some(node) = at {
                        if key < node.key {
                            at = &mut node.left;
                        } else if key > node.key {
                            at = &mut node.right;
                        } else {
                            return false;
                        }
                    }
                    *at = Some(Box::new(Node { key, left: None, right: None }));
                    true
                }

                fn contains(&self, key: u32) -> bool {
                    let mut at = &self.root;
                    while let Some(node) = at {
                        if key < node.key {
                            at = &node.left;
                        } else if key > node.key {
                            at = &node.right;
                        } else {
                            return true;
                        }
                    }
                    false
                }
            }

            /// How many keys are found again.
            #[inline(never)]
            pub fn tree(keys: &[u32]) -> usize {
                let mut tree = Tree::default();
                for key in keys {
                    tree.insert(*key);
                }
                keys.iter().filter(|key| tree.contains(**key)).count()
            }

            struct Parser<'a> {
                text: &'a [u8],
                at: usize,
            }

            impl Parser<'_> {
                fn peek(&self) -> Option<u8> {
                    self.text.get(self.at).copied()
                }

                fn sum(&mut self) -> Option<u64> {
                    let mut value = self.product()?;
                    while self.peek() == Some(b'+') {
                        self.at += 1;
                        value = value.wrapping_add(self.product()?);
                    }
                    Some(value)
                }

                fn product(&mut self) -> Option<u64> {
                    let mut value = self.factor()?;
                    while self.peek() == Some(b'*') {
                        self.at += 1;
                        value = value.wrapping_mul(self.factor()?);
                    }
                    Some(value)
                }

                fn factor(&mut self) -> Option<u64> {
                    match self.peek()? {
                        b'(' => {
                            self.at += 1;
                            let value = self.sum()?;
                            if self.peek()? != b')' {
                                return None;
                            }
                            self.at += 1;
                            Some(value)
                        }
                        b'0'..=b'9' => Some(self.number()),
                        _ => None,
                    }
                }

                fn number(&mut self) -> u64 {
                    let mut value = 0_u64;
                    while let Some(digit) = self.peek() {
                        if !digit.is_ascii_digit() {
                            break;
                        }
                        value = value.wrapping_mul(10).wrapping_add(u64::from(digit - b'0'));
                        self.at += 1;
                    }
                    value
                }
            }

            /// Whether a text begins like this: `.` is anything, `9` a digit, `+` as many more as there are.
            fn begins(text: &[u8], pattern: &[u8]) -> bool {
                let Some((wanted, rest)) = pattern.split_first() else {
                    return true;
                };
                let fits = |byte: u8| match wanted {
                    b'.' => true,
                    b'9' => byte.is_ascii_digit(),
                    other => byte == *other,
                };
                let Some((first, further)) = text.split_first() else {
                    return false;
                };
                if !fits(*first) {
                    return false;
                }
                if let Some((b'+', after)) = rest.split_first() {
                    begins(further, pattern) || begins(further, after)
                } else {
                    begins(further, rest)
                }
            }

            /// How often a pattern is found.
            #[inline(never)]
            pub fn matched(text: &[u8]) -> usize {
                (0..text.len()).filter(|at| begins(&text[*at..], b"a+.9+")).count()
            }

            /// The value of a sum of products.
            #[inline(never)]
            pub fn parsed(text: &[u8]) -> Option<u64> {
                let mut parser = Parser { text, at: 0 };
                let value = parser.sum()?;
                if parser.at == text.len() { Some(value) } else { None }
            }
        }
    };
}

programs!(pub mod plain);
programs!(#[trace] pub mod traced);

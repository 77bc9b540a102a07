use disprove::prelude::*;

#[property(cases)]
fn bare(x: u8) {}

#[property(cases(100), seed =)]
fn in_parentheses(x: u8) {}

#[property(100)]
fn without_name(x: u8) {}

fn main() {}

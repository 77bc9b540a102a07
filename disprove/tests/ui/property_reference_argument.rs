use disprove::prelude::*;

#[property]
fn changes(text: &mut str, items: &mut [u8], other: &mut Vec<u8>) {}

#[property]
fn cannot_draw(src: &Source) {}

#[property]
fn lives_for_ever(text: &'static str) {}

#[property]
fn twice(text: &&str) {}

#[property]
fn any_type(one: &dyn Send, other: &impl Send) {}

fn main() {}

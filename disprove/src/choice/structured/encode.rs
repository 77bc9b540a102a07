//! Encodes choices with their spans.

use super::{
    AFTER_TRUE, BOOL, END, FLAG, KNOWN, Label, MORE, NEW, SPAN, Span, Tree, VERSION, Value,
    checksum,
};
use crate::choice::codec::{write_choice, write_number};

impl Tree {
    /// Encodes the choices and spans as bytes, without discarded spans. [`Tree::from_structured`] decodes them.
    pub(crate) fn to_structured(&self) -> Vec<u8> {
        let mut out = vec![VERSION];
        let mut known: Vec<Label> = Vec::new();
        let mut open: Vec<Span> = Vec::new();
        let (mut choice, mut number) = (0, 0);
        loop {
            let ends = |span: &Span| (span.end, span.next) == (choice, number);
            while open.last().is_some_and(ends) {
                open.pop();
                head(&mut out, 0, SPAN, END);
            }
            let span = self.spans.get(number as usize).filter(|span| span.start == choice);
            if let Some(span) = span {
                if span.discarded() {
                    (choice, number) = (span.end, span.next);
                    continue;
                }
                let flag = self.continue_flag(number as usize).is_some_and(|flag| flag.value == 1);
                let after = if flag { AFTER_TRUE } else { 0 };
                if let Some(at) = known.iter().position(|other| *other == span.label) {
                    head(&mut out, after, SPAN, KNOWN + at as u128);
                } else {
                    head(&mut out, after, SPAN, NEW);
                    out.extend(span.label.to_bits().to_le_bytes());
                    known.push(span.label);
                }
                open.push(*span);
                number += 1;
                choice += u32::from(flag);
            } else if (choice as usize) < self.len() {
                let is_flag = (1..=3).contains(&self.choices[choice as usize].bounds());
                match self.value(choice as usize) {
                    Value::Bool(value) if is_flag => {
                        head(&mut out, 0, BOOL, FLAG + u128::from(value));
                    }
                    value => write_choice(&mut out, 0, &value),
                }
                choice += 1;
            } else {
                break;
            }
        }
        out.push(checksum(&out));
        out
    }
}

fn head(out: &mut Vec<u8>, after: u8, kind: u8, payload: u128) {
    out.push(after | kind << 4 | payload.min(MORE) as u8);
    if let Some(more) = payload.checked_sub(MORE) {
        write_number(out, more);
    }
}

//! Generators that draw as state machines do: steps of which not all are open, and things with names.

use crate::source::{Source, sample::Lengths, tests::table::Table};

pub(super) fn add(table: &mut Table) {
    table.add("machine", machine, |_| true);
    table.add("turns", turns, |_| true);
}

/// Makes things, uses them, and uses them up.
fn machine(src: &mut Source) -> Vec<String> {
    let (mut things, mut calls, mut made) = (Vec::new(), Vec::new(), 0);
    let mut steps = src.begin_items("machine", &Lengths { min: 0, max: 12, explicit: true });
    while src.next_item(&mut steps) {
        let rule = src.enabled_branch(3, None, 0, |rule| rule == 0 || !things.is_empty());
        match rule.expect("the first is always open") {
            0 => {
                let name = src.name(made);
                things.push((name, made));
                calls.push(format!("x{made} = {}", src.draw(0..20_u8)));
                made += 1;
            }
            1 => {
                let place = src.named(things.iter().map(|thing| thing.0));
                calls.push(format!("use x{}", things[place].1));
            }
            _ => {
                let place = src.named(things.iter().map(|thing| thing.0));
                calls.push(format!("drop x{}", things.remove(place).1));
            }
        }
    }
    calls
}

/// Which of five is open depends on what was done before; some are left out.
fn turns(src: &mut Source) -> Vec<u32> {
    let mut done = Vec::new();
    let left_out = src.draw(0..32_u64);
    let mut steps = src.begin_items("turns", &Lengths { min: 0, max: 12, explicit: true });
    while src.next_item(&mut steps) {
        let last = done.last().copied().unwrap_or(0);
        let is_open = |turn: u32| turn != last && !(turn + last).is_multiple_of(4);
        let Some(turn) = src.enabled_branch(5, None, left_out, is_open) else {
            src.discard_item(&mut steps);
            src.stop_items(&steps);
            break;
        };
        done.push(turn);
    }
    done
}

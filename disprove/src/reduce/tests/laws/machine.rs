//! Generators that draw as state machines do: rules with preconditions, and named objects.

use crate::source::{Source, sample::Lengths, tests::table::Table};

pub(super) fn add(table: &mut Table) {
    table.add("machine", machine, |_| true);
    table.add("turns", turns, |_| true);
}

/// Creates objects, uses them, and consumes them.
fn machine(src: &mut Source) -> Vec<String> {
    let (mut objects, mut calls, mut created) = (Vec::new(), Vec::new(), 0);
    let mut steps = src.begin_items("machine", &Lengths { min: 0, max: 12, explicit: true });
    while src.next_item(&mut steps) {
        let rule = src.enabled_branch(3, None, 0, |rule| rule == 0 || !objects.is_empty());
        match rule.expect("the first rule is always enabled") {
            0 => {
                let name = src.name(created);
                objects.push((name, created));
                calls.push(format!("x{created} = {}", src.draw(0..20_u8)));
                created += 1;
            }
            1 => {
                let index = src.named(objects.iter().map(|object| object.0));
                calls.push(format!("use x{}", objects[index].1));
            }
            _ => {
                let index = src.named(objects.iter().map(|object| object.0));
                calls.push(format!("drop x{}", objects.remove(index).1));
            }
        }
    }
    calls
}

/// Five rules, enabled by the previous one; a drawn mask excludes some.
fn turns(src: &mut Source) -> Vec<u32> {
    let mut done = Vec::new();
    let excluded = src.draw(0..32_u64);
    let mut steps = src.begin_items("turns", &Lengths { min: 0, max: 12, explicit: true });
    while src.next_item(&mut steps) {
        let last = done.last().copied().unwrap_or(0);
        let is_enabled = |turn: u32| turn != last && !(turn + last).is_multiple_of(4);
        let Some(turn) = src.enabled_branch(5, None, excluded, is_enabled) else {
            src.discard_item(&mut steps);
            src.stop_items(&steps);
            break;
        };
        done.push(turn);
    }
    done
}

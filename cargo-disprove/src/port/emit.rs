//! The edits of a file, from those of its units.

use super::{
    edits::Edits,
    imports,
    plan::{is_derived, old_types},
    translator::{columns, resolve_names},
    unit::{MacroCall, PortedFile, Unit, UnitKind},
};
use std::{collections::HashSet, fmt::Write as _, ops::Range};

/// The edits of each file.
pub(super) fn emit(files: &[PortedFile]) -> Vec<Edits> {
    let old = old_types(files);
    files.iter().map(|file| file_edits(file, &old)).collect()
}

fn file_edits(file: &PortedFile, old_types: &HashSet<String>) -> Edits {
    let mut edits = Edits::default();
    let removed = removed(file, old_types);
    let mut imports = imports::Imports::new(file, &removed);
    let stays_too = |unit: &Unit| unit.kind == UnitKind::Type && old_types.contains(&unit.name);
    let mut ported: Vec<Option<Edits>> = Vec::new();
    for unit in &file.units {
        ported.push(match &unit.result {
            Ok(translation) => {
                let mut own = match &unit.beside {
                    Some(beside) if stays_too(unit) && is_derived(file, unit) => beside.clone(),
                    _ => translation.edits.clone(),
                };
                let is_beside = stays_too(unit);
                own.map_texts(&mut |text| {
                    resolve_names(text, &mut |name| imports.resolve(unit.module, name, is_beside))
                });
                Some(own)
            }
            Err(_) => None,
        });
    }
    for (unit, own) in file.units.iter().zip(&ported) {
        let Some(own) = own.as_ref().filter(|_| unit.block.is_none()) else { continue };
        if stays_too(unit) && !is_derived(file, unit) {
            let text = own.render(&file.text, unit.region.clone());
            let indentation = " ".repeat(columns(&file.text, unit.region.start));
            edits.insert(unit.region.end, format!("\n\n{indentation}{text}"));
        } else {
            edits.extend(own);
        }
    }
    for call in &file.calls {
        unwrap(file, call, &ported, &mut edits);
    }
    for wrapper in &file.wrappers {
        if removed.contains(&wrapper.range) {
            edits.delete(with_comments(&file.text, wrapper.range.clone()));
        }
    }
    imports.write(&mut edits);
    if file.text.contains("\r\n") {
        edits.map_texts(&mut |text| text.replace("\r\n", "\n").replace('\n', "\r\n"));
    }
    edits
}

/// What is no longer there in its old form.
fn removed(file: &PortedFile, old_types: &HashSet<String>) -> Vec<Range<usize>> {
    let mut removed = Vec::new();
    for unit in &file.units {
        let stays = unit.kind == UnitKind::Type && old_types.contains(&unit.name);
        if unit.is_ported() && !stays {
            removed.push(unit.region.clone());
        }
    }
    for call in &file.calls {
        if is_whole(file, call) {
            removed.push(call.range.clone());
        }
    }
    for wrapper in &file.wrappers {
        let mut calls =
            file.calls.iter().filter(|call| call.wrapper.as_ref() == Some(&wrapper.name));
        if calls.all(|call| is_whole(file, call)) {
            removed.push(wrapper.range.clone());
        }
    }
    removed
}

/// Whether everything in a macro call is ported.
fn is_whole(file: &PortedFile, call: &MacroCall) -> bool {
    call.units.iter().all(|unit| file.units[*unit].is_ported())
}

/// Moves the ported functions out of a macro call.
fn unwrap(file: &PortedFile, call: &MacroCall, ported: &[Option<Edits>], edits: &mut Edits) {
    let text = &file.text;
    let attributes: Vec<&str> = call.attributes.iter().map(|at| &text[at.clone()]).collect();
    let outer = " ".repeat(columns(text, call.open.start));
    let mut inner = Edits::default();
    for unit in &call.units {
        let Some(own) = &ported[*unit] else { continue };
        inner.extend(own);
        let start = skip_comments(text, file.units[*unit].region.start);
        for attribute in &attributes {
            inner.insert(start, format!("{attribute}\n{outer}"));
        }
    }
    let content = call.config.as_ref().map_or(call.open.end, |config| config.end)..call.close.start;
    inner.dedent(text, content.clone(), call.dedent, &call.literals);
    if is_whole(file, call) {
        let Some(last) = call.units.last() else { return };
        let blank = text[content.clone()].find(|c: char| !c.is_whitespace()).unwrap_or_default();
        edits.delete(call.range.start..content.start + blank);
        let end = file.units[*last].region.end;
        let rest = text[end..call.close.start].trim_end().len();
        edits.delete(end + rest..call.close.end);
        edits.extend(&inner);
        return;
    }
    let mut moved = String::new();
    for unit in &call.units {
        if ported[*unit].is_none() {
            continue;
        }
        let region = file.units[*unit].region.clone();
        let new = inner.render(text, region.clone());
        let _ = write!(moved, "\n\n{outer}{}", new.trim());
        edits.delete(region);
    }
    // The first function that stays needs no blank line above it.
    let first = call.units.iter().find(|unit| ported[**unit].is_none());
    if let Some(first) = first.filter(|first| call.config.is_none() && call.units[0] != **first) {
        let start = file.units[*first].region.start;
        if text[start..].starts_with("\n\n") {
            edits.delete(start..start + 1);
        }
    }
    edits.insert(call.range.end, moved);
}

/// The first place that is neither blank nor in a comment. Documentation is code.
fn skip_comments(text: &str, mut at: usize) -> usize {
    loop {
        let rest = &text[at..];
        let blank = rest.len() - rest.trim_start().len();
        at += blank;
        let rest = &text[at..];
        let is_doc = (rest.starts_with("///") && !rest.starts_with("////"))
            || rest.starts_with("//!")
            || (rest.starts_with("/**") && !rest.starts_with("/***") && !rest.starts_with("/**/"));
        if is_doc {
            return at;
        }
        if rest.starts_with("//") {
            at += rest.find('\n').unwrap_or(rest.len());
        } else if rest.starts_with("/*") {
            at += rest.find("*/").map_or(rest.len(), |end| end + 2);
        } else {
            return at;
        }
    }
}

/// The range with the comments right above it, and the blank line that follows.
fn with_comments(text: &str, at: Range<usize>) -> Range<usize> {
    let mut start = text[..at.start].rfind('\n').map_or(0, |line| line + 1);
    while start > 0 {
        let line = text[..start - 1].rfind('\n').map_or(0, |line| line + 1);
        if !text[line..start].trim_start().starts_with("//") {
            break;
        }
        start = line;
    }
    let mut end = at.end;
    for _ in 0..2 {
        let line = text[end..].find('\n').map_or(text.len(), |found| end + found + 1);
        if text[end..line].trim().is_empty() {
            end = line;
        }
    }
    start..end
}

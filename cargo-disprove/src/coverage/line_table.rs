//! The source lines of the instrumented blocks of a test binary.
//!
//! The compiler writes the address of each block into a section of the binary, in the order in which the blocks are numbered.
//! The line tables of the debug information lead from addresses to lines.

use std::{
    collections::{BTreeMap, BTreeSet},
    path::Path,
};

/// The source lines of each block.
#[derive(Debug, Default)]
pub(crate) struct LineTable {
    /// The source files of the workspace, and their lines with code.
    files: Vec<SourceFile>,
    /// For each block, its lines: the position of a file, and the number of a line.
    blocks: Vec<Vec<(usize, u32)>>,
}

/// A source file.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct SourceFile {
    /// Its path in the workspace.
    pub(crate) name: String,
    /// The lines with code, in order, and whether each is covered.
    pub(crate) lines: Vec<(u32, bool)>,
}

impl SourceFile {
    pub(crate) fn covered(&self) -> usize {
        self.lines.iter().filter(|(_, is_covered)| *is_covered).count()
    }

    /// The lines that are not covered, as ranges of neighbors. Lines without code do not interrupt a range.
    pub(crate) fn uncovered(&self) -> Vec<(u32, u32)> {
        let mut ranges: Vec<(u32, u32)> = Vec::new();
        let mut continues = false;
        for (line, is_covered) in &self.lines {
            match ranges.last_mut() {
                _ if *is_covered => {}
                Some(last) if continues => last.1 = *line,
                _ => ranges.push((*line, *line)),
            }
            continues = !is_covered;
        }
        ranges
    }
}

impl LineTable {
    /// Reads the tables of a binary; an error is a sentence for the user. `root` is the folder of the workspace.
    pub(crate) fn read(binary: &Path, root: &Path) -> Result<LineTable, String> {
        LineTable::of(blocks(binary, root)?)
    }

    /// The table of these blocks: for each, files and lines.
    pub(crate) fn of(blocks: Vec<Vec<(String, u32)>>) -> Result<LineTable, String> {
        let mut table = LineTable::default();
        let mut numbers: BTreeMap<String, usize> = BTreeMap::new();
        for lines in blocks {
            let mut block = BTreeSet::new();
            for (name, line) in lines {
                let file = *numbers.entry(name).or_insert_with_key(|name| {
                    table.files.push(SourceFile { name: name.clone(), ..SourceFile::default() });
                    table.files.len() - 1
                });
                block.insert((file, line));
            }
            table.blocks.push(block.into_iter().collect());
        }
        if table.files.is_empty() {
            return Err(NO_LINES.to_owned());
        }
        Ok(table)
    }

    /// The number of blocks.
    pub(crate) fn len(&self) -> usize {
        self.blocks.len()
    }

    /// The files with a covered line, by name. Blocks are numbered from 1.
    pub(crate) fn covered(&self, blocks: &BTreeSet<u32>) -> Vec<SourceFile> {
        let mut lines: Vec<BTreeMap<u32, bool>> = vec![BTreeMap::new(); self.files.len()];
        for (at, block) in self.blocks.iter().enumerate() {
            let is_covered = blocks.contains(&(at as u32 + 1));
            for (file, line) in block {
                *lines[*file].entry(*line).or_default() |= is_covered;
            }
        }
        let mut files = Vec::new();
        for (file, lines) in self.files.iter().zip(lines) {
            if lines.values().any(|is_covered| *is_covered) {
                files.push(SourceFile {
                    name: file.name.clone(),
                    lines: lines.into_iter().collect(),
                });
            }
        }
        files.sort_by(|a, b| a.name.cmp(&b.name));
        files
    }
}

const NO_LINES: &str =
    "the test binary has no line tables: build with `debug = \"line-tables-only\"` in the profile";

#[cfg(not(target_os = "linux"))]
fn blocks(_: &Path, _: &Path) -> Result<Vec<Vec<(String, u32)>>, String> {
    Err("the build has no compiler coverage".to_owned())
}

#[cfg(target_os = "linux")]
use elf::blocks;

/// Reads the binary.
#[cfg(target_os = "linux")]
mod elf {
    use super::NO_LINES;
    use addr2line::{
        Context,
        gimli::{Dwarf, EndianSlice, LittleEndian, SectionId},
    };
    use object::{Object, ObjectSection, ObjectSymbol, SymbolKind};
    use std::{fs, path::Path};

    /// The section with the addresses of the blocks: for each an address and flags.
    const ADDRESSES: &str = "__sancov_pcs";
    const WORD: usize = 8;
    const ENTRY: usize = 2 * WORD;

    type Reader<'a> = EndianSlice<'a, LittleEndian>;

    /// The lines of each block in files of the workspace.
    pub(super) fn blocks(binary: &Path, root: &Path) -> Result<Vec<Vec<(String, u32)>>, String> {
        let unreadable =
            |why: &dyn std::fmt::Display| format!("cannot read the test binary: {why}");
        let bytes = fs::read(binary).map_err(|why| unreadable(&why))?;
        let file = object::File::parse(&*bytes).map_err(|why| unreadable(&why))?;
        let addresses = addresses(&file).ok_or("the build has no compiler coverage")?;
        let section = |id: SectionId| -> Result<Reader<'_>, object::Error> {
            // Compressed sections count as missing.
            let data = file.section_by_name(id.name()).and_then(|it| it.data().ok());
            Ok(EndianSlice::new(data.unwrap_or_default(), LittleEndian))
        };
        let dwarf = Dwarf::load(section).map_err(|why| unreadable(&why))?;
        let context = Context::from_dwarf(dwarf).map_err(|_| NO_LINES)?;
        let ends = ends(&file, &addresses);
        let mut blocks = Vec::new();
        for (start, end) in addresses.iter().zip(ends) {
            let mut lines = Vec::new();
            let found = context.find_location_range(*start, end);
            for (_, _, location) in found.into_iter().flatten() {
                let (Some(path), Some(line)) = (location.file, location.line) else { continue };
                let Ok(name) = Path::new(path).strip_prefix(root) else { continue };
                lines.push((name.display().to_string(), line));
            }
            blocks.push(lines);
        }
        Ok(blocks)
    }

    /// The addresses of the blocks, in the order of their numbers.
    fn addresses(file: &object::File<'_>) -> Option<Vec<u64>> {
        let section = file.section_by_name(ADDRESSES)?;
        let (start, data) = (section.address(), section.data().ok()?);
        let mut addresses: Vec<u64> = Vec::new();
        for entry in data.chunks_exact(ENTRY) {
            addresses.push(u64::from_le_bytes(entry[..WORD].try_into().ok()?));
        }
        // In a program that can be loaded anywhere, the loader adds them.
        for (at, relocation) in file.dynamic_relocations().into_iter().flatten() {
            let offset = at.wrapping_sub(start) as usize;
            if offset < data.len() && offset.is_multiple_of(ENTRY) {
                addresses[offset / ENTRY] = relocation.addend() as u64;
            }
        }
        Some(addresses)
    }

    /// The end of each block: the start of the next one, or the end of its function.
    fn ends(file: &object::File<'_>, addresses: &[u64]) -> Vec<u64> {
        let mut functions: Vec<(u64, u64)> = Vec::new();
        for symbol in file.symbols().filter(|symbol| symbol.kind() == SymbolKind::Text) {
            functions.push((symbol.address(), symbol.address() + symbol.size()));
        }
        functions.sort_unstable();
        let mut sorted = addresses.to_vec();
        sorted.sort_unstable();
        let mut ends = Vec::new();
        for start in addresses {
            // Without symbols, only the first instruction of a block is known to belong to it.
            let function = functions.partition_point(|(first, _)| first <= start);
            let end = function.checked_sub(1).map(|at| functions[at].1);
            let end = end.filter(|end| end > start).unwrap_or(start + 1);
            let next = sorted.partition_point(|other| other <= start);
            ends.push(sorted.get(next).map_or(end, |next| end.min(*next)));
        }
        ends
    }
}

#[cfg(test)]
mod tests {
    use super::{LineTable, Path, SourceFile};
    use std::collections::BTreeSet;

    fn table() -> LineTable {
        let file = |name: &str| SourceFile { name: name.to_owned(), lines: Vec::new() };
        LineTable {
            files: vec![file("src/lib.rs"), file("src/a.rs")],
            blocks: vec![
                vec![(0, 3), (0, 4)],
                vec![(0, 4), (0, 9)],
                vec![(1, 1)],
                Vec::new(),
                vec![(0, 10), (0, 30)],
            ],
        }
    }

    #[test]
    fn a_line_is_covered_if_one_of_its_blocks_is() {
        let covered = table().covered(&BTreeSet::from([2, 4, 99]));
        let lines = vec![(3, false), (4, true), (9, true), (10, false), (30, false)];
        assert_eq!(covered, [SourceFile { name: "src/lib.rs".to_owned(), lines }]);
        assert_eq!((covered[0].covered(), covered[0].uncovered()), (2, vec![(3, 3), (10, 30)]));
        let names: Vec<String> =
            table().covered(&BTreeSet::from([1, 3])).into_iter().map(|file| file.name).collect();
        assert_eq!(names, ["src/a.rs", "src/lib.rs"]);
    }

    #[test]
    fn lines_need_coverage_and_line_tables() {
        let binary = std::env::current_exe().expect("a path");
        let plain = LineTable::read(&binary, Path::new("/")).expect_err("not instrumented");
        assert_eq!(plain, "the build has no compiler coverage");
        let why = LineTable::of(vec![Vec::new()]).expect_err("a block without lines");
        assert!(why.contains("has no line tables: build with `debug = \"line-tables-only\"`"));
        let table = LineTable::of(vec![vec![("src/a.rs".to_owned(), 7)]]).expect("a line");
        assert_eq!(table.covered(&BTreeSet::from([1]))[0].lines, [(7, true)]);
    }
}

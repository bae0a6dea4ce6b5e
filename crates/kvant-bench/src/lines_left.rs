//! Lines of a program that still have instructions, by the positions in LLVM IR.
//!
//! Instructions that the optimiser merges from several places lose their positions, so this errs towards too few.

use std::collections::{BTreeSet, HashMap};

/// The lines of the file `program.rs` from which the instructions in `inside` come. Positions are at the end of `ir`, and the lines
/// of `inside` reference them: `…, !dbg !7`.
pub(crate) fn lines_left<'a>(ir: &str, inside: impl Iterator<Item = &'a str>) -> BTreeSet<u32> {
    let nodes = Nodes::read(ir);
    let positions = inside.filter_map(|line| {
        let (_, after) = line.rsplit_once("!dbg ")?;
        after.split([',', ' ']).next()
    });
    let positions: BTreeSet<&str> = positions.collect();
    let lines = positions.into_iter().filter_map(|at| nodes.line(at));
    lines.collect()
}

/// The numbered metadata nodes of a module.
struct Nodes<'a>(HashMap<&'a str, &'a str>);

impl<'a> Nodes<'a> {
    fn read(ir: &'a str) -> Nodes<'a> {
        let nodes = ir.lines().filter(|line| line.starts_with('!'));
        Nodes(nodes.filter_map(|line| line.split_once(" = ")).collect())
    }

    /// The line of a position in the program's own file. An inlined instruction keeps the position of its origin.
    fn line(&self, position: &str) -> Option<u32> {
        let node = self
            .0
            .get(position)
            .filter(|node| node.contains("!DILocation("))?;
        let line = field(node, "line")?.parse().ok().filter(|line| *line > 0)?;
        let scope = self.0.get(field(node, "scope")?)?;
        let file = self.0.get(field(scope, "file")?)?;
        file.contains("filename: \"program.rs\"").then_some(line)
    }
}

/// The value of a field in `!DILocation(line: 7, column: 5, scope: !3)`.
fn field<'a>(node: &'a str, name: &str) -> Option<&'a str> {
    let (_, fields) = node.split_once('(')?;
    let mut fields = fields.trim_end_matches(')').split(", ");
    fields.find_map(|field| field.strip_prefix(name)?.strip_prefix(": "))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_counts_once_and_only_if_it_is_the_programs() {
        let ir = "\
!1 = !DIFile(filename: \"program.rs\", directory: \"/x\")
!2 = !DIFile(filename: \"library/core/src/mem.rs\", directory: \"/x\")
!3 = distinct !DISubprogram(name: \"f, g\", scope: !9, file: !1, line: 3)
!4 = distinct !DISubprogram(name: \"swap\", scope: !9, file: !2, line: 3)
!5 = !DILocation(line: 7, column: 5, scope: !3)
!6 = distinct !DILocation(line: 8, column: 5, scope: !3, inlinedAt: !5)
!7 = !DILocation(line: 9, column: 5, scope: !4, inlinedAt: !5)
!8 = !DILocation(line: 0, scope: !3)
";
        let inside = [
            "  %a = add i32 %x, 1, !dbg !5",
            "  %b = add i32 %x, 2, !dbg !5",
            "  call void @f(), !dbg !6, !noalias !77",
            "  %c = add i32 %x, 3, !dbg !7",
            "  %d = add i32 %x, 4, !dbg !8",
            "  ret void",
        ];
        assert_eq!(lines_left(ir, inside.into_iter()), BTreeSet::from([7, 8]));
    }
}

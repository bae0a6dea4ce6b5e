//! Lines of source code that debug information gives for instructions.

use rustc_hash::FxHashMap;

use crate::syntax::{Instruction, Item, Metadata, Module};
use crate::unescaped;

/// A place in source code.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SourceLine {
    /// The file, with its folder unless the name is absolute; empty if it is not known.
    pub file: String,
    /// The line.
    pub line: u32,
    /// The column; 0 if it is not known.
    pub column: u32,
    /// The function, if it is known.
    pub function: Option<String>,
}

impl std::fmt::Display for SourceLine {
    /// `src/main.c:3:5`.
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}:{}", self.file, self.line)?;
        match self.column {
            0 => Ok(()),
            column => write!(f, ":{column}"),
        }
    }
}

/// The numbered nodes of a module.
pub struct DebugInfo<'m> {
    module: &'m Module,
    nodes: FxHashMap<u32, &'m Metadata>,
}

/// Scopes and inlined calls are followed this far.
const DEEPEST: usize = 100;

impl<'m> DebugInfo<'m> {
    /// The nodes of a module.
    pub fn new(module: &'m Module) -> DebugInfo<'m> {
        let nodes = module.items.iter().filter_map(|item| match item {
            Item::Metadata(number, _, node) => Some((*number, node)),
            _ => None,
        });
        DebugInfo {
            module,
            nodes: nodes.collect(),
        }
    }

    /// The source line of an instruction, then the lines of the calls that were inlined, from the inside out.
    pub fn lines(&self, instruction: &Instruction) -> Vec<SourceLine> {
        let attachments = instruction.attachments.as_deref().unwrap_or_default();
        let names = &self.module.names;
        let dbg = attachments.iter().find(|it| names.get(it.kind) == "dbg");
        let mut lines = Vec::new();
        let mut next = dbg.and_then(|it| self.special(&it.node));
        while let (Some(text), true) = (next, lines.len() < DEEPEST) {
            if !text.starts_with("!DILocation(") {
                break;
            }
            let number = |name| field(text, name).and_then(|it| it.parse().ok());
            let (file, function) = self.scope(field(text, "scope"));
            lines.push(SourceLine {
                file: file.unwrap_or_default(),
                line: number("line").unwrap_or(0),
                column: number("column").unwrap_or(0),
                function,
            });
            next = field(text, "inlinedAt").and_then(|it| self.referred(it));
        }
        lines
    }

    /// The file and the function of a scope.
    fn scope(&self, scope: Option<&str>) -> (Option<String>, Option<String>) {
        let (mut file, mut next) = (None, scope);
        for _ in 0..DEEPEST {
            let Some(text) = next.and_then(|it| self.referred(it)) else {
                break;
            };
            file = file.or_else(|| self.file(field(text, "file")));
            if text.starts_with("!DISubprogram(") {
                return (file, field(text, "name").map(string));
            }
            next = field(text, "scope");
        }
        (file, None)
    }

    fn file(&self, node: Option<&str>) -> Option<String> {
        let text = self.referred(node?)?;
        let name = string(field(text, "filename")?);
        let folder = field(text, "directory").map(string).unwrap_or_default();
        Some(match folder.is_empty() || name.starts_with('/') {
            true => name,
            false => format!("{folder}/{name}"),
        })
    }

    /// The text of the node that a field refers to: `!5`, or the node itself.
    fn referred(&self, field: &'m str) -> Option<&'m str> {
        match field.strip_prefix('!')?.parse() {
            Ok(number) => self.special(&Metadata::Node(number)),
            Err(_) => Some(field),
        }
    }

    fn special(&self, node: &Metadata) -> Option<&'m str> {
        let name = match node {
            Metadata::Special(name) => *name,
            Metadata::Node(number) => match self.nodes.get(number)? {
                Metadata::Special(name) => *name,
                _ => return None,
            },
            _ => return None,
        };
        Some(self.module.names.get(name))
    }
}

/// The text of an instruction without `!dbg` at its end.
pub fn without_debug(text: &str) -> &str {
    match text.rsplit_once(", !dbg ") {
        Some((before, node)) if !node.contains(", ") => before,
        _ => text,
    }
}

/// The text of a field of a node: `!DILocation(line: 5, scope: !3)`.
fn field<'t>(node: &'t str, name: &str) -> Option<&'t str> {
    let (_, inside) = node.split_once('(')?;
    let inside = inside.strip_suffix(')').unwrap_or(inside);
    let (mut depth, mut in_text, mut start) = (0, false, 0);
    for (at, byte) in inside.bytes().chain([b',']).enumerate() {
        match byte {
            b'"' => in_text = !in_text,
            _ if in_text => {}
            b'(' | b'{' => depth += 1,
            b')' | b'}' => depth -= 1,
            b',' if depth == 0 => {
                let (key, value) = inside.get(start..at)?.split_once(':')?;
                if key.trim() == name {
                    return Some(value.trim());
                }
                start = at + 1;
            }
            _ => {}
        }
    }
    None
}

/// A text without its quotes.
fn string(quoted: &str) -> String {
    let inside = quoted.trim_matches('"');
    String::from_utf8_lossy(&unescaped(inside)).into_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_follow_inlined_calls() {
        let text = r#"
define void @f() !dbg !3 {
  ret void, !dbg !6
}
define void @g() {
  ret void
}
!llvm.dbg.cu = !{!0}
!llvm.module.flags = !{!2}
!0 = distinct !DICompileUnit(language: DW_LANG_C, file: !1)
!1 = !DIFile(filename: "a, b.c", directory: "/src")
!2 = !{i32 2, !"Debug Info Version", i32 3}
!3 = distinct !DISubprogram(name: "f", file: !1, line: 1, type: !4, unit: !0)
!4 = !DISubroutineType(types: !{})
!5 = distinct !DISubprogram(name: "inner", file: !7, line: 9, type: !4, unit: !0)
!6 = !DILocation(line: 10, column: 3, scope: !8, inlinedAt: !9)
!7 = !DIFile(filename: "/include/i.h", directory: "/src")
!8 = distinct !DILexicalBlock(scope: !5, file: !7, line: 9)
!9 = distinct !DILocation(line: 2, scope: !3)
"#;
        let module = crate::parse::module(text).unwrap();
        let info = DebugInfo::new(&module);
        let lines = |n: usize| {
            let Item::Function(function) = &module.items[n] else {
                panic!("no function");
            };
            let instruction = &function.body.as_ref().unwrap().instructions[0];
            let lines = info.lines(instruction).into_iter();
            let lines = lines.map(|it| format!("{it} {}", it.function.clone().unwrap_or_default()));
            lines.collect::<Vec<_>>()
        };
        assert_eq!(lines(0), ["/include/i.h:10:3 inner", "/src/a, b.c:2 f"]);
        assert_eq!(lines(1), [""; 0]);
    }
}

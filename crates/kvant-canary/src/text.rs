//! A reader of the text that `kvant_mir::print` writes, and the changes that canaries make to it.
//!
//! Only this file depends on the printer's format. Text in another format is an error, and never left unchanged. The tests
//! compare the programs that are read with those that were printed, so they fail when the printer changes.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::{self, Write as _};

/// The beginning of the prelude, which is the same in every program.
const PRELUDE: &str = "\nmod kvant {\n";
/// Prefix of the observers, before the name of the type.
const OBSERVE: &str = "kvant::observe_";
/// The prefix at sites that a canary has changed.
const CHANGED: &str = "kvant::canary_";
/// The text before the call of the entry function, in each form.
const ENTRIES: [(Form, &str); 3] = [
    (Form::Alone, "\nfn main() {\n    kvant::run(|| "),
    (Form::Batch, "pub fn kvant_run() { "),
    (
        Form::ConstEval,
        "\nconst _: () = {\n    let mut log = kvant::Log::new();\n    ",
    ),
];

/// The form of a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Form {
    /// One program, for people or for compilers.
    Alone,
    /// Several programs, each a module.
    Batch,
    /// One program, for compile-time evaluation.
    ConstEval,
}

/// A text that Kvant printed.
pub(crate) struct Text<'a> {
    source: &'a str,
    pub(crate) form: Form,
    pub(crate) programs: Vec<Program<'a>>,
}

/// A program of a text.
pub(crate) struct Program<'a> {
    /// Its module, in a batch.
    pub(crate) module: Option<&'a str>,
    pub(crate) functions: Vec<Function<'a>>,
    /// The index of the entry function.
    pub(crate) entry: usize,
}

/// A function of a program.
pub(crate) struct Function<'a> {
    pub(crate) name: &'a str,
    /// Its head and body.
    pub(crate) text: &'a str,
    pub(crate) blocks: Vec<Block<'a>>,
}

/// A block of a function: its terminator and its successors.
pub(crate) struct Block<'a> {
    pub(crate) end: End<'a>,
    pub(crate) targets: Vec<usize>,
}

/// The terminator of a block, as far as canaries depend on it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum End<'a> {
    Return,
    Observe(Site<'a>),
    /// A call of the function of this name.
    Call(&'a str),
    Other,
}

/// A place in the text where a value is observed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Site<'a> {
    /// The type of the value.
    pub(crate) ty: &'a str,
    /// The position of [`OBSERVE`].
    at: usize,
}

/// A construct on which canaries misbehave. Each is in 30 to 60 % of programs with 100 to 200 statements, and in 50 to 80 % of
/// those with 200 to 500.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Construct {
    CheckedArithmetic,
    Discriminant,
    Division,
    Equality,
    Loop,
    MutableReference,
    PointerOffset,
    ShiftLeft,
}

impl Function<'_> {
    /// Returns true if it contains the construct.
    pub(crate) fn has(&self, construct: Construct) -> bool {
        let words = match construct {
            Construct::CheckedArithmetic => " = Checked(",
            Construct::Discriminant => " = Discriminant(",
            Construct::Division => " / ",
            Construct::Equality => " == ",
            Construct::Loop => return self.has_loop(),
            Construct::MutableReference => " = &mut ",
            Construct::PointerOffset => " = Offset(",
            Construct::ShiftLeft => " << ",
        };
        self.text.contains(words)
    }
}

/// The behaviour of a program at a changed site.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Observer {
    /// Observes the right value.
    Right,
    /// Observes another value.
    Wrong,
    /// Observes another value, unless each observation is printed.
    WrongUntraced,
    /// Writes to unmapped memory.
    Segfault,
    /// Goes on as it should; the process ends with exit code 3.
    EndWithCode3,
    /// Ends the process at once, with exit code 0.
    EndEarly,
    /// Loops forever.
    Hang,
}

/// A text of Kvant that a canary cannot read or change: the reason. Canaries and printers do not fit each other.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unreadable(String);

impl From<&str> for Unreadable {
    fn from(reason: &str) -> Unreadable {
        Unreadable(reason.to_owned())
    }
}

impl fmt::Display for Unreadable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for Unreadable {}

impl<'a> Text<'a> {
    /// Reads a text. `None` if Kvant did not print it: then it does not name the prelude.
    pub(crate) fn read(source: &'a str) -> Result<Option<Text<'a>>, Unreadable> {
        if !source.contains("kvant::") {
            return Ok(None);
        }
        let (own, _) = source
            .split_once(PRELUDE)
            .ok_or(Unreadable::from("the text calls the prelude and has none"))?;
        let form = ENTRIES.into_iter().find(|(_, words)| own.contains(words));
        let (form, before_entry) = form.ok_or(Unreadable::from(
            "the text has nothing that begins a program",
        ))?;
        let mut text = Text {
            source,
            form,
            programs: Vec::new(),
        };
        let mut lines = Lines {
            source,
            next: 0,
            end: own.len(),
        };
        let (mut module, mut functions, mut is_custom) = (None, Vec::new(), false);
        while let Some((at, line)) = lines.next() {
            if line.starts_with("#[custom_mir(") {
                is_custom = true;
            } else if let Some(head) = function_head(line).filter(|_| is_custom) {
                functions.push(function(head, at, line, &mut lines)?);
                is_custom = false;
            } else if form == Form::Batch && line.starts_with("mod p") {
                module = line["mod ".len()..].strip_suffix(" {");
            } else if let (Form::Batch, Some(call)) = (form, line.strip_prefix(before_entry)) {
                let functions = std::mem::take(&mut functions);
                text.programs
                    .push(program(module.take(), functions, name(call))?);
            }
        }
        if form != Form::Batch {
            let call = own.split(before_entry).nth(1).unwrap_or_default();
            text.programs.push(program(None, functions, name(call))?);
        }
        let (read, there) = (text.sites().count(), own.matches(OBSERVE).count());
        if read != there {
            return Err(Unreadable(format!(
                "the text has {there} observations, of which {read} were read"
            )));
        }
        Ok(Some(text))
    }

    /// All sites of all programs.
    fn sites(&self) -> impl Iterator<Item = Site<'a>> {
        let functions = self.programs.iter().flat_map(|program| &program.functions);
        let blocks = functions.flat_map(|function| &function.blocks);
        blocks.filter_map(|block| match block.end {
            End::Observe(site) => Some(site),
            _ => None,
        })
    }

    /// The text with another observer at these sites, of which there must be at least one.
    pub(crate) fn change(
        &self,
        sites: &[Site<'_>],
        observer: Observer,
    ) -> Result<String, Unreadable> {
        let mut places: Vec<usize> = sites.iter().map(|site| site.at).collect();
        places.sort_unstable();
        let mut changed = String::with_capacity(self.source.len() + 1024);
        let mut copied = 0;
        for at in places {
            changed.push_str(&self.source[copied..at]);
            changed.push_str(CHANGED);
            copied = at + OBSERVE.len();
        }
        let types: BTreeSet<&str> = sites.iter().map(|site| site.ty).collect();
        let mut observers = String::new();
        for ty in types {
            self.observer(ty, observer, &mut observers)?;
        }
        if observers.is_empty() {
            return Err("there are no sites to change".into());
        }
        let rest = &self.source[copied..];
        let prelude = rest.find(PRELUDE).map(|at| at + PRELUDE.len());
        let prelude = prelude.ok_or(Unreadable::from("the prelude is before the changed sites"))?;
        changed.push_str(&rest[..prelude]);
        changed.push_str(&observers);
        changed.push_str(&rest[prelude..]);
        Ok(changed)
    }

    /// Appends the function that observes values of one type at changed sites.
    fn observer(&self, ty: &str, observer: Observer, out: &mut String) -> Result<(), Unreadable> {
        let wrong = match ty {
            "bool" => "!value",
            "char" => "if value == 'k' { 'v' } else { 'k' }",
            "f32" => "f32::from_bits(value.to_bits() ^ 1)",
            "f64" => "f64::from_bits(value.to_bits() ^ 1)",
            "i8" | "i16" | "i32" | "i64" | "i128" | "isize" | "u8" | "u16" | "u32" | "u64"
            | "u128" | "usize" => "value ^ 1",
            _ => {
                return Err(Unreadable(format!(
                    "a value of type `{ty}` is observed, which no canary knows"
                )));
            }
        };
        let (constant, parameter, argument) = match self.form {
            Form::ConstEval => ("const ", "log: *mut Log, ", "log, "),
            Form::Alone | Form::Batch => ("", "", ""),
        };
        let before = match observer {
            Observer::Right => "let value = value;".to_owned(),
            Observer::Wrong => format!("let value = {wrong};"),
            Observer::WrongUntraced => {
                format!("let value = if unsafe {{ TRACE }} {{ value }} else {{ {wrong} }};")
            }
            // Nothing is ever mapped there.
            Observer::Segfault => "unsafe { core::ptr::write_volatile(8 as *mut u8, 0) };".into(),
            // The C library does it last, when everything has been printed.
            Observer::EndWithCode3 => "extern \"C\" {
                fn atexit(last: extern \"C\" fn()) -> i32;
                fn _exit(code: i32) -> !;
            }
            extern \"C\" fn last() { unsafe { _exit(3) } }
            unsafe { atexit(last) };"
                .into(),
            Observer::EndEarly => {
                "extern \"C\" { fn _exit(code: i32) -> !; } unsafe { _exit(0) };".into()
            }
            Observer::Hang => "loop { core::hint::spin_loop() }".into(),
        };
        let _ = write!(
            out,
            "    #[inline(never)]
    pub {constant}fn canary_{ty}({parameter}site: u32, value: {ty}) {{
        {before}
        observe_{ty}({argument}site, value)
    }}
"
        );
        Ok(())
    }
}

/// The lines of a text before the prelude, with their positions.
struct Lines<'a> {
    source: &'a str,
    next: usize,
    end: usize,
}

impl<'a> Lines<'a> {
    fn next(&mut self) -> Option<(usize, &'a str)> {
        let rest = self.source.get(self.next..self.end)?;
        let line = rest.split('\n').next().filter(|_| !rest.is_empty())?;
        let at = self.next;
        self.next += line.len() + 1;
        Some((at, line))
    }
}

/// The text behind `fn`, if the line begins a function.
fn function_head(line: &str) -> Option<&str> {
    line.strip_prefix("const ")
        .unwrap_or(line)
        .strip_prefix("fn ")
}

/// The name at the beginning of a text.
fn name(text: &str) -> &str {
    let is_part = |c: char| c.is_alphanumeric() || c == '_';
    let end = text.find(|c| !is_part(c)).unwrap_or(text.len());
    &text[..end]
}

fn program<'a>(
    module: Option<&'a str>,
    functions: Vec<Function<'a>>,
    entry: &str,
) -> Result<Program<'a>, Unreadable> {
    let found = functions.iter().position(|function| function.name == entry);
    Ok(Program {
        module,
        entry: found
            .ok_or_else(|| Unreadable(format!("the entry function `{entry}` is missing")))?,
        functions,
    })
}

/// Reads a function whose first line is at `at`.
///
/// In the form for compilers, a block is `{`, a statement a line, and the terminator with `};` behind it; blocks are called `bb0`
/// and so on. In the readable form, a block begins with a line that contains its name, and a `match` has a line for each arm.
fn function<'a>(
    head: &'a str,
    at: usize,
    line: &str,
    lines: &mut Lines<'a>,
) -> Result<Function<'a>, Unreadable> {
    let source = lines.source;
    let is_readable = !line.ends_with("{{");
    let function = name(head);
    let wrong = |line: &str| Unreadable(format!("in `{function}`, this cannot be read: {line}"));
    let mut names: BTreeMap<String, usize> = BTreeMap::new();
    let mut ends: Vec<(End<'a>, Vec<&'a str>)> = Vec::new();
    let mut is_open = false;
    loop {
        let (at, line) = lines.next().ok_or_else(|| wrong("the end of the text"))?;
        if matches!(line, "_0}}}}}" | "}") {
            break;
        }
        let mut text = line.trim_start();
        let begins = match (is_readable, is_open) {
            (_, true) => None,
            (true, false) => block_head(text),
            (false, false) => text.strip_prefix('{').map(|rest| {
                text = rest;
                ""
            }),
        };
        if let Some(name) = begins {
            let name = match name {
                "" => format!("bb{}", ends.len()),
                _ => name.to_owned(),
            };
            names.insert(name, ends.len());
            is_open = true;
        } else if !is_open && !is_between_blocks(text) {
            return Err(wrong(line));
        }
        if !is_open || (begins.is_some() && is_readable) {
            continue;
        }
        let at = at + line.len() - text.len();
        let mut end = at + text.len();
        if is_readable && text.starts_with("match ") {
            while source.get(end - 1..end) != Some("}") {
                let (at, line) = lines.next().ok_or_else(|| wrong(text))?;
                end = at + line.len();
            }
        }
        if let Some(terminator) = terminator(&source[at..end], at) {
            ends.push(terminator);
            is_open = false;
        }
    }
    if is_open || ends.is_empty() {
        return Err(wrong("a block that does not end"));
    }
    let number = |target: &&str| names.get(*target).copied().ok_or_else(|| wrong(target));
    let blocks = ends.iter().map(|(end, targets)| {
        Ok(Block {
            end: *end,
            targets: targets
                .iter()
                .map(number)
                .collect::<Result<_, Unreadable>>()?,
        })
    });
    Ok(Function {
        name: function,
        text: &source[at..lines.next.min(source.len())],
        blocks: blocks.collect::<Result<_, Unreadable>>()?,
    })
}

/// The name of the block that a line of the readable form begins; the first block has none.
fn block_head(line: &str) -> Option<&str> {
    match line.strip_suffix('{')?.strip_suffix(" = ") {
        Some(name) => Some(name),
        None => (line == "{").then_some(""),
    }
}

/// Returns true if a line of the readable form is between blocks: a declaration, or a brace of the body.
fn is_between_blocks(line: &str) -> bool {
    line == "mir! {" || line == "}" || line.starts_with("let ")
}

/// Reads a terminator that begins at `at`. `None` if it is a statement.
fn terminator(text: &str, at: usize) -> Option<(End<'_>, Vec<&str>)> {
    if text.starts_with("Return()") {
        return Some((End::Return, Vec::new()));
    }
    if text.starts_with("Unreachable()") {
        return Some((End::Other, Vec::new()));
    }
    if let Some(target) = text.strip_prefix("Goto(") {
        return Some((End::Other, vec![name(target)]));
    }
    if text.starts_with("match ") {
        let arms = text.split(" => ").skip(1);
        return Some((End::Other, arms.map(name).collect()));
    }
    let call = text.strip_prefix("Call(")?;
    let (before, target) = call.rsplit_once("ReturnTo(")?;
    let (_, callee) = before.split_once(" = ")?;
    let end = match callee.strip_prefix(OBSERVE) {
        Some(ty) => End::Observe(Site {
            ty: name(ty),
            at: at + text.find(OBSERVE)?,
        }),
        None => End::Call(name(callee)),
    };
    Some((end, vec![name(target)]))
}

#[cfg(test)]
mod tests;

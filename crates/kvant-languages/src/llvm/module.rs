//! A module that was read and checked, and the places of its instructions.

use std::collections::HashMap;

use kvant_campaign::{BadOption, NotRun};
use kvant_llvm::debug::{DebugInfo, without_debug};
use kvant_llvm::layout::DataLayout;
use kvant_llvm::parse::{Positions, module_with_positions};
use kvant_llvm::syntax::{Function, Item, Module};
use kvant_llvm::{check, print};
use kvant_llvm_machine::{Origin, Program};
use kvant_record::listing::CodePlace;

/// The factor of scalable vectors.
const VSCALE: u32 = 2;

/// A module with its text.
pub(super) struct Read<'t> {
    pub(super) text: &'t str,
    pub(super) module: Module,
    pub(super) layout: DataLayout,
    positions: Positions,
    /// The index of each function among the items, by its name.
    functions: HashMap<String, usize>,
}

impl<'t> Read<'t> {
    /// Reads and checks a module.
    pub(super) fn new(text: &'t str) -> Result<Read<'t>, NotRun> {
        let (module, positions) =
            module_with_positions(text).map_err(|error| NotRun::Syntax(error.to_string()))?;
        let at = |item: usize, instruction: Option<usize>| {
            let place = match instruction {
                Some(instruction) => positions.of_instruction(item, instruction),
                None => positions.item(item),
            };
            place.map_or("1:1".to_owned(), |it| format!("{}:{}", it.line, it.column))
        };
        if let Err(fault) = check::module(&module) {
            let (item, instruction) = place_of_fault(&module, &fault);
            let (at, message) = (at(item, instruction), &fault.message);
            return Err(NotRun::Syntax(match fault.symbol.is_empty() {
                true => format!("{at}: {message}"),
                false => format!("{at}: in {}: {message}", fault.symbol),
            }));
        }
        let mut layout = "";
        let mut layout_at = 0;
        for (n, item) in module.items.iter().enumerate() {
            if let Item::DataLayout(name) = item {
                (layout, layout_at) = (module.names.get(*name), n);
            }
        }
        let layout = DataLayout::parse(layout)
            .map_err(|error| NotRun::Syntax(format!("{}: {error}", at(layout_at, None))))?;
        let functions = module.items.iter().enumerate();
        let functions = functions.filter_map(|(n, item)| match item {
            Item::Function(function) => Some((module.names.symbol(function.name), n)),
            _ => None,
        });
        Ok(Read {
            functions: functions.collect(),
            text,
            module,
            layout,
            positions,
        })
    }

    /// The program of the module.
    pub(super) fn program(&self) -> Program<'_> {
        let program = Program::new(&self.module, &self.layout);
        match self.text.contains("vscale") {
            true => program.with_vscale(VSCALE),
            false => program,
        }
    }

    /// The function to call: the one that is asked for, `main`, or the only one.
    pub(super) fn entry(&self, wanted: Option<&str>) -> Result<(String, &Function), NotRun> {
        let bodies = self.module.items.iter().filter_map(|item| match item {
            Item::Function(function) if function.body.is_some() => Some(&**function),
            _ => None,
        });
        let bodies: Vec<&Function> = bodies.collect();
        let name = |function: &Function| self.module.names.symbol(function.name);
        let find = |wanted: &str| {
            let found = bodies.iter().find(|it| name(it) == wanted);
            found.map(|function| (wanted.to_owned(), *function))
        };
        let found = match wanted {
            Some(wanted) => find(wanted.strip_prefix('@').unwrap_or(wanted)),
            None => find("main").or(match bodies[..] {
                [only] => Some((name(only), only)),
                _ => None,
            }),
        };
        found.ok_or_else(|| {
            const MOST: usize = 20;
            let names = bodies.iter().take(MOST).map(|it| format!("@{}", name(it)));
            let mut names = names.collect::<Vec<_>>().join(", ");
            if let Some(more @ 1..) = bodies.len().checked_sub(MOST) {
                names = format!("{names} and {more} more");
            }
            NotRun::Option(BadOption(match (wanted, bodies.is_empty()) {
                (_, true) => "the module has no function with a body".to_owned(),
                (Some(wanted), _) => {
                    format!("no function with a body is called `{wanted}`; there are {names}")
                }
                (None, _) => {
                    format!("the module has no @main: choose a function with --entry: {names}")
                }
            }))
        })
    }

    /// The line of the definition of a variable: `@g`.
    pub(super) fn defined(&self, symbol: &str) -> Option<u32> {
        let symbol = symbol.strip_prefix('@')?;
        let is_it = |item: &Item| match item {
            Item::Global(global) => self.module.names.symbol(global.name) == symbol,
            _ => false,
        };
        let item = self.module.items.iter().position(is_it)?;
        self.positions.item(item).map(|it| it.line)
    }

    /// An instruction, with its line and text.
    pub(super) fn place(&self, program: &Program<'_>, at: Origin) -> Option<CodePlace> {
        let (body, instruction) = program.instruction(at)?;
        let function = program.name_of(at.function);
        let number = at.instruction as usize;
        let item = self.functions.get(&function).copied()?;
        let line = self.positions.of_instruction(item, number);
        let written = self.positions.range(item, number);
        let written = written.and_then(|range| self.text.get(range));
        // Texts of several lines are printed on one.
        let text = match written {
            Some(text) if !text.contains('\n') => text.to_owned(),
            _ => print::instruction(&self.module, body, instruction),
        };
        let info = DebugInfo::new(&self.module);
        let source = info.lines(instruction);
        Some(CodePlace {
            function,
            text: without_debug(&text).to_owned(),
            line: line.map(|it| it.line),
            source: source.iter().map(ToString::to_string).collect(),
        })
    }
}

/// The item and the instruction of a fault.
fn place_of_fault(module: &Module, fault: &check::Fault) -> (usize, Option<usize>) {
    let is_it = |item: &Item| {
        let symbol = match item {
            Item::Function(function) => format!("@{}", module.names.symbol(function.name)),
            Item::Global(global) => format!("@{}", module.names.symbol(global.name)),
            Item::Alias(alias) => format!("@{}", module.names.symbol(alias.name)),
            Item::Type(name, _) => format!("%{}", module.names.symbol(*name)),
            Item::Comdat(name, _) => format!("${}", module.names.symbol(*name)),
            Item::Attributes(number, _) => format!("#{number}"),
            Item::Metadata(number, ..) => format!("!{number}"),
            Item::NamedMetadata(name, _) => format!("!{}", module.names.get(*name)),
            _ => return false,
        };
        symbol == fault.symbol
    };
    // Of a symbol that is there twice, the last one is the fault.
    let item = module.items.iter().rposition(is_it).unwrap_or(0);
    let instruction = match (&module.items.get(item), fault.place) {
        (Some(Item::Function(function)), Some((block, index))) => {
            let body = function.body.as_ref();
            let block = body.and_then(|body| body.blocks.get(block as usize));
            block.map(|block| (block.start + index) as usize)
        }
        _ => None,
    };
    (item, instruction)
}

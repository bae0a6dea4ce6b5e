//! Three machines as witnesses of one another: programs of MIR and C that compilers turned into LLVM IR are executed by the machine
//! of LLVM IR, and must give the observations that the machine of their language gives.

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::sync::Arc;

use kvant_c::CTarget;
use kvant_c_gen::GenConfig as CConfig;
use kvant_campaign::{Form, Subject};
use kvant_languages::{c, mir};
use kvant_llvm::layout::DataLayout;
use kvant_llvm::syntax::{Item, Module};
use kvant_llvm_machine::{First, Leaf, Limits as MachineLimits, Machine, Program, Stop};
use kvant_mir_gen::GenConfig as MirConfig;
use kvant_record::bench::{Witness, Witnesses};
use kvant_toolchain::{
    Backend, Cancel, CodeForm, Limits, OptLevel, Scratch, Toolchain, Toolchains, drivers,
};

use crate::{Error, Tell};

/// The programs that are executed.
pub struct Sample {
    /// The first seed.
    pub seed: u64,
    /// Number of programs of each language.
    pub count: u64,
    /// The folder for the LLVM IR of programs that disagree or are refused, if it is to be kept.
    pub keep: Option<PathBuf>,
}

/// The symbols of a language's programs: the function with the program, and the variables with the digest of its observations.
struct Symbols {
    entry: fn(&str) -> bool,
    count: fn(&str) -> bool,
    state: fn(&str) -> bool,
}

const OF_MIR: Symbols = Symbols {
    // The closure that calls the program, as a function pointer.
    entry: |name| name.contains("4main0") && name.contains("call_once"),
    count: |name| name.contains("5kvant5COUNT"),
    state: |name| name.contains("5kvant5STATE"),
};

const OF_C: Symbols = Symbols {
    entry: |name| name == "kvant_main",
    count: |_| false,
    state: |name| name == "kvant_state",
};

/// The oldest LLVM whose IR is read.
const OLDEST: u32 = 15;

/// Executes programs as LLVM IR at O0 and O3.
pub fn witnesses(
    sample: &Sample,
    cancel: &Cancel,
    tell: &mut Tell<'_>,
) -> Result<Witnesses, Error> {
    let toolchains = Toolchains::discover();
    let limits = Limits::for_compiler().cancelled_by(cancel);
    let scratch = Scratch::new()?;
    let mut witnesses = Vec::new();
    for (source, symbols) in [(drivers::RUST, &OF_MIR), (drivers::C, &OF_C)] {
        let Some(toolchain) = newest(toolchains.of(source)) else {
            continue;
        };
        let levels = [OptLevel::O0, OptLevel::O3];
        let backends = levels.map(|level| Backend::build(toolchain.clone(), level));
        let mut counts = backends.clone().map(|backend| Witness {
            backend: backend.name(),
            agree: 0,
            refused: BTreeMap::new(),
            against: Vec::new(),
        });
        for n in 0..sample.count {
            let seed = sample.seed + n;
            tell(format_args!(
                "{n} of {} programs with {}",
                sample.count, toolchain.name
            ));
            let subject: Box<dyn Subject> = match source == drivers::C {
                true => Box::new(c::from_seed(seed, &CConfig::default(), &CTarget::X86_64)?),
                false => Box::new(mir::from_seed(seed, &MirConfig::default())?),
            };
            for (backend, witness) in backends.iter().zip(&mut counts) {
                let (said, ir) = ask(&*subject, backend, symbols, &scratch, &limits)?;
                if let (Some(folder), Said::Refused(_) | Said::Other(_)) = (&sample.keep, &said) {
                    let file = folder.join(format!("seed-{seed}-{}.ll", backend.name()));
                    let written = std::fs::create_dir_all(folder);
                    let written = written.and_then(|()| std::fs::write(&file, ir));
                    written.map_err(|error| format!("cannot write {}: {error}", file.display()))?;
                }
                match said {
                    Said::Same => witness.agree += 1,
                    Said::Refused(reason) => *witness.refused.entry(reason).or_default() += 1,
                    Said::Other(text) => witness.against.push((seed, text)),
                }
            }
        }
        witnesses.extend(counts);
    }
    Ok(Witnesses {
        programs: sample.count,
        witnesses,
    })
}

/// The newest compiler of this machine whose LLVM IR can be read.
fn newest(toolchains: &[Arc<Toolchain>]) -> Option<&Arc<Toolchain>> {
    let llvm = |toolchain: &Toolchain| {
        let mut forms = toolchain.driver.family().code.iter();
        forms.find(|(form, _)| *form == CodeForm::LlvmIr)?;
        // That of clang is its own.
        let version = toolchain.llvm.as_ref().unwrap_or(&toolchain.release);
        version.split('.').next()?.parse::<u32>().ok()
    };
    let own = toolchains
        .iter()
        .filter(|it| it.architecture() == kvant_toolchain::host());
    let readable = own.filter(|it| llvm(it).is_some_and(|major| major >= OLDEST));
    readable.max_by_key(|it| (llvm(it), it.version))
}

/// The answer of the machine for LLVM IR.
enum Said {
    Same,
    Refused(String),
    Other(String),
}

/// Asks about a program. Returns its LLVM IR too.
fn ask(
    subject: &dyn Subject,
    backend: &Backend,
    symbols: &Symbols,
    scratch: &Scratch,
    limits: &Limits,
) -> Result<(Said, String), Error> {
    let dialect = backend.toolchain.dialect();
    if let Err(reason) = subject.in_dialect(&dialect) {
        return Ok((Said::Refused(reason.to_string()), String::new()));
    }
    let text = subject.text(Form::Fast, Some(&dialect));
    let ir = match backend.code(CodeForm::LlvmIr, &text, scratch.path(), limits) {
        Ok(Ok(ir)) => ir,
        Ok(Err(failure)) => return Ok((Said::Other(format!("{failure:?}")), String::new())),
        Err(error) => return Err(error.into()),
    };
    let said = match digest(&ir, symbols) {
        Ok(digest) if format!("kvant {digest}") == subject.summary() => Said::Same,
        Ok(digest) => Said::Other(format!("kvant {digest}, and not {}", subject.summary())),
        Err(Problem::Refused(reason)) => Said::Refused(reason),
        Err(Problem::Wrong(text)) => Said::Other(text),
    };
    Ok((said, ir))
}

/// The reason why there is no digest.
enum Problem {
    Refused(String),
    Wrong(String),
}

/// Executes a program, and returns the digest of its observations.
fn digest(ir: &str, symbols: &Symbols) -> Result<String, Problem> {
    let wrong = |text: &dyn std::fmt::Debug| Problem::Wrong(format!("{text:?}"));
    let module = kvant_llvm::parse::module(ir).map_err(|error| wrong(&error))?;
    kvant_llvm::check::module(&module).map_err(|fault| wrong(&fault))?;
    let layout = DataLayout::parse(module.data_layout().unwrap_or_default());
    let layout = layout.map_err(|error| wrong(&error))?;
    let program = Program::new(&module, &layout);
    let entry = program.functions().map(|(name, _)| name);
    let entry = entry.into_iter().find(|name| (symbols.entry)(name));
    let entry = entry.ok_or_else(|| Problem::Wrong("no function is the entry".to_owned()))?;
    let mut first = First::default();
    let limits = MachineLimits {
        steps: 200_000_000,
        ..MachineLimits::default()
    };
    let mut machine = Machine::new(&program, limits, &mut first);
    let ended = machine.begin(entry, &[]).and_then(|()| machine.run());
    if let Err(stopped) = ended {
        return Err(match stopped.stop {
            Stop::Ub(rule) => Problem::Wrong(format!("undefined behaviour: {}", rule.rule())),
            Stop::IllFormed(text) => Problem::Wrong(text.into()),
            stop => Problem::Refused(stop.to_string()),
        });
    }
    let mut number = |is_wanted: fn(&str) -> bool| {
        let name = globals(&module).find(|name| is_wanted(name))?;
        match machine.load(machine.symbol(name)?, 64) {
            Ok(Leaf::Int(value)) => Some(value as u64),
            _ => None,
        }
    };
    let state = number(symbols.state);
    let state = state.ok_or_else(|| Problem::Wrong("there is no digest".to_owned()))?;
    Ok(match number(symbols.count) {
        Some(count) => format!("{count} {state:016x}"),
        None => format!("{state:016x}"),
    })
}

fn globals(module: &Module) -> impl Iterator<Item = &str> {
    module.items.iter().filter_map(|item| match item {
        Item::Global(global) => Some(module.names.get(global.name)),
        _ => None,
    })
}

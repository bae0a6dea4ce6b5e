//! LLVM IR: the speed of the reader and of the machine, beside LLVM's own tools in the same run.

use std::path::{Path, PathBuf};

use kvant_llvm::layout::DataLayout;
use kvant_llvm::{index, parse};
use kvant_llvm_machine::{First, Limits as MachineLimits, Machine, Program};
use kvant_record::bench::{Llvm, LlvmLoop, LlvmMemory, LlvmText};
use kvant_toolchain::drivers::llvm::LlvmTool;
use kvant_toolchain::{Cancel, Exit, Limits, Scratch};

use crate::generate::peak_memory;
use crate::{Error, Tell, timed};

/// The loops that are executed. `ITERATIONS` stands for their number.
const LOOPS: [(&str, &str); 4] = [
    ("integers", include_str!("llvm/integer_loop.ll")),
    ("memory", include_str!("llvm/memory_loop.ll")),
    ("floats", include_str!("llvm/float_loop.ll")),
    ("calls", include_str!("llvm/call_loop.ll")),
];

/// The bytes of the text that is read if there are no files.
const USUAL: usize = 16 << 20;

/// A text is read again until this many seconds have passed.
const SECONDS: f64 = 0.5;

/// The memory for smaller texts is not told: most of it are pages that a process needs anyway.
const LARGE: u64 = 1 << 20;

/// Measures the reading of these files, or of a text that is made of the loops, and the execution of the loops. `measure` calls
/// [`llvm_memory`] in a process of its own.
pub fn llvm(
    files: &[PathBuf],
    iterations: u64,
    measure: impl Fn(&Path) -> Result<LlvmMemory, Error>,
    cancel: &Cancel,
    tell: &mut Tell<'_>,
) -> Result<Llvm, Error> {
    let limits = Limits::for_compiler().cancelled_by(cancel);
    let scratch = Scratch::new()?;
    let [assembler, interpreter] = ["llvm-as", "lli"].map(|name| newest(name, &limits));
    let mut texts = Vec::new();
    let mut all = files.to_vec();
    if all.is_empty() {
        let path = scratch.path().join("loops.ll");
        std::fs::write(&path, many_loops())?;
        all.push(path);
    }
    for path in &all {
        let name = match files.is_empty() {
            true => "the loops, many times".to_owned(),
            false => path.display().to_string(),
        };
        tell(format_args!("reading {name}"));
        let assembled = match &assembler {
            Some(tool) => Some(cpu_seconds(
                tool,
                ["-o".as_ref(), "/dev/null".as_ref(), path.as_os_str()],
                &limits,
            )?),
            None => None,
        };
        texts.push(text(name, path, assembled, &measure(path)?)?);
    }
    let mut loops = Vec::new();
    for (name, text) in LOOPS {
        tell(format_args!("executing {name}"));
        let rate = |iterations: u64| machine(&text.replace("ITERATIONS", &iterations.to_string()));
        let ((steps, seconds), (few, _)) = (rate(iterations)?, rate(1)?);
        let own = steps as f64 / seconds;
        let other = match &interpreter {
            Some(tool) => {
                let time = |iterations: u64| {
                    let path = scratch.path().join("loop.ll");
                    std::fs::write(&path, text.replace("ITERATIONS", &iterations.to_string()))?;
                    let arguments = ["-force-interpreter".as_ref(), path.as_os_str()];
                    cpu_seconds(tool, arguments, &limits)
                };
                // Without the time that it takes to start.
                let seconds = (time(iterations)? - time(1)?).max(1e-9);
                Some((steps - few) as f64 / seconds)
            }
            None => None,
        };
        loops.push(LlvmLoop {
            program: name.to_owned(),
            instructions: steps,
            instructions_per_cpu_second: own,
            lli_instructions_per_cpu_second: other,
            speedup: other.map(|other| own / other),
        });
    }
    Ok(Llvm {
        assembler: assembler.map(|tool| format!("llvm-as {}", tool.release)),
        interpreter: interpreter.map(|tool| format!("lli {}", tool.release)),
        texts,
        loops,
    })
}

/// The memory that parsing a text takes, in a process that does nothing else.
pub fn llvm_memory(path: &Path) -> Result<LlvmMemory, Error> {
    let text = read(path)?;
    let before = peak_memory();
    let module = parse::module(&text).map_err(|error| format!("{}:{error}", path.display()))?;
    let after = peak_memory();
    drop(module);
    let bytes = text.len() as u64;
    Ok(LlvmMemory {
        text_bytes: bytes,
        peak_memory_bytes: before
            .zip(after)
            .map(|(before, after)| bytes + after - before),
    })
}

fn read(path: &Path) -> Result<String, Error> {
    let text = std::fs::read_to_string(path);
    Ok(text.map_err(|error| format!("cannot read {}: {error}", path.display()))?)
}

fn text(
    name: String,
    path: &Path,
    assembled: Option<f64>,
    memory: &LlvmMemory,
) -> Result<LlvmText, Error> {
    let text = read(path)?;
    let megabytes = text.len() as f64 / 1e6;
    parse::module(&text).map_err(|error| format!("{}:{error}", path.display()))?;
    let speed = |work: &dyn Fn()| {
        let (mut times, mut total) = (0, 0.0);
        while total < SECONDS {
            total += timed(work).1;
            times += 1;
        }
        megabytes * f64::from(times) / total
    };
    let index = speed(&|| drop(std::hint::black_box(index::index(&text))));
    let parse = speed(&|| drop(std::hint::black_box(parse::module(&text))));
    let assembler = assembled.map(|seconds| megabytes / seconds.max(1e-9));
    let peak = memory
        .peak_memory_bytes
        .filter(|_| memory.text_bytes >= LARGE);
    Ok(LlvmText {
        text: name,
        bytes: memory.text_bytes,
        index_megabytes_per_cpu_second: index,
        parse_megabytes_per_cpu_second: parse,
        llvm_as_megabytes_per_cpu_second: assembler,
        index_speedup: assembler.map(|other| index / other),
        parse_speedup: assembler.map(|other| parse / other),
        peak_memory_by_text: peak.map(|peak| peak as f64 / memory.text_bytes.max(1) as f64),
    })
}

/// The number of executed instructions and the processor time of a module's `main`.
fn machine(text: &str) -> Result<(u64, f64), Error> {
    let module = parse::module(text)?;
    let layout = DataLayout::default();
    let program = Program::new(&module, &layout);
    let limits = MachineLimits {
        steps: u64::MAX,
        ..MachineLimits::default()
    };
    let mut choices = First::default();
    let mut machine = Machine::new(&program, limits, &mut choices);
    let (ended, seconds) = timed(|| machine.begin("main", &[]).and_then(|()| machine.run()));
    ended.map_err(|stopped| format!("a benchmark program stops: {}", stopped.stop))?;
    Ok((machine.steps(), seconds))
}

/// A module with the functions of all loops, many times.
fn many_loops() -> String {
    let mut text = String::new();
    for n in 0.. {
        for (name, program) in LOOPS {
            text.push_str(
                &program
                    .replace("ITERATIONS", "1")
                    .replace('@', &format!("@{name}_{n}_")),
            );
        }
        if text.len() >= USUAL {
            break;
        }
    }
    text
}

/// The newest tool of this name.
fn newest(name: &str, limits: &Limits) -> Option<LlvmTool> {
    LlvmTool::find_all(name, limits).into_iter().next()
}

/// The processor time of a tool with these arguments.
fn cpu_seconds<'a>(
    tool: &LlvmTool,
    arguments: impl IntoIterator<Item = &'a std::ffi::OsStr>,
    limits: &Limits,
) -> Result<f64, Error> {
    let ran = tool.run(arguments, None, limits)?;
    match ran.exit {
        Exit::Code(0) => Ok(ran.cpu.as_secs_f64()),
        exit => {
            let said = String::from_utf8_lossy(&ran.stderr);
            let path = tool.path.display();
            Err(format!("{path} fails: {exit}; {}", said.trim()).into())
        }
    }
}

//! LLVM IR: the speed of the reader and of the machine, beside LLVM's own tools in the same run.

use std::path::{Path, PathBuf};

use kvant_llvm::layout::DataLayout;
use kvant_llvm::{index, parse};
use kvant_llvm_machine::{First, Limits as MachineLimits, Machine, Program};
use kvant_record::bench::{Llvm, LlvmLoop, LlvmMemory, LlvmText};
use kvant_toolchain::{Cancel, Exit, Limits, Scratch, run};

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

/// The oldest version of LLVM that reads the texts.
const OLDEST: u32 = 15;

/// The newest version that is looked for.
const NEWEST: u32 = 30;

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
    let [assembler, interpreter] = ["llvm-as", "lli"].map(|name| Tool::find(name, &limits));
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
            Some(tool) => Some(tool.seconds(
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
                    tool.seconds(arguments, &limits)
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
        assembler: assembler.map(|tool| tool.version),
        interpreter: interpreter.map(|tool| tool.version),
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

/// A tool of LLVM.
struct Tool {
    path: PathBuf,
    /// Its name and version.
    version: String,
}

impl Tool {
    /// The newest one in the folders of `PATH` and of the zoo that reads the texts.
    fn find(name: &str, limits: &Limits) -> Option<Tool> {
        let path = std::env::var_os("PATH").unwrap_or_default();
        let mut folders: Vec<PathBuf> = std::env::split_paths(&path).collect();
        let zoo = std::env::var_os("KVANT_ZOO").map_or("zoo".into(), PathBuf::from);
        let versions = || (OLDEST..=NEWEST).rev();
        folders.extend(versions().map(|version| zoo.join(format!("llvm-{version}/bin"))));
        let names = versions().map(|version| format!("{name}-{version}"));
        let names: Vec<String> = names.chain([name.to_owned()]).collect();
        let files = folders.iter().flat_map(|folder| {
            let names = names.iter();
            names.map(move |name| folder.join(name))
        });
        let found = files.filter(|file| file.is_file()).filter_map(|path| {
            let said = run(&path, ["--version"], limits).ok()?;
            let said = String::from_utf8_lossy(&said.stdout).into_owned();
            let (_, version) = said.split_once("version ")?;
            let version = version.split_whitespace().next()?;
            let major: u32 = version.split('.').next()?.parse().ok()?;
            let tool = Tool {
                path,
                version: format!("{name} {version}"),
            };
            (major >= OLDEST).then_some((major, tool))
        });
        found.max_by_key(|(major, _)| *major).map(|it| it.1)
    }

    /// The processor time of the tool with these arguments.
    fn seconds<'a>(
        &self,
        arguments: impl IntoIterator<Item = &'a std::ffi::OsStr>,
        limits: &Limits,
    ) -> Result<f64, Error> {
        let ran = run(&self.path, arguments, limits)?;
        match ran.exit {
            Exit::Code(0) => Ok(ran.cpu.as_secs_f64()),
            exit => {
                let said = String::from_utf8_lossy(&ran.stderr);
                Err(format!("{} fails: {exit}; {}", self.version, said.trim()).into())
            }
        }
    }
}

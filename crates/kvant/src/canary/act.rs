//! What a canary does when it is called.

use std::ffi::OsString;
use std::fs::{self, File};
use std::io::{self, Read as _, Seek as _, Write as _};
use std::path::Path;

use kvant_toolchain::{hand_over, pass_through};

use super::bisect::Schedule;
use super::call::Call;
use super::text::{Form, Observer, Site, Text};
use super::{Canary, Deed, misdeed};
use crate::report::{Failure, line};

/// The folder in which changed texts are put, beside the output. The file has its old name, and so has the crate.
const CHANGED: &str = "canary";
/// The file in the canary's own folder that says how often it was called.
const COUNTER: &str = "count";
/// How often a flaky compiler is wrong: every so many times.
const PERIOD: u64 = 5;

/// Compiles as the real compiler would, and misbehaves where it should. This process ends with it; who comes back has an
/// error. `folder` is where the canary is installed.
pub(crate) fn run(
    canary: Canary,
    rustc: &Path,
    folder: Option<&Path>,
    args: &[OsString],
) -> Failure {
    let call = Call::new(args);
    let done = match call.source().map(Path::to_owned) {
        Some(source) => compile(canary, rustc, folder, call, &source),
        None => answer(canary, rustc, folder, &call),
    };
    match done {
        Ok(code) => std::process::exit(code),
        Err(Failure { message }) => format!("{}: {message}", canary.complaint()).into(),
    }
}

/// Answers a question about itself. Most of them are for the real compiler.
fn answer(
    canary: Canary,
    rustc: &Path,
    folder: Option<&Path>,
    call: &Call,
) -> Result<i32, Failure> {
    let mut args = call.args().to_vec();
    if call.has("-vV") {
        let status = pass_through(rustc, &args)?;
        line(format_args!("canary: {}", canary.name()));
        return Ok(status.code().unwrap_or(101));
    }
    if let (Some(folder), true) = (folder, call.has("--print") && call.has("sysroot")) {
        args.extend(["--sysroot".into(), folder.into()]);
    }
    Err(hand_over(rustc, &args).into())
}

/// Compiles a program. Returns how the compiler ends, if that is not left to the real one.
fn compile(
    canary: Canary,
    rustc: &Path,
    folder: Option<&Path>,
    mut call: Call,
    source: &Path,
) -> Result<i32, Failure> {
    let read = fs::read_to_string(source)
        .map_err(|error| format!("cannot read {}: {error}", source.display()))?;
    let Some(text) = Text::read(&read)? else {
        return Err(hand_over(rustc, call.args()).into());
    };
    let schedule = schedule(canary, &mut call, &text, source)?;
    let mut args = call.args().to_vec();
    if applies(canary, &call, &text) {
        match canary.deed() {
            Deed::Compiler(misdeed) => {
                let mut programs = text.programs.iter();
                if let Some(function) = programs.find_map(|program| canary.culprit_in(program))
                    && let Some(code) = misdeed::commit(misdeed, function.name, &call)?
                {
                    return Ok(code);
                }
            }
            Deed::First(observer) | Deed::Last(observer) => {
                let sites = sites(canary, &text, schedule.as_ref())?;
                // What it would not get wrong anyway is not counted.
                if !sites.is_empty() && (canary != Canary::Flaky || is_its_turn(folder)?) {
                    args = changed(&call, source, &text, &sites, observer)?;
                }
            }
        }
    }
    Err(hand_over(rustc, &args).into())
}

/// The passes that run, if one of them is wrong. If the call says how many may, they are listed, and the real compiler does not hear
/// of it.
fn schedule(
    canary: Canary,
    call: &mut Call,
    text: &Text<'_>,
    source: &Path,
) -> Result<Option<Schedule>, Failure> {
    let Some(passes) = canary.passes() else {
        return Ok(None);
    };
    let krate = source.file_stem().unwrap_or_default().to_string_lossy();
    let limit = call.take(passes.flag());
    let limit = limit.map(|limit| limit.parse()).transpose()?;
    let schedule = Schedule::new(passes, limit, text, &krate);
    if limit.is_some() {
        io::stderr().write_all(schedule.listing().as_bytes())?;
    }
    Ok(Some(schedule))
}

/// The sites that are to be changed: one of each program that is concerned.
fn sites<'a>(
    canary: Canary,
    text: &Text<'a>,
    schedule: Option<&Schedule>,
) -> Result<Vec<Site<'a>>, Failure> {
    let mut sites = Vec::new();
    for (n, program) in text.programs.iter().enumerate() {
        let Some((function, site)) = canary.site(program) else {
            continue;
        };
        let is_wrong = match schedule {
            Some(schedule) => schedule.is_wrong(n, function),
            None => Some(true),
        };
        if is_wrong.ok_or("the wrong pass is not in its list")? {
            sites.push(site);
        }
    }
    Ok(sites)
}

/// Whether a canary misbehaves if it is called like this.
fn applies(canary: Canary, call: &Call, text: &Text<'_>) -> bool {
    let is_run = text.form != Form::ConstEval;
    match canary {
        Canary::UnoptimisedWrong | Canary::Rejects => true,
        Canary::Loops
        | Canary::Crash
        | Canary::Hang
        | Canary::MakesNothing
        | Canary::MemoryHog
        | Canary::ForkBomb
        | Canary::EndlessOutput
        | Canary::DiskHog
        | Canary::DeletesTemp => is_run && call.optimises(),
        Canary::Noalias => is_run && call.is_o3() && !call.has("-Zmutable-noalias=no"),
        Canary::BisectMir => {
            let off = "-Zmir-enable-passes=-GVN";
            let level = call.value("-Zmir-opt-level=");
            is_run && call.is_o3() && !call.has(off) && level != Some("0")
        }
        Canary::Crowded => call.is_o3() && text.programs.len() > 1,
        Canary::Honest
        | Canary::WrongValue
        | Canary::Shy
        | Canary::Flaky
        | Canary::BisectLlvm
        | Canary::Segfault
        | Canary::ExitCode
        | Canary::Silent
        | Canary::ProgramHang => is_run && call.is_o3(),
    }
}

/// Writes the changed text, and says how the real compiler is to be called for it.
fn changed(
    call: &Call,
    source: &Path,
    text: &Text<'_>,
    sites: &[Site<'_>],
    observer: Observer,
) -> Result<Vec<OsString>, Failure> {
    let folder = call.folder().join(CHANGED);
    let path = folder.join(source.file_name().unwrap_or_default());
    let changed = text.change(sites, observer)?;
    let written = fs::create_dir_all(&folder).and_then(|()| fs::write(&path, changed));
    written.map_err(|error| format!("cannot write {}: {error}", path.display()))?;
    Ok(call.with_source(&path))
}

/// Counts the calls in a file, which only one of us has at a time, and says whether this is the one that goes wrong.
fn is_its_turn(folder: Option<&Path>) -> Result<bool, Failure> {
    let folder =
        folder.ok_or("it counts how often it was called: say where with --state FOLDER")?;
    let path = folder.join(COUNTER);
    let count = || -> io::Result<u64> {
        let mut file = File::options()
            .read(true)
            .write(true)
            .create(true)
            .truncate(false)
            .open(&path)?;
        file.lock()?;
        let mut text = String::new();
        file.read_to_string(&mut text)?;
        let before: u64 = text.trim().parse().unwrap_or(0);
        file.rewind()?;
        writeln!(file, "{}", before + 1)?;
        Ok(before + 1)
    };
    let count = count().map_err(|error| format!("cannot count in {}: {error}", path.display()))?;
    Ok(count % PERIOD == 0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_fifth_call_goes_wrong_however_many_call_at_once() {
        let folder = tempfile::tempdir().unwrap();
        let one = || (0..2000).filter(|_| is_its_turn(Some(folder.path())).unwrap());
        let wrong: usize = std::thread::scope(|scope| {
            let threads: Vec<_> = (0..4).map(|_| scope.spawn(|| one().count())).collect();
            threads.into_iter().map(|each| each.join().unwrap()).sum()
        });
        assert_eq!(wrong, 4 * 2000 / 5);
        assert!(is_its_turn(None).is_err());
    }
}

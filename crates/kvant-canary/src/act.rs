//! A canary at work: one call of it as a compiler.

use std::ffi::OsString;
use std::fs::{self, File};
use std::io::{self, Read as _, Seek as _, Write as _};
use std::path::Path;

use kvant_toolchain::{hand_over, pass_through};

use crate::bisect::Schedule;
use crate::call::Call;
use crate::canary::Deed;
use crate::text::{Form, Observer, Site, Text};
use crate::{Canary, Error, Invocation, misdeed};

/// The folder for changed texts, beside the output. File and crate keep their names.
const CHANGED: &str = "canary";
/// The file in the canary's own folder with the number of calls.
const COUNTER: &str = "count";
/// A flaky compiler is wrong in one of this many calls.
const PERIOD: u64 = 5;

impl Invocation {
    /// Compiles as the real compiler would, and misbehaves where it should. Returns an exit code; where the real compiler has
    /// the last word, it replaces this process instead.
    pub fn run(self) -> Result<u8, Error> {
        let call = Call::new(&self.args);
        let done = match call.source().map(Path::to_owned) {
            Some(source) => self.compile(call, &source),
            None => self.answer(&call),
        };
        done.map_err(|error| format!("{}: {error}", self.canary.complaint()).into())
    }

    /// Answers a question about the compiler. The real one answers most of them.
    fn answer(&self, call: &Call) -> Result<u8, Error> {
        let mut args = call.args().to_vec();
        if call.has("-vV") {
            let status = pass_through(&self.rustc, &args)?;
            writeln!(io::stdout(), "canary: {}", self.canary.name())?;
            return Ok(status.code().map_or(101, |code| code as u8));
        }
        if call.has("--print") && call.has("sysroot") {
            args.extend(["--sysroot".into(), self.folder.clone().into()]);
        }
        Err(hand_over(&self.rustc, &args).into())
    }

    /// Compiles a program. Returns the exit code of a canary that misbehaves itself.
    fn compile(&self, mut call: Call, source: &Path) -> Result<u8, Error> {
        let canary = self.canary;
        let read = fs::read_to_string(source)
            .map_err(|error| format!("cannot read {}: {error}", source.display()))?;
        let Some(text) = Text::read(&read)? else {
            return Err(hand_over(&self.rustc, call.args()).into());
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
                    // Calls with programs that it compiles correctly anyway are not counted.
                    if !sites.is_empty() && (canary != Canary::Flaky || is_its_turn(&self.folder)?)
                    {
                        args = changed(&call, source, &text, &sites, observer)?;
                    }
                }
            }
        }
        Err(hand_over(&self.rustc, &args).into())
    }
}

/// The passes that run, for a canary one of whose passes is wrong. If a flag limits their number, they are listed, and the flag
/// is removed: the real compiler would list its own passes.
fn schedule(
    canary: Canary,
    call: &mut Call,
    text: &Text<'_>,
    source: &Path,
) -> Result<Option<Schedule>, Error> {
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

/// The sites that are changed: one in each program that is affected.
fn sites<'a>(
    canary: Canary,
    text: &Text<'a>,
    schedule: Option<&Schedule>,
) -> Result<Vec<Site<'a>>, Error> {
    let mut sites = Vec::new();
    for (n, program) in text.programs.iter().enumerate() {
        let Some((function, site)) = canary.site(program) else {
            continue;
        };
        let is_wrong = match schedule {
            Some(schedule) => schedule.is_wrong(n, function),
            None => Some(true),
        };
        if is_wrong.ok_or("the schedule lacks the wrong pass")? {
            sites.push(site);
        }
    }
    Ok(sites)
}

/// Returns true if a canary misbehaves when it is called like this.
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

/// Writes the changed text, and returns the arguments with which the real compiler compiles it.
fn changed(
    call: &Call,
    source: &Path,
    text: &Text<'_>,
    sites: &[Site<'_>],
    observer: Observer,
) -> Result<Vec<OsString>, Error> {
    let folder = call.folder().join(CHANGED);
    let path = folder.join(source.file_name().unwrap_or_default());
    let changed = text.change(sites, observer)?;
    let written = fs::create_dir_all(&folder).and_then(|()| fs::write(&path, changed));
    written.map_err(|error| format!("cannot write {}: {error}", path.display()))?;
    Ok(call.with_source(&path))
}

/// Counts calls in a file, which is locked meanwhile. Returns true for the calls that go wrong.
fn is_its_turn(folder: &Path) -> Result<bool, Error> {
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
        let one = || (0..2000).filter(|_| is_its_turn(folder.path()).unwrap());
        let wrong: usize = std::thread::scope(|scope| {
            let threads: Vec<_> = (0..4).map(|_| scope.spawn(|| one().count())).collect();
            threads.into_iter().map(|each| each.join().unwrap()).sum()
        });
        assert_eq!(wrong, 4 * 2000 / 5);
        assert!(is_its_turn(&folder.path().join("absent")).is_err());
    }
}

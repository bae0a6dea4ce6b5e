//! Coverage and surviving instructions of a C program, Kvant's or csmith's.

use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};

use kvant_toolchain::{Exit, Limits, Scratch, run_script};

use crate::Error;

/// Measurements of one program.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Measured {
    /// True if it ends within a second of processor time at O0.
    pub(super) terminates: bool,
    /// The lines of its functions that have code.
    pub(super) lines: u64,
    /// The lines that were executed.
    pub(super) executed: u64,
    /// LLVM instructions of its functions, before and after O2.
    pub(super) before: u64,
    pub(super) after: u64,
    /// Calls of functions that wrap an operation.
    pub(super) wrappers: u64,
}

/// The folder and the compilers for measurements.
pub(super) struct Tools<'a> {
    scratch: &'a Scratch,
    limits: &'a Limits,
    clang: Option<String>,
    include: Option<PathBuf>,
}

/// Names of clang, newest first.
const CLANGS: [&str; 6] = [
    "clang-19", "clang-18", "clang-16", "clang-15", "clang-14", "clang",
];

impl<'a> Tools<'a> {
    pub(super) fn find(scratch: &'a Scratch, limits: &'a Limits) -> Result<Tools<'a>, Error> {
        let path = std::env::var("PATH").unwrap_or_default();
        let is_there = |name: &&&str| {
            let mut folders = path.split(':');
            folders.any(|folder| Path::new(folder).join(name).is_file())
        };
        if !is_there(&&"gcc") || !is_there(&&"gcov") {
            return Err("coverage is measured with gcc and gcov; try `apt-get install gcc`".into());
        }
        let clang = CLANGS.iter().find(is_there).map(|name| (*name).to_owned());
        let include = Path::new("/usr/include/csmith");
        Ok(Tools {
            scratch,
            limits,
            clang,
            include: include.is_dir().then(|| include.to_owned()),
        })
    }

    /// Compiles and runs a program.
    pub(super) fn measure(&self, text: &str, csmith: bool) -> Result<Measured, Error> {
        let folder = self.scratch.path().join("measured");
        let _ = fs::remove_dir_all(&folder);
        let said = |error: std::io::Error| format!("cannot write {}: {error}", folder.display());
        fs::create_dir_all(&folder).map_err(said)?;
        fs::write(folder.join("program.c"), text).map_err(said)?;
        let include = match &self.include {
            Some(include) if csmith => format!("-I{}", include.display()),
            _ => String::new(),
        };
        let script = folder.join("measure.sh");
        fs::write(&script, script_text(&include, self.clang.as_deref())).map_err(said)?;
        let run = run_script(&script, &[], self.limits)?;
        if run.exit != Exit::Code(0) {
            let stderr = String::from_utf8_lossy(&run.stderr);
            return Err(format!("a program could not be measured: {stderr}").into());
        }
        let read = |name: &str| fs::read_to_string(folder.join(name)).unwrap_or_default();
        let (lines, executed) = coverage(&read("program.c.gcov"), csmith);
        let wrappers = match csmith {
            true => text.matches("safe_").count() as u64,
            false => 0,
        };
        Ok(Measured {
            terminates: folder.join("ended").exists(),
            lines,
            executed,
            before: instructions(&read("before.ll"), csmith),
            after: instructions(&read("after.ll"), csmith),
            wrappers,
        })
    }
}

/// Compiles with coverage, runs for a second at most, and writes LLVM IR before and after the passes.
fn script_text(include: &str, clang: Option<&str>) -> String {
    let mut script = format!(
        "gcc -w -O0 {include} program.c -o plain || exit 1\n\
         (ulimit -t 1; ./plain > /dev/null 2>&1) && touch ended\n\
         gcc -w -O0 --coverage {include} program.c -o covered || exit 1\n\
         if [ -e ended ]; then ./covered > /dev/null 2>&1; fi\n\
         gcov -o covered-program.gcno program.c > /dev/null 2>&1 || gcov program.c > /dev/null 2>&1\n"
    );
    if let Some(clang) = clang {
        let _ = write!(
            script,
            "{clang} -w -O2 {include} -Xclang -disable-llvm-passes -S -emit-llvm program.c -o before.ll\n\
             {clang} -w -O2 {include} -S -emit-llvm program.c -o after.ll\n"
        );
    }
    script.push_str("exit 0\n");
    script
}

/// The lines with code of generated functions, and those that were executed.
fn coverage(listing: &str, csmith: bool) -> (u64, u64) {
    let (mut lines, mut executed) = (0, 0);
    // The text around Kvant's programs is between marks; csmith's `main` comes last.
    let mut ours = csmith;
    for line in listing.lines() {
        let mut fields = line.splitn(3, ':');
        let (Some(count), Some(_), Some(source)) = (fields.next(), fields.next(), fields.next())
        else {
            continue;
        };
        match csmith {
            true if source.starts_with("int main") => ours = false,
            false if source.contains("kvant: the same in every program") => ours = false,
            false if source.contains("kvant: end of it") => ours = true,
            _ => {}
        }
        if !ours {
            continue;
        }
        match count.trim() {
            "-" | "" => {}
            "#####" | "=====" => lines += 1,
            _ => {
                lines += 1;
                executed += 1;
            }
        }
    }
    (lines, executed)
}

/// The instructions of generated functions in a file of LLVM IR.
fn instructions(ir: &str, csmith: bool) -> u64 {
    let mut count = 0;
    let mut inside = false;
    for line in ir.lines() {
        if line.starts_with("define") {
            let name = line.split('@').nth(1).unwrap_or_default();
            let name = name.split('(').next().unwrap_or_default();
            inside = match csmith {
                // Its functions are inlined into what calls them.
                true => name.starts_with("func_") || name == "main",
                false => !matches!(name, "main" | "observe" | "observe_double"),
            };
        } else if line.starts_with('}') {
            inside = false;
        } else if inside && line.starts_with("  ") && !line.trim().is_empty() {
            // The arms of a switch and its bracket belong to the switch.
            let continued = line.starts_with("    ") || line.trim() == "]";
            count += u64::from(!continued);
        }
    }
    count
}

/// The program that csmith makes of a seed, with its processor time; `None` if csmith is not installed.
pub(super) fn csmith_program(
    seed: u64,
    scratch: &Scratch,
    limits: &Limits,
) -> Result<Option<(String, f64)>, Error> {
    let folder = scratch.path().join("csmith");
    let said = |error: std::io::Error| format!("cannot write {}: {error}", folder.display());
    fs::create_dir_all(&folder).map_err(said)?;
    let script = folder.join("make.sh");
    let text = format!("exec csmith -s {seed} -o program.c\n");
    fs::write(&script, text).map_err(said)?;
    let run = run_script(&script, &[], limits)?;
    if run.exit != Exit::Code(0) {
        return Ok(None);
    }
    let text = fs::read_to_string(folder.join("program.c")).map_err(said)?;
    Ok(Some((text, run.cpu.as_secs_f64())))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn coverage_counts_generated_functions() {
        let listing = "        -:    0:Source:program.c\n\
                       \x20       5:    1:/* kvant: end of it */\n\
                       \x20       1:    2:int f(void) {\n\
                       \x20   #####:    3:  return 1;\n\
                       \x20       -:    4:}\n\
                       \x20       1:    5:/* kvant: the same in every program */\n\
                       \x20       1:    6:int main(void) {\n";
        assert_eq!(coverage(listing, false), (3, 2));
        assert_eq!(coverage(listing, true), (4, 3));
    }

    #[test]
    fn instructions_are_those_of_functions() {
        let ir = "define i32 @f() {\nentry:\n  %a = add i32 1, 2\n  switch i32 %a, label %b [\n    i32 1, label %c\n  ]\n}\n\
                  define i32 @main() {\n  ret i32 0\n}\n";
        assert_eq!(instructions(ir, false), 2);
    }
}

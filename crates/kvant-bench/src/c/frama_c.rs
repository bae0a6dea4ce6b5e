//! Frama-C as an interpreter: an analysis of a program without input and without loss of precision executes it, raises an alarm for
//! undefined behaviour, and knows the digest.

use std::fs;

use kvant_c::CTarget;
use kvant_c_gen::{Feature, GenConfig};
use kvant_campaign::{Form, Subject as _};
use kvant_languages::c::from_seed;
use kvant_record::bench::FramaC;
use kvant_toolchain::{Exit, Limits, Scratch, run_script};

use crate::{Error, Tell};

/// Features that it does not support, or for which it loses precision.
const WITHOUT: [Feature; 12] = [
    Feature::Volatile,
    Feature::Heap,
    Feature::WideInts,
    Feature::Builtins,
    Feature::OverflowBuiltins,
    Feature::StatementExpressions,
    Feature::Recursion,
    Feature::Sizeof,
    Feature::Unions,
    Feature::Floats,
    Feature::Variadic,
    Feature::Restrict,
];

/// Asks about `count` programs.
pub(super) fn ask(
    first: u64,
    count: u64,
    scratch: &Scratch,
    limits: &Limits,
    tell: &mut Tell<'_>,
) -> Result<FramaC, Error> {
    let config = WITHOUT
        .into_iter()
        .fold(GenConfig::default().sized(80..=150), |config, feature| {
            config.with(feature, false)
        });
    let folder = scratch.path().join("frama-c");
    let said = |error: std::io::Error| format!("cannot write {}: {error}", folder.display());
    fs::create_dir_all(&folder).map_err(said)?;
    let script = folder.join("analyse.sh");
    fs::write(
        &script,
        "command -v frama-c > /dev/null || exit 7\n\
         exec frama-c -machdep gcc_x86_64 -eva -eva-slevel 1000000 -eva-plevel 1000000 \
         -eva-no-show-progress program.c\n",
    )
    .map_err(said)?;
    let mut found = FramaC {
        absent: false,
        agrees: 0,
        cannot_say: 0,
        against: Vec::new(),
    };
    for seed in first..first + count {
        tell(format_args!(
            "{} of {count} programs in Frama-C",
            seed - first
        ));
        let subject = from_seed(seed, &config, &CTarget::X86_64)?;
        // For Frama-C a volatile object has any value. Here only the program writes to it.
        let text = subject.text(Form::Readable, None).replace("volatile ", "");
        fs::write(folder.join("program.c"), text).map_err(said)?;
        let run = run_script(&script, &[], limits)?;
        if run.exit == Exit::Code(7) {
            found.absent = true;
            return Ok(found);
        }
        let output = String::from_utf8_lossy(&run.stdout);
        let digest = subject.trace.digest().to_string();
        match verdict(&output, &digest) {
            Verdict::Agrees => found.agrees += 1,
            Verdict::CannotSay => found.cannot_say += 1,
            Verdict::Against(what) => found.against.push((seed, what)),
        }
    }
    Ok(found)
}

#[derive(Debug, PartialEq, Eq)]
enum Verdict {
    Agrees,
    CannotSay,
    Against(String),
}

/// The verdict of an analysis. Loss of precision and an analysis without an end say nothing.
fn verdict(output: &str, digest: &str) -> Verdict {
    let alarm = output.lines().find(|line| line.contains("[eva:alarm]"));
    // One value at the end of `main`: `kvant_state ∈ {1780504613331409435}`.
    let end = output.split("Values at end of function main:").nth(1);
    let end = end.unwrap_or_default().lines();
    let state = end
        .take_while(|line| !line.starts_with('['))
        .find_map(|line| line.trim().strip_prefix("kvant_state ∈ {"))
        .and_then(|rest| rest.strip_suffix('}'))
        .and_then(|value| value.parse::<u64>().ok());
    match (alarm, state) {
        (_, Some(state)) if format!("{state:016x}") != digest => {
            Verdict::Against(format!("the digest is {state:016x} and not {digest}"))
        }
        (Some(alarm), Some(_)) => Verdict::Against(alarm.to_owned()),
        (None, Some(_)) => Verdict::Agrees,
        (_, None) => Verdict::CannotSay,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn verdicts() {
        let end = "[eva:final-states] Values at end of function main:\n";
        let clean = format!("{end}  kvant_state ∈ {{255}}\n  x ∈ {{1}}\n");
        let clean = clean.as_str();
        assert_eq!(verdict(clean, "00000000000000ff"), Verdict::Agrees);
        assert!(matches!(verdict(clean, "0"), Verdict::Against(_)));
        let alarm = format!("[eva:alarm] program.c:3: Warning: signed overflow\n{clean}");
        assert!(matches!(
            verdict(&alarm, "00000000000000ff"),
            Verdict::Against(_)
        ));
        let lost = format!("{end}  kvant_state ∈ [--..--]\n");
        assert_eq!(verdict(&lost, "0"), Verdict::CannotSay);
        // The value at the end of another function does not matter.
        let other = "Values at end of function f1:\n  kvant_state ∈ {1}\n";
        assert_eq!(verdict(other, "0"), Verdict::CannotSay);
    }
}

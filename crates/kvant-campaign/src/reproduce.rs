//! A script that shows a finding again, for people who do not have Kvant.

use std::fmt::Write as _;
use std::path::Path;

use kvant_toolchain::BackendKind;

use crate::{Finding, Subject, Verdict};

/// The script. It stands beside the files that [`Finding::files`] names.
pub(crate) fn reproduce(finding: &Finding, subject: &dyn Subject) -> String {
    let mut script = String::from("#!/bin/sh\n");
    let _ = writeln!(script, "# {}: {}", finding.name, finding.kind.name());
    script.push_str(HEAD);
    for testimony in finding.accused() {
        let backend = &testimony.backend;
        let source = finding.source(subject, testimony);
        let line = backend.command_line(Path::new(&source), Path::new("out/program"));
        let (compiler, line) = (line.program_word(), line.with_program(r#""$RUSTC""#));
        let who = backend.name().replace('\'', "");
        let how = match (&backend.kind, &testimony.verdict) {
            (BackendKind::ConstEval, _) => "evaluated".to_owned(),
            (BackendKind::Miri { .. }, _) => "interpreted".to_owned(),
            (BackendKind::Build(_), Verdict::OnlyInBatch(seen)) => format!("part {}", seen.part),
            (BackendKind::Build(_), _) => "built".to_owned(),
        };
        let _ = writeln!(
            script,
            "\nRUSTC=${{COMPILER:-{compiler}}}\nbegin '{who}'\ntimeout 300 env {line} >out/stdout 2>out/stderr\n\
             check $? {how}"
        );
    }
    script.push_str(TAIL);
    script
}

const HEAD: &str = r#"#
# Compiles the program as it was compiled when this was found, runs it, and compares.
# Ends with 1 if something is not as it must be, with 0 if all is well.
# COMPILER=/path/to/rustc tries another compiler. Needs a POSIX shell, `timeout` and `cmp`.
cd "$(dirname "$0")" || exit 2
# A program of this kind must not fill the disk with a dump of its memory.
ulimit -c 0
bad=0

begin() {
    who=$1
    rm -rf out && mkdir out || exit 2
}

wrong() {
    echo "$who: $1"
    bad=1
}

# What the compiler ended with, how the program is run, and which part of a batch it is.
check() {
    if [ "$1" = 124 ]; then
        wrong "the compiler does not end"
        return
    elif [ "$1" -ge 100 ]; then
        wrong "the compiler crashes: $(grep -m 1 -e 'internal compiler error' -e panicked out/stderr)"
        return
    elif [ "$1" != 0 ]; then
        wrong "the compiler rejects it: $(grep -m 1 error out/stderr)"
        return
    fi
    case $2 in
    evaluated) echo "$who: as it must be"; return ;;
    interpreted) cp out/stdout out/actual; status=0 ;;
    built) timeout 60 out/program trace >out/actual; status=$? ;;
    part) timeout 60 out/program "$3" trace | sed "s/^p$3 //" >out/actual; status=0 ;;
    esac
    if [ "$status" = 124 ]; then
        wrong "the program does not end"
    elif [ "$status" != 0 ]; then
        wrong "the program ends with $status"
    elif ! cmp -s expected.txt out/actual; then
        wrong "the program prints something else: $(diff expected.txt out/actual | sed -n '2p;/^>/{p;q;}' | tr '\n' ' ')"
    else
        echo "$who: as it must be"
    fi
}
"#;

const TAIL: &str = r"
rm -rf out
exit $bad
";

//! The compiler of the toy language: a shell script, and its driver.

use std::path::Path;

use kvant_toolchain::*;

use crate::language::TOY;

/// A mode that gives transformed text back.
const OPT: &str = "opt";

static FAMILY: Family = Family {
    modes: &[Mode::new(OPT, Gives::Text)],
    optimises: |request| request.mode == OPT || request.level != OptLevel::O0,
    ..Family::plain("toy", TOY)
};

/// Makes a shell script of a program. Planted bugs: an optimised build shifts by one more behind `mul`, and `opt` turns `sub` into
/// `add` where the operand has two digits. Version 1 has neither, and lacks two operators.
pub(crate) const SCRIPT: &str = r#"#!/bin/sh
version=VERSION
[ "$1" = --version ] && { echo "toy $version.0.0"; exit; }
mode=$1 level=$2 source=$3 output=$4
[ $version = 1 ] && grep -qE '^(not|swap) ' "$source" && { echo "error: unknown operator" >&2; exit 1; }
if [ "$mode" = opt ]; then
    if [ $version = 1 ]; then cp "$source" "$output"; else sed 's/^sub \(..\)$/add \1/' "$source" >"$output"; fi
    exit
fi
{
    echo '#!/bin/sh'
    grep -q '^program ' "$source" && echo 'only=$1 traced=$2' || echo 'traced=$1'
    echo 'end() { [ -z "$1" ] && echo "toy $a" || echo "p$1 toy $a"; }; p= a=1 n=0; while :; do'
    while read -r operator x; do
        case $operator in
        add) e="a + $x" ;; sub) e="a - $x" ;; mul) e="a * $x" ;; xor) e="a ^ $x" ;; and) e="a & $x" ;; or) e="a | $x" ;;
        shl) [ "$last$level" = mulO0 ] || [ "$last" != mul ] || [ $version = 1 ] || x=$((x + 1)); e="a << ($x & 7)" ;;
        shr) e="a >> ($x & 7)" ;; mod) e="a % ($x + 1)" ;; neg) e="-a" ;; not) e="~a" ;;
        swap) e="(a << 16) | (a >> 16)" ;;
        program) echo "[ -z \"\$p\" ] || end \$p; [ -z \"\$only\" ] || [ \"\$p\" != \"\$only\" ] || exit 0"
            echo "p=$x a=1 n=0"; continue ;;
        *) continue ;;
        esac
        echo "a=\$(( ($e) & 0xffffffff )); [ -z \"\$traced\" ] || echo \"\$n \$a\"; n=\$((n + 1))"
        last=$operator
    done <"$source"
    echo 'end $p; exit; done'
} >"$output"
chmod +x "$output"
"#;

#[derive(Debug)]
pub(crate) struct ToyDriver;

impl Driver for ToyDriver {
    fn family(&self) -> &'static Family {
        &FAMILY
    }

    fn probe(
        &self,
        path: &Path,
        env: &[(String, String)],
        cache: &Cache,
    ) -> Result<Toolchain, ToolError> {
        let verbose = cache.ask(path, env, &["--version"])?;
        let release = verbose.trim().trim_start_matches("toy ").to_owned();
        let version = Version::parse(&release).ok_or_else(|| ToolError::NotACompiler {
            path: path.to_owned(),
            why: "it is no toy".to_owned(),
        })?;
        let toolchain = Toolchain::new(&ToyDriver, path, &release, version);
        Ok(Toolchain {
            verbose,
            ..toolchain
        })
    }

    fn version_output(&self, toolchain: &Toolchain) -> Result<String, ToolError> {
        query(&toolchain.path, &toolchain.env, &["--version"])
    }

    fn usual(&self) -> Vec<Request> {
        vec![Request::build(OptLevel::O2), Request::in_mode(OPT)]
    }

    fn command_line(
        &self,
        backend: &Backend,
        _: &[&str],
        source: &Path,
        output: &Path,
    ) -> CommandLine {
        let Request { mode, level, .. } = &backend.request;
        CommandLine {
            env: backend.toolchain.env.clone(),
            program: backend.toolchain.path.clone(),
            args: vec![
                mode.into(),
                level.name().into(),
                source.into(),
                output.into(),
            ],
        }
    }
}

//! `opt`: a fake one with every way to end, and a real one if there is one.

use std::fs;
use std::path::PathBuf;

use kvant_testing::skip;
use kvant_toolchain::drivers::llvm::{LlvmTool, NotTransformed, Opt, arguments};
use kvant_toolchain::{Exit, Limits, Scratch};

use crate::fake::write_script;

const TEXT: &str = "define i32 @f(i32 %x) {\n  %y = add i32 %x, 0\n  ret i32 %y\n}\n";

/// An `opt` of this release. It renames `%y`, and ends by its pipeline otherwise.
fn fake(folder: &Scratch, file: &str, release: &str) -> PathBuf {
    let script = format!(
        r#"#!/bin/sh
if [ "$1" = --version ]; then printf 'LLVM (http://llvm.org/):\n  LLVM version {release}\n  Optimized build.\n'; exit; fi
case "$*" in
*refuse*) echo "/usr/bin/opt: in.ll:1:23: error: expected a type" >&2; exit 1 ;;
*broken*) printf 'Instruction does not dominate all uses!\n  %%y = add i32 %%x, 0\nLLVM ERROR: Broken module found after pass "GVNPass", compilation aborted!\nStack dump:\n' >&2; kill -ABRT $$ ;;
*crash*) printf 'PLEASE submit a bug report\nStack dump:\n0.\tProgram arguments: opt\n1.\tRunning pass "function(gvn)" on module "in.ll"\n2.\tRunning pass "gvn" on function "f"\n' >&2
  printf ' #0 0x0001 llvm::sys::PrintStackTrace(llvm::raw_ostream&, int) (/lib/libLLVM.so+0x1)\n #1 0x0002 llvm::GVNPass::runImpl(llvm::Function&) (/lib/libLLVM.so+0x2)\n2  libLLVM.so 0x03 llvm::GVNPass::run(llvm::Function&) + 12\n' >&2
  kill -SEGV $$ ;;
*assert*) echo "opt: Local.cpp:12: void f(): Assertion \`isa<X>(V) && \"no\"' failed." >&2; kill -ABRT $$ ;;
*endless*) while :; do :; done ;;
*) sed s/%y/%z/ "$2" >"$4"; echo "$*" >arguments; cp arguments '{log}' ;;
esac
"#,
        log = folder.path().join("arguments").display()
    );
    write_script(&folder.path().join(file), &script)
}

fn one() -> (Scratch, Opt) {
    let folder = Scratch::new().unwrap();
    let path = fake(&folder, "opt", "19.1.7");
    let opt = Opt::probe(&path, &Limits::for_compiler()).unwrap();
    (folder, opt)
}

fn ends(pipeline: &str, limits: &Limits) -> NotTransformed {
    let (_folder, opt) = one();
    opt.run(TEXT, &arguments(pipeline), limits).unwrap_err()
}

#[test]
fn a_text_is_transformed_and_the_version_is_known() {
    let (folder, opt) = one();
    assert_eq!((opt.tool.version, &*opt.name()), (19, "opt 19.1.7"));
    assert_eq!(opt.tool.banner, "LLVM version 19.1.7");
    let pipeline = arguments("instcombine<no-verify-fixpoint>,gvn -force-vector-width=4");
    let text = opt.run(TEXT, &pipeline, &Limits::for_compiler()).unwrap();
    assert_eq!(text, TEXT.replacen("%y", "%z", 1).replacen("%y", "%z", 1));
    let asked = fs::read_to_string(folder.path().join("arguments")).unwrap();
    let all =
        "-S in.ll -o out.ll -passes=instcombine<no-verify-fixpoint>,gvn -force-vector-width=4";
    assert_eq!(asked.trim(), all);
    assert_eq!(arguments("-O3"), ["-O3"]);
}

#[test]
fn every_way_to_fail_is_told_apart() {
    let limits = Limits::for_compiler();
    match ends("refuse", &limits) {
        NotTransformed::Refused(message) => {
            assert_eq!(message, "in.ll:1:23: error: expected a type");
        }
        other => panic!("{other:?}"),
    }
    match ends("broken", &limits) {
        NotTransformed::Broken { after, message } => {
            assert_eq!(after.as_deref(), Some("GVNPass"));
            let says = "Instruction does not dominate all uses!; %y = add i32 %x, 0";
            assert_eq!(message, says);
        }
        other => panic!("{other:?}"),
    }
    match ends("crash", &limits) {
        NotTransformed::Crashed(crash) => {
            assert_eq!(crash.pass.as_deref(), Some("\"gvn\" on function \"f\""));
            let frames = ["llvm::GVNPass::runImpl", "llvm::GVNPass::run"];
            assert_eq!(crash.frames, frames);
            let signature = crash.signature();
            let all = "| in \"gvn\" | llvm::GVNPass::runImpl | llvm::GVNPass::run";
            assert!(signature.ends_with(all), "{signature}");
        }
        other => panic!("{other:?}"),
    }
    match ends("assert", &limits) {
        NotTransformed::Crashed(crash) => {
            let says = "assertion failed: isa<X>(V) && \"no\"";
            assert_eq!(crash.ending.to_string(), says);
        }
        other => panic!("{other:?}"),
    }
    let short = Limits {
        cpu: std::time::Duration::from_secs(1),
        ..limits
    };
    match ends("endless", &short) {
        NotTransformed::Exceeded(exit) => assert_eq!(exit, Exit::TimedOut),
        other => panic!("{other:?}"),
    }
}

#[test]
fn tools_are_found_by_name_and_in_the_zoo_each_release_once() {
    let folder = Scratch::new().unwrap();
    for (file, release) in [
        ("bin/opt", "21.1.0"),
        ("bin/opt-19", "19.1.7"),
        ("bin/opt-21", "21.1.0"),
        ("bin/opt-14", "14.0.6"),
        ("bin/llc-19", "19.1.7"),
        ("zoo/llvm-23/bin/opt", "23.1.4"),
    ] {
        fake(&folder, file, release);
    }
    let [bin, zoo] = ["bin", "zoo"].map(|it| folder.path().join(it));
    let limits = Limits::for_compiler();
    let found = LlvmTool::find_all_in("opt", &[bin], &zoo, &limits);
    let found: Vec<_> = found.iter().map(|it| &*it.release).collect();
    assert_eq!(found, ["23.1.4", "21.1.0", "19.1.7"]);
}

#[test]
fn paths_and_unknown_versions_are_answered() {
    let (folder, opt) = one();
    let limits = Limits::for_compiler();
    let path = folder.path().join("opt").display().to_string();
    assert_eq!(Opt::named(&path, &limits).unwrap(), opt);
    let none = Opt::named("99", &limits).unwrap_err().to_string();
    assert!(none.starts_with("no opt `99` was found"), "{none}");
    assert!(none.contains("scripts/zoo"), "{none}");
    let file = write_script(&folder.path().join("other"), "#!/bin/sh\necho hello\n");
    let other = Opt::named(&file.display().to_string(), &limits).unwrap_err();
    assert!(
        other.to_string().contains("does not tell a version"),
        "{other}"
    );
}

#[test]
fn a_real_one_works() {
    let limits = Limits::for_compiler();
    let Some(opt) = Opt::find_all(&limits).into_iter().next() else {
        skip(&["opt"], "no opt is installed");
        return;
    };
    let text = opt.run(TEXT, &arguments("instcombine"), &limits).unwrap();
    assert!(text.contains("ret i32 %x"), "{text}");
    let refused = opt.run("define", &arguments("-O3"), &limits).unwrap_err();
    assert!(matches!(refused, NotTransformed::Refused(_)), "{refused}");
    if opt.tool.version >= 19 {
        let broken = opt.run(TEXT, &arguments("trigger-verifier-error"), &limits);
        let broken = broken.unwrap_err();
        assert!(matches!(broken, NotTransformed::Broken { .. }), "{broken}");
    }
}

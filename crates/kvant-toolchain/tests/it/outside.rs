//! A driver that is no part of the crate, for a compiler that is a shell script.
//!
//! The language is that of the shell. The compiler copies a program to make it executable, or turns `add` into `sub`.

use std::os::unix::fs::PermissionsExt as _;
use std::path::Path;
use std::sync::Arc;
use std::{env, fs};

use kvant_toolchain::{
    Answer, Backend, Cache, CommandLine, CompileFailure, Discovery, Driver, Exit, Family, Gives,
    Limits, Mode, NamedCompiler, OptLevel, Preset, Request, Scratch, Source, Surroundings,
    ToolError, Toolchain, Toolchains, Version, query,
};

const SHELL: Source = Source {
    name: "Shell",
    extension: "sh",
};

const TRANSFORM: &str = "opt";

#[derive(Debug)]
struct Toy;

static FAMILY: Family = Family {
    modes: &[Mode::new(TRANSFORM, Gives::Text).nameless()],
    is_command: |name| name == "toy",
    is_crash: |line| line.starts_with("toy broke: "),
    ..Family::plain("toy", SHELL)
};

/// The compiler: its version, programs that it rejects or crashes on, and its two modes.
const COMPILER: &str = r#"#!/bin/sh
case "$1" in
--version) echo "toy 2.1.0"; exit ;;
esac
mode=$1 source=$2 output=$3
grep -q wrong "$source" && { echo "error: wrong"; exit 1; } >&2
grep -q trap "$source" && { echo "toy broke: in a pass"; exit 1; } >&2
grep -q kill "$source" && kill -ABRT $$
case "$mode" in
opt) sed s/add/sub/ "$source" >"$output" ;;
*) cp "$source" "$output" && chmod +x "$output" ;;
esac
"#;

impl Driver for Toy {
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
        let release = verbose.trim().strip_prefix("toy ");
        let known = release.and_then(|release| Some((release, Version::parse(release)?)));
        let (release, version) = known.ok_or_else(|| ToolError::NotACompiler {
            path: path.to_owned(),
            why: "it is no toy".to_owned(),
        })?;
        Ok(Toolchain {
            env: env.to_owned(),
            verbose: verbose.clone(),
            ..Toolchain::new(&Toy, path, release, version)
        })
    }

    fn version_output(&self, toolchain: &Toolchain) -> Result<String, ToolError> {
        query(&toolchain.path, &toolchain.env, &["--version"])
    }

    fn discover(&self, surroundings: &Surroundings, discovery: &mut Discovery) {
        let folders = surroundings.path.iter().flat_map(env::split_paths);
        for path in folders.map(|folder| folder.join("toy")) {
            if path.is_file() && !discovery.is_known("toy", &path, &[]) {
                let probed = self.probe(&path, &[], &discovery.cache);
                discovery.add("toy", probed);
            }
        }
    }

    fn usual(&self) -> Vec<Request> {
        vec![Request::build(OptLevel::O3), Request::in_mode(TRANSFORM)]
    }

    fn command_line(
        &self,
        backend: &Backend,
        _: &[&str],
        source: &Path,
        output: &Path,
    ) -> CommandLine {
        CommandLine {
            env: backend.toolchain.env.clone(),
            program: backend.toolchain.path.clone(),
            args: vec![(&backend.request.mode).into(), source.into(), output.into()],
        }
    }
}

#[test]
fn a_driver_need_not_be_a_part_of_this_crate() {
    static DRIVERS: [&dyn Driver; 1] = [&Toy];
    let folder = Scratch::new().unwrap();
    let path = folder.path().join("toy");
    fs::write(&path, COMPILER).unwrap();
    fs::set_permissions(&path, fs::Permissions::from_mode(0o755)).unwrap();
    let named = NamedCompiler {
        name: "mine".to_owned(),
        setting: "toy".to_owned(),
        path: path.clone(),
        env: vec![("A".to_owned(), "b".to_owned())],
    };
    let toolchains = Toolchains::discover_with(
        &DRIVERS,
        &Surroundings {
            path: Some(folder.path().into()),
            named: vec![named],
            ..Surroundings::default()
        },
    );
    assert_eq!(toolchains.skipped, []);
    let found: Vec<String> = toolchains
        .of(SHELL)
        .iter()
        .map(ToString::to_string)
        .collect();
    let target = kvant_toolchain::host();
    let expected = ["mine", "toy"].map(|name| format!("{name} (toy 2.1.0, {target})"));
    assert_eq!(found, expected);
    let elsewhere = Toolchains::discover_with(&DRIVERS, &Surroundings::default());
    let by_path = elsewhere.select(path.to_str().unwrap()).unwrap();
    assert_eq!(by_path.name, "toy-2.1.0");
    assert_eq!(by_path.dialect().family, "toy");
    assert!(elsewhere.select("/bin/sh").is_err());

    let preset = Some(Preset::Quick);
    let matrix = toolchains.matrix(preset, &[Arc::clone(&by_path)], &[]);
    let backends = matrix.unwrap().backends;
    let names: Vec<String> = backends.iter().map(Backend::name).collect();
    assert_eq!(names, ["toy-2.1.0-O3", "toy-2.1.0-opt"]);
    let [build, transform] = &backends[..] else {
        panic!("{names:?}");
    };
    assert!(build.optimises() && !transform.optimises());

    let answer = |backend: &Backend, text: &str| {
        let compilation = backend.compile(text, folder.path(), &Limits::for_compiler());
        compilation.unwrap().answer
    };
    let program = "#!/bin/sh\necho add\n";
    let Answer::Executable(compiled) = answer(build, program) else {
        panic!("it makes an executable");
    };
    let run = compiled.run(&[], &Limits::for_program()).unwrap();
    assert_eq!((run.exit, &run.stdout[..]), (Exit::Code(0), &b"add\n"[..]));
    let text = "#!/bin/sh\necho sub\n".to_owned();
    assert_eq!(answer(transform, program), Answer::Transformed(text));
    for backend in &backends {
        let failure = |text: &str| match answer(backend, text) {
            Answer::Failed(CompileFailure::Rejected { .. }) => "rejected".to_owned(),
            Answer::Failed(CompileFailure::Crashed { signal, .. }) => {
                signal.map_or("crashed".to_owned(), |signal| signal.to_string())
            }
            answer => panic!("{backend}: {answer:?}"),
        };
        assert_eq!(failure("wrong"), "rejected");
        assert_eq!(failure("trap"), "crashed");
        assert_eq!(failure("kill"), "SIGABRT");
    }
}

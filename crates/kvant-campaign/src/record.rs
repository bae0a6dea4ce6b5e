//! Conversion of live compilers to their records, and back to those that are here.

use std::sync::Arc;

use kvant_record::{Exit, OptLevel, Request};
use kvant_toolchain::{Backend, BackendKind, BuildFlags, Toolchain};

/// The mode of compile-time evaluation.
const CONST: &str = "const";

/// The mode of Miri.
const MIRI: &str = "miri";

/// The record of a compiler.
pub fn toolchain_record(toolchain: &Toolchain) -> kvant_record::Toolchain {
    kvant_record::Toolchain {
        name: toolchain.name.clone(),
        family: toolchain.family.name().to_owned(),
        release: toolchain.release.clone(),
        target: toolchain.target.clone(),
        verbose: toolchain.verbose.clone(),
    }
}

/// The record of a backend.
pub fn backend_record(backend: &Backend) -> kvant_record::Backend {
    kvant_record::Backend {
        toolchain: toolchain_record(&backend.toolchain),
        request: request_of(backend),
    }
}

/// The backend of a record, with the first of these compilers that has the name of the recorded one. Miri is never found: its
/// library would have to be looked for.
pub fn backend_again(
    record: &kvant_record::Backend,
    toolchains: &[Arc<Toolchain>],
) -> Option<Backend> {
    let name = &record.toolchain.name;
    let answers = |known: &&Arc<Toolchain>| known.name == *name || known.aliases.contains(name);
    let toolchain = toolchains.iter().find(answers)?;
    Some(Backend {
        toolchain: Arc::clone(toolchain),
        kind: kind_of(&record.request)?,
    })
}

/// What a backend asks of its compiler.
pub fn request_of(backend: &Backend) -> Request {
    request_of_kind(&backend.kind)
}

/// The kind of backend that a request asks for, unless it is Miri or a mode that is not known.
pub fn kind_of(request: &Request) -> Option<BackendKind> {
    if request.mode == CONST {
        return Some(BackendKind::ConstEval);
    }
    let opt = request.level.name().parse().ok()?;
    let mut flags = BuildFlags::at(opt);
    for switch in &request.switches {
        match switch.as_str() {
            "validate" => flags.validate_mir = true,
            "lint" => flags.lint_mir = true,
            level => flags.mir = Some(level.strip_prefix("mir")?.parse().ok()?),
        }
    }
    flags.extra.clone_from(&request.flags);
    request.is_build().then_some(BackendKind::Build(flags))
}

/// The request that the name of a backend tells, with the name of its compiler, if it was asked with this command line.
pub(crate) fn request_named(name: &str, command: &str) -> (String, Request) {
    match BackendKind::named(name) {
        Some((toolchain, kind)) => {
            let request = request_of_kind(&kind.asked_with(command));
            (toolchain.to_owned(), request)
        }
        None => {
            let (toolchain, mode) = name.rsplit_once('-').unwrap_or((name, ""));
            (toolchain.to_owned(), Request::in_mode(mode))
        }
    }
}

fn request_of_kind(kind: &BackendKind) -> Request {
    let flags = match kind {
        BackendKind::ConstEval => return Request::in_mode(CONST),
        BackendKind::Miri { .. } => return Request::in_mode(MIRI),
        BackendKind::Build(flags) => flags,
    };
    let level = flags.opt.to_string().parse();
    let mut request = Request::build(level.unwrap_or(OptLevel::O0));
    if let Some(level) = flags.mir {
        request = request.with_switch(&format!("mir{level}"));
    }
    for (is_on, switch) in [(flags.validate_mir, "validate"), (flags.lint_mir, "lint")] {
        if is_on {
            request = request.with_switch(switch);
        }
    }
    request.with_flags(flags.extra.iter().cloned())
}

/// The record of the end of a process.
pub(crate) fn exit_record(exit: kvant_toolchain::Exit) -> Exit {
    use kvant_toolchain::Exit as Live;
    match exit {
        Live::Code(code) => Exit::Code(code),
        Live::Signal(signal) => Exit::Signal(signal.to_string()),
        Live::TimedOut => Exit::TimedOut,
        Live::OutputLimit => Exit::OutputLimit,
        Live::MemoryLimit => Exit::MemoryLimit,
        Live::ProcessLimit => Exit::ProcessLimit,
        Live::DiskLimit => Exit::DiskLimit,
    }
}

#[cfg(test)]
mod tests {
    use kvant_toolchain::OptLevel;

    use super::*;

    #[test]
    fn backends_are_found_again_by_their_records() {
        let toolchain = Arc::new(Toolchain::probe("rustc".as_ref()).unwrap());
        let flags = BuildFlags {
            mir: Some(3),
            validate_mir: true,
            lint_mir: true,
            extra: vec![
                "-Cllvm-args=-opt-bisect-limit=3 -x".into(),
                "-Clto=fat".into(),
            ],
            ..BuildFlags::at(OptLevel::Oz)
        };
        for kind in [
            BackendKind::ConstEval,
            BackendKind::Build(BuildFlags::at(OptLevel::O0)),
            BackendKind::Build(BuildFlags::all_mir_passes()),
            BackendKind::Build(flags),
        ] {
            let toolchain = Arc::clone(&toolchain);
            let backend = Backend { toolchain, kind };
            let record = backend_record(&backend);
            assert_eq!(record.name(), backend.name());
            let again = backend_again(&record, &[Arc::clone(&backend.toolchain)]);
            assert_eq!(again.as_ref(), Some(&backend));
            assert_eq!(backend_again(&record, &[]), None);
            assert_eq!(
                request_named(&backend.name(), ""),
                (backend.toolchain.name.clone(), record.request)
            );
        }
        let (name, miri) = request_named("nightly-miri", "");
        assert_eq!((&*name, kind_of(&miri)), ("nightly", None));
    }
}

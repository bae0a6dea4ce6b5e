//! Conversion of compilers to records, and of records to the compilers that are installed.

use std::sync::Arc;

use kvant_record::{Exit, Request};
use kvant_toolchain::{Backend, Toolchain, drivers, named_request};

/// The record of a compiler.
pub fn toolchain_record(toolchain: &Toolchain) -> kvant_record::Toolchain {
    kvant_record::Toolchain {
        name: toolchain.name.clone(),
        family: toolchain.family().name.to_owned(),
        release: toolchain.release.clone(),
        target: toolchain.target.clone(),
        verbose: toolchain.verbose.clone(),
    }
}

/// The record of a backend.
pub fn backend_record(backend: &Backend) -> kvant_record::Backend {
    kvant_record::Backend {
        toolchain: toolchain_record(&backend.toolchain),
        request: backend.request.clone(),
    }
}

/// The backend of a record, with the first of these compilers that has the recorded name. `None` if there is none, or if
/// findings are not followed up in this mode.
pub fn backend_again(
    record: &kvant_record::Backend,
    toolchains: &[Arc<Toolchain>],
) -> Option<Backend> {
    let name = &record.toolchain.name;
    let answers = |known: &&Arc<Toolchain>| known.name == *name || known.aliases.contains(name);
    let toolchain = Arc::clone(toolchains.iter().find(answers)?);
    let request = record.request.clone();
    is_repeatable(record).then_some(Backend { toolchain, request })
}

/// True if findings are followed up with requests of this mode.
pub fn is_repeatable(record: &kvant_record::Backend) -> bool {
    let Request { mode, .. } = &record.request;
    let mut families = drivers().iter().map(|driver| driver.family());
    let family = families.find(|family| family.name == record.toolchain.family);
    let modes = family.map_or(&[][..], |family| family.modes);
    record.request.is_build()
        || modes
            .iter()
            .any(|known| known.name == mode && known.has_name)
}

/// The request in the name of a backend, with the name of its compiler.
pub(crate) fn request_named(name: &str) -> (String, Request) {
    match named_request(name) {
        Some((toolchain, request)) => (toolchain.to_owned(), request),
        None => {
            let (toolchain, mode) = name.rsplit_once('-').unwrap_or((name, ""));
            (toolchain.to_owned(), Request::in_mode(mode))
        }
    }
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
    use kvant_toolchain::{OptLevel, Toolchains};

    use super::*;

    #[test]
    fn backends_are_found_again_by_their_records() {
        let toolchain = Toolchains::discover().found.swap_remove(0);
        let build = Request::build(OptLevel::Oz)
            .with_flags(["-Cllvm-args=-opt-bisect-limit=3 -x", "-Clto=fat"]);
        for request in [Request::build(OptLevel::O0), build] {
            let toolchain = Arc::clone(&toolchain);
            let backend = Backend { toolchain, request };
            let record = backend_record(&backend);
            assert_eq!(record.name(), backend.name());
            let again = backend_again(&record, &[Arc::clone(&backend.toolchain)]);
            assert_eq!(again.as_ref(), Some(&backend));
            assert_eq!(backend_again(&record, &[]), None);
            let named = (backend.toolchain.name.clone(), backend.request);
            assert_eq!(request_named(&record.name()), named);
        }
        let (name, unknown) = request_named("nightly-of-another-sort");
        assert_eq!((&*name, &*unknown.mode), ("nightly-of-another", "sort"));
    }
}

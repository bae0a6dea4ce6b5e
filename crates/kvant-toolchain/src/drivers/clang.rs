//! clang.

use kvant_record::OptLevel;

use super::c::{
    ADDRESS_AND_UNDEFINED, CDriver, LINKER, MEMORY, RELAXATIONS, TYPE, WATCHED, family,
};
use super::has_word;
use crate::driver::{Family, Suspect};
use crate::drivers::excerpt::CodeForm;
use crate::part::{Counted, Part, Search};

/// The driver of clang.
pub static CLANG: CDriver = CDriver {
    family: &Family {
        is_command: |name| has_word(name, "clang"),
        watched: Some(WATCHED),
        code: &[
            (CodeForm::LlvmIr, &["-S", "-emit-llvm"]),
            (
                CodeForm::RawLlvmIr,
                &["-S", "-emit-llvm", "-Xclang", "-disable-llvm-passes"],
            ),
            (CodeForm::Assembly, &["-S"]),
        ],
        relaxations: &RELAXATIONS,
        suspects: &[
            Suspect::new("strict-overflow", "-fwrapv"),
            Suspect::new("inline", "-fno-inline"),
            Suspect::new("vectorize", "-fno-vectorize"),
            Suspect::new("slp-vectorize", "-fno-slp-vectorize"),
            Suspect::new("unroll-loops", "-fno-unroll-loops"),
        ],
        parts: &[Part {
            name: "LLVM",
            key: "llvm",
            runs: |request| request.level != OptLevel::O0,
            off: |passes, _| vec![format!("-mllvm -opt-disable={}", passes.join(","))],
            search: Search::Counted(Counted {
                limit: |limit| format!("-mllvm -opt-bisect-limit={limit}"),
                in_one_row: &[("-flto", "-fno-lto")],
                forms: &[CodeForm::LlvmIr, CodeForm::Assembly],
                dumps: None,
            }),
        }],
        ..family("clang")
    },
    has_targets: false,
    has_levels: true,
    size_level_since: Some(0),
    c17_since: 6,
    sanitizers: &[ADDRESS_AND_UNDEFINED, MEMORY, TYPE],
    trials: &[
        (LINKER, &[]),
        ("lto", &["-flto"]),
        ("llvm-bisect", &["-mllvm -opt-bisect-limit=-1"]),
    ],
};

//! Names and numbers in the order of the text.

use kvant_c::{Program, RecordKind, Stmt};

/// Renames everything but the entry function.
pub(super) fn rename(mut program: Program) -> Program {
    for (n, typedef) in program.typedefs.iter_mut().enumerate() {
        typedef.name = format!("T{n}");
    }
    for (n, record) in program.records.iter_mut().enumerate() {
        record.name = match record.kind {
            RecordKind::Struct => format!("S{n}"),
            RecordKind::Union => format!("U{n}"),
        };
        for (m, field) in record.fields.iter_mut().enumerate() {
            if let Some(name) = &mut field.name {
                *name = format!("m{m}");
            }
        }
    }
    for (n, list) in program.enums.iter_mut().enumerate() {
        list.name = format!("E{n}");
        for (m, (name, _)) in list.constants.iter_mut().enumerate() {
            *name = format!("E{n}_{m}");
        }
    }
    for (n, global) in program.globals.iter_mut().enumerate() {
        global.name = format!("g{n}");
    }
    let mut site = 0;
    for (n, function) in program.functions.iter_mut().enumerate() {
        if function.name != Program::ENTRY {
            function.name = format!("f{n}");
        }
        for (m, local) in function.locals.iter_mut().enumerate() {
            local.name = format!("v{m}");
        }
        for (m, label) in function.labels.iter_mut().enumerate() {
            *label = format!("l{m}");
        }
        for statement in function.blocks.iter_mut().flat_map(|b| &mut b.statements) {
            if let Stmt::Observe(number, _) = statement {
                site += 1;
                *number = site;
            }
        }
    }
    program
}

//! Names and numbers that follow from the order of the text.

use kvant_mir::{AdtId, AdtKind, Program, Rewrite};

/// Gives functions, types, locals, blocks and observations new names. The entry function keeps its own.
pub(super) fn rename(mut program: Program) -> Program {
    let entry = program.entry.index();
    let entry_name = program.functions[entry].name.clone();
    let mut sites = Sites(0);
    for (n, function) in program.functions.iter_mut().enumerate() {
        if n != entry {
            function.name = fresh("f", n, &entry_name);
        }
        function.locals.iter_mut().for_each(|decl| decl.name = None);
        function
            .blocks
            .iter_mut()
            .for_each(|block| block.name = None);
        sites.function(function);
    }
    for n in 0..program.types.adts().len() {
        let def = program.types.adt_mut(AdtId::new(n));
        let letter = match def.kind {
            AdtKind::Struct => "S",
            AdtKind::Union => "U",
            AdtKind::Enum => "E",
        };
        def.name = fresh(letter, n, &entry_name);
    }
    program
}

fn fresh(letter: &str, n: usize, taken: &str) -> String {
    let name = format!("{letter}{n}");
    match name == taken {
        true => format!("{letter}_{n}"),
        false => name,
    }
}

/// Numbers the observations from 1 on.
struct Sites(u32);

impl Rewrite for Sites {
    fn site(&mut self, site: &mut u32) {
        self.0 += 1;
        *site = self.0;
    }
}

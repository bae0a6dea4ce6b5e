//! The canonical form of a program: everything that its text does not show has one fixed value.

use crate::print;
use crate::rewrite::Rewrite as _;
use crate::syntax::*;
use crate::translate::{Translated, Translation};

/// Renumbers the types by first mention, as documented at [`Program::canonical`]. Of the declared types after the first
/// `kept`, the ones that nothing names are dropped.
///
/// The text does not show the numbers of types, the difference between a given name and one derived from the number, or
/// the `inline` and `cold` attributes of the entry function. [`LocalDecl::marked`] is derived from the body.
pub(crate) fn renumber(program: Program, kept: usize) -> Program {
    let mut program = program;
    let old = std::mem::take(&mut program.types);
    let all = (0..old.adts().len()).map(AdtId::new);
    let declared: Vec<AdtId> = match kept < old.adts().len() {
        true => {
            let named = named(&program, &old);
            let is_named = |id| old.lookup(&TyKind::Adt(id)).and_then(|ty| named.get(ty));
            all.filter(|id| id.index() < kept || is_named(*id).is_some())
                .collect()
        }
        false => all.collect(),
    };
    let (mut types, mut done) = (Types::default(), Translated::default());
    let mut translation = Translation::new(&old, &mut types, &mut done, "");
    translation.declare(declared.into_iter());
    for function in &mut program.functions {
        translation.function(function);
        function.find_marked();
        settle_local_names(&mut function.locals);
        settle_block_names(&mut function.blocks);
    }
    for argument in &program.arguments {
        translation.constant(*argument);
    }
    program.types = types;
    if let Some(entry) = program.functions.get_mut(program.entry.index()) {
        entry.inline = Inline::Never;
        entry.cold = false;
    }
    program
}

/// The types that the functions of a program name, and all types that those are made of.
fn named(program: &Program, types: &Types) -> Translated {
    let (mut elsewhere, mut named) = (Types::default(), Translated::default());
    let mut translation = Translation::new(types, &mut elsewhere, &mut named, "");
    for function in &program.functions {
        translation.function(&mut function.clone());
    }
    named
}

/// Names either all locals but the return place, or none.
fn settle_local_names(locals: &mut [LocalDecl]) {
    let mut names: Vec<_> = locals.iter_mut().map(|local| &mut local.name).collect();
    settle(&mut names, print::local_number);
}

/// Names either all blocks but the entry block, or none.
fn settle_block_names(blocks: &mut [BlockData]) {
    let mut names: Vec<_> = blocks.iter_mut().map(|block| &mut block.name).collect();
    settle(&mut names, print::block_number);
}

/// Removes the first of `names`, which is never in the text. The others are removed if all of them follow from their
/// numbers, and completed otherwise.
fn settle(names: &mut [&mut Option<String>], write_number: fn(u32, &mut String)) {
    let Some((first, rest)) = names.split_first_mut() else {
        return;
    };
    **first = None;
    let follows = |n: usize| {
        let mut number = String::new();
        write_number(n as u32 + 1, &mut number);
        number
    };
    let mut named = rest.iter().enumerate().filter(|(_, name)| name.is_some());
    let free = named.any(|(n, name)| name.as_ref() != Some(&follows(n)));
    for (n, name) in rest.iter_mut().enumerate() {
        match (free, name.is_some()) {
            (true, false) => **name = Some(follows(n)),
            (false, true) => **name = None,
            _ => {}
        }
    }
}

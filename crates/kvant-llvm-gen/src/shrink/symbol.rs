//! Passes about functions and their parameters.

use kvant_llvm::syntax::{Function, Op};
use kvant_llvm_machine::{Leaf, Program};
use kvant_llvm_refine::Given;

use super::edit::{At, Edit, Gone, callee, definitions, tested};
use super::literal::Literal;
use super::pass::Known;
use super::value::instructions;
use crate::VSCALE;
use crate::body::OpenBody;

/// Called functions are tested instead of their callers.
pub(super) fn entries(known: &Known<'_>) -> Vec<Edit> {
    others(known).map(Edit::Entry).collect()
}

/// Functions lose their bodies.
pub(super) fn bodies(known: &Known<'_>) -> Vec<Edit> {
    others(known).map(Edit::Declare).collect()
}

/// Bodies take the place of calls.
pub(super) fn inlined(known: &Known<'_>) -> Vec<Edit> {
    let all = instructions(known);
    let is_other = |at: At, op: &Op| callee(&known.test.module, op).is_some_and(|it| it != at.item);
    let all = all.filter(|(at, _, it)| is_other(*at, &it.op));
    all.map(|(at, ..)| Edit::Inline(at)).collect()
}

/// The functions with a body that are not the tested one.
fn others(known: &Known<'_>) -> impl Iterator<Item = usize> {
    let tested = tested(known.test);
    let all = definitions(&known.test.module).map(|it| it.0);
    all.filter(move |item| Some(*item) != tested)
}

/// Parameters that nothing uses go away.
pub(super) fn unused(known: &Known<'_>) -> Vec<Edit> {
    gone(known, |function, _, number| {
        let body = function.body.as_ref()?;
        let uses = OpenBody::open(body, function.parameters.len()).uses();
        (uses.get(number) == Some(&0)).then_some(None)
    })
}

/// Parameters of the tested function become the constants of the input.
pub(super) fn constants(known: &Known<'_>) -> Vec<Edit> {
    let [input] = &known.test.inputs[..] else {
        return Vec::new();
    };
    let layout = known.test.layout();
    let program = Program::new(&known.test.module, &layout).with_vscale(VSCALE);
    gone(known, |function, scalars, number| {
        let given = input.arguments.get(scalars?)?;
        let leaves = given.iter().map(|it| match it {
            Given::Leaf(leaf) => Some(leaf.clone()),
            Given::Pointer(..) => None,
        });
        let leaves: Vec<Leaf> = leaves.collect::<Option<_>>()?;
        let ty = function.parameters.get(number)?.ty;
        Some(Some(Literal::of(&program, ty, &leaves)?))
    })
}

type Scalars = std::ops::Range<usize>;

fn gone(
    known: &Known<'_>,
    with: impl Fn(&Function, Option<Scalars>, usize) -> Option<Option<Literal>>,
) -> Vec<Edit> {
    let tested = tested(known.test);
    let mut edits = Vec::new();
    for (item, function) in definitions(&known.test.module) {
        let is_tested = Some(item) == tested;
        if is_tested && known.record.scalars.len() != function.parameters.len() {
            continue;
        }
        let mut first = 0;
        for number in 0..function.parameters.len() {
            let mut scalars = None;
            if is_tested {
                let last = first + known.record.scalars[number];
                scalars = Some(first..last);
                first = last;
            }
            if let Some(with) = with(function, scalars.clone(), number) {
                let gone = Gone {
                    number,
                    scalars,
                    with,
                };
                edits.push(Edit::Parameter(item, gone));
            }
        }
    }
    edits
}

//! Test of rollback: a machine that is rolled back has exactly the state that it had, seen from inside.

use std::fmt::Write;

use kvant_c::{CTarget, parse};

use crate::frame::Slot;
use crate::object::Mark;
use crate::{Limits, Machine};

impl Machine {
    /// The whole state, except for caches.
    fn fingerprint(&self) -> String {
        let mut statics: Vec<_> = self.statics.iter().collect();
        statics.sort();
        let mut literals: Vec<_> = self.literals.iter().collect();
        literals.sort();
        let globals = self.globals.iter().enumerate();
        let globals: Vec<_> = globals.filter(|(_, alloc)| alloc.is_some()).collect();
        let mut text = format!(
            "{} {} {:?} {globals:?} {statics:?} {literals:?} {:?}",
            self.steps, self.finished, self.trace, self.memory
        );
        for object in &self.objects {
            let marks = object.side.iter().flat_map(|side| side.marks.iter());
            let marks: Vec<_> = marks
                .enumerate()
                .filter(|(_, mark)| **mark != Mark::Nothing)
                .collect();
            let mut known = object.partly_known(0, u32::MAX);
            known.retain(|(_, bits)| *bits != 0);
            let _ = write!(
                text,
                "\n{:?} {:?} {:?} {marks:?} {known:?}",
                object.ty, object.origin, object.traits
            );
        }
        for frame in &self.stack {
            let slots = frame.slots.iter().enumerate();
            let slots: Vec<_> = slots.filter(|(_, slot)| **slot != Slot::Dead).collect();
            let _ = write!(
                text,
                "\n{:?} {} {:?} {:?} {:?} {:?} {slots:?}",
                frame.function,
                frame.nested,
                frame.position,
                frame.variadic,
                frame.watch,
                frame.scope
            );
        }
        text
    }
}

#[test]
fn trials_leave_every_byte_as_it_was() {
    let limits = Limits {
        steps: 300,
        ..Limits::default()
    };
    let parse = |text: &str| parse::program(text, &CTarget::X86_64);
    for case in kvant_testing::corpus::read("corpus-c", parse) {
        let program = &case.parsed.program;
        let mut machine = Machine::new(CTarget::X86_64, limits);
        machine.start(program).unwrap();
        loop {
            let before = machine.fingerprint();
            for ahead in [1, 2, 5, 30] {
                let mark = machine.mark();
                for _ in 0..ahead {
                    if machine.step(program) != Ok(None) {
                        break;
                    }
                }
                machine.rollback(mark);
                assert_eq!(machine.fingerprint(), before, "{case}, {ahead} steps ahead");
            }
            if machine.step(program) != Ok(None) {
                break;
            }
        }
    }
}

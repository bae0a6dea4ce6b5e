//! Loops over arrays, in the shapes that loop passes and vectorisers look for.
//!
//! A template is written as a whole and run on trial, mostly as a function of its own that is called again later with
//! other data. Its indices are in bounds for all data: loop bounds are limited to the length of the arrays inside of
//! it.

mod arrays;
mod expression;
mod shapes;

use kvant_mir::{IntTy, Local, Operand, Place, Rvalue, Ty};

use super::{Grower, Result};
use crate::draft::Refusal;
use crate::feature::Feature;

/// A kind of template.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    Elementwise,
    Stencil,
    Reduction,
    Conditional,
    Search,
    Exit,
    Nested,
    Invariant,
    Recurrence,
    Derived,
    Fill,
    Copy,
    Neighbours,
    Group,
    Unswitch,
    Scatter,
    Interleaved,
    Reverse,
    Widened,
    Bits,
    Accumulator,
    Walk,
}

/// The result of a template.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Gives {
    /// A value of the elements' type.
    Element,
    /// A `usize`.
    Index,
    /// No result: it changes the first array.
    Nothing,
}

impl Kind {
    /// The kinds with their weights.
    const ALL: [(u32, Kind); 22] = [
        (5, Kind::Elementwise),
        (3, Kind::Stencil),
        (4, Kind::Reduction),
        (4, Kind::Conditional),
        (3, Kind::Search),
        (3, Kind::Exit),
        (3, Kind::Nested),
        (3, Kind::Invariant),
        (3, Kind::Recurrence),
        (2, Kind::Derived),
        (2, Kind::Fill),
        (3, Kind::Copy),
        (3, Kind::Neighbours),
        (4, Kind::Group),
        (3, Kind::Unswitch),
        (2, Kind::Scatter),
        (2, Kind::Interleaved),
        (2, Kind::Reverse),
        (3, Kind::Widened),
        (2, Kind::Bits),
        (3, Kind::Accumulator),
        (2, Kind::Walk),
    ];

    /// Its name in the statistics.
    const fn name(self) -> &'static str {
        match self {
            Kind::Elementwise => "template: elementwise",
            Kind::Stencil => "template: stencil",
            Kind::Reduction => "template: reduction",
            Kind::Conditional => "template: conditional reduction",
            Kind::Search => "template: search",
            Kind::Exit => "template: early exit",
            Kind::Nested => "template: nested",
            Kind::Invariant => "template: invariant",
            Kind::Recurrence => "template: recurrence",
            Kind::Derived => "template: derived index",
            Kind::Fill => "template: fill",
            Kind::Copy => "template: copy",
            Kind::Neighbours => "template: neighbours",
            Kind::Group => "template: group",
            Kind::Unswitch => "template: unswitch",
            Kind::Scatter => "template: scatter",
            Kind::Interleaved => "template: interleaved",
            Kind::Reverse => "template: reverse",
            Kind::Widened => "template: widened",
            Kind::Bits => "template: bits",
            Kind::Accumulator => "template: accumulator",
            Kind::Walk => "template: pointer walk",
        }
    }

    /// Number of arrays that it works on. The first one is written.
    const fn arrays(self) -> usize {
        match self {
            Kind::Bits => 0,
            Kind::Reduction | Kind::Conditional | Kind::Search | Kind::Fill | Kind::Walk => 1,
            Kind::Elementwise | Kind::Exit | Kind::Group | Kind::Unswitch | Kind::Widened => 3,
            _ => 2,
        }
    }

    const fn gives(self) -> Gives {
        match self {
            Kind::Reduction
            | Kind::Conditional
            | Kind::Neighbours
            | Kind::Bits
            | Kind::Recurrence
            | Kind::Walk
            | Kind::Widened => Gives::Element,
            Kind::Search | Kind::Exit => Gives::Index,
            _ => Gives::Nothing,
        }
    }

    /// Returns true if it is for integers only.
    const fn wants_ints(self) -> bool {
        matches!(
            self,
            Kind::Bits | Kind::Scatter | Kind::Invariant | Kind::Widened
        )
    }
}

/// The way in which a template accesses the elements of an array.
#[derive(Clone, Debug)]
enum Access {
    /// By index into a place of the array's type.
    Indexed(Place),
    /// Through a pointer that is offset from the first element.
    Moved(Local),
}

/// The operands of a template.
#[derive(Clone, Debug)]
struct Data {
    element: Ty,
    length: u64,
    arrays: Vec<Access>,
    /// Two loop invariants, though they may be in memory that is written.
    scalars: [Operand; 2],
    /// A random `usize`.
    count: Operand,
}

/// The way in which an array is passed to a function.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Passing {
    Pointer,
    Reference,
    Value,
}

impl Grower {
    /// Writes a loop over arrays: a function of its own, or in place.
    pub(super) fn loop_template(&mut self) -> Result {
        if !self.draft.live {
            return Err(Refusal::Nothing);
        }
        let mut kinds = Kind::ALL.to_vec();
        if !self.has_walks() || !self.swarm.has(Feature::PointerComparisons) {
            kinds.retain(|kind| kind.1 != Kind::Walk);
        }
        let kind = self.rng.weighted(&kinds);
        let function = self.swarm.has(Feature::Calls)
            && self.call_nesting < super::MAX_CALL_NESTING
            && self.rng.percent(60);
        let result = self.attempt(|this| match function {
            true => this.with_new_locals(|this| this.template_function(kind)),
            false => this.template_in_place(kind),
        });
        self.draft.stats.count(kind.name(), result.is_ok());
        result
    }

    /// Returns true if pointer arithmetic in arrays is enabled.
    fn has_walks(&self) -> bool {
        self.swarm.has(Feature::RawPointers) && self.swarm.has(Feature::PointerArithmetic)
    }

    fn template_in_place(&mut self, kind: Kind) -> Result {
        let (element, length) = self.template_type(kind);
        let places = self.template_arrays(kind.arrays(), element, length)?;
        let mut arrays = Vec::with_capacity(places.len());
        for place in &places {
            let place = self.maybe_behind_pointer(place.clone(), element, length)?;
            arrays.push(self.access(kind, place, element)?);
        }
        let data = Data {
            element,
            length,
            arrays,
            scalars: [self.invariant(element)?, self.invariant(element)?],
            count: self.operand(self.universe.usize)?,
        };
        let result = self.ahead(|this| this.shape(kind, &data))?;
        if let Some(local) = result {
            self.bring_into_scope(local, false);
        }
        self.use_array(places.first(), element, length)
    }

    /// Writes a template as a function, by calling it.
    fn template_function(&mut self, kind: Kind) -> Result {
        let (element, length) = self.template_type(kind);
        let places = self.template_arrays(kind.arrays(), element, length)?;
        let environment = self.scope.environment.ok_or(Refusal::Nothing)?;
        let mut arguments = vec![(self.universe.environment_pointer, environment.into())];
        for (n, place) in places.iter().enumerate() {
            // A reference must be the only access path to its array.
            let mut namesakes = places.iter().filter(|other| other.local == place.local);
            let alone = namesakes.nth(1).is_none();
            let passing = self.passing(alone, n == 0 && kind.gives() == Gives::Nothing);
            arguments.push(self.pass(passing, n == 0, place, element, length)?);
        }
        for _ in 0..2 {
            arguments.push((element, self.operand(element)?));
        }
        arguments.push((self.universe.usize, self.operand(self.universe.usize)?));
        let result = match kind.gives() {
            Gives::Element => element,
            Gives::Index => self.universe.usize,
            Gives::Nothing => self.universe.unit,
        };
        self.write_function_with(arguments, result, |this| {
            this.template_body(kind, element, length)
        })?;
        self.use_array(places.first(), element, length)
    }

    /// The body of a function whose arguments are the environment, arrays, two scalars and a count.
    fn template_body(&mut self, kind: Kind, element: Ty, length: u64) -> Result {
        let region = self.enter_function(None);
        let budget = self.rng.below(6);
        self.fill_region(budget);
        let arguments: Vec<Local> = self.draft.function().argument_locals().collect();
        let [_, passed @ .., x, y, count] = &*arguments else {
            return Err(Refusal::Nothing);
        };
        let mut arrays = Vec::with_capacity(passed.len());
        for &local in passed {
            let place = self.passed_array(local);
            arrays.push(self.access(kind, place, element)?);
        }
        let data = Data {
            element,
            length,
            arrays,
            scalars: [(*x).into(), (*y).into()],
            count: (*count).into(),
        };
        let result = self.ahead(|this| this.shape(kind, &data))?;
        if let Some(local) = result {
            self.set(Local::RETURN, Rvalue::Use(local.into()))?;
        }
        self.close_region(&region)?;
        self.draft.terminator(kvant_mir::Terminator::Return)?;
        Ok(())
    }

    /// The element type and the length of a template's arrays: not too many different ones in one program, so that
    /// arrays can be shared.
    fn template_type(&mut self, kind: Kind) -> (Ty, u64) {
        const LENGTHS: [u64; 12] = [8, 9, 12, 16, 17, 18, 20, 31, 32, 33, 33, 34];
        let floats = &self.universe.floats;
        let element = match self.rng.pick(floats) {
            Some(&float) if !kind.wants_ints() && self.rng.percent(12) => float,
            _ => self.narrow_int(),
        };
        let most = if self.nesting + self.call_nesting > 1 {
            6
        } else {
            LENGTHS.len()
        };
        let draw = (self.favourite >> (4 * self.rng.below(2))) as usize;
        (element, LENGTHS[draw % most])
    }

    /// An integer type that fits into a register, mostly.
    pub(super) fn narrow_int(&mut self) -> Ty {
        for _ in 0..4 {
            let ty = self.universe.int(&mut self.rng);
            let int = self.draft.program.types.as_int(ty);
            if !matches!(int, Some(IntTy::I128 | IntTy::U128)) {
                return ty;
            }
        }
        self.universe.usize
    }
}

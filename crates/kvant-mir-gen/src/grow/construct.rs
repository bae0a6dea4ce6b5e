//! The constructs that regions consist of, and their weights.

use super::{Grower, MAX_CALL_NESTING, MAX_NESTING};
use crate::feature::Feature;

/// A statement or a few, a branch, a loop or a call.
#[derive(Clone, Copy)]
pub(super) enum Construct {
    Assign,
    Assume,
    Transmute,
    SetDiscriminant,
    Pun,
    CastPointer,
    Walk,
    ComparePointers,
    Intrinsic(Feature),
    Switch,
    Match,
    Loop,
    LoopExit,
    SiblingCopy,
    NewFunction,
    KnownFunction,
    FnPointer,
    Observe,
    Idiom,
    Template,
    Alias,
    SwitchShape,
    Splice,
}

impl Construct {
    /// Its name in the statistics.
    const fn name(self) -> &'static str {
        match self {
            Construct::Assign => "assignment",
            Construct::Assume => "assume",
            Construct::Transmute => "transmute",
            Construct::SetDiscriminant => "set-discriminant",
            Construct::Pun => "union",
            Construct::CastPointer => "pointer-cast",
            Construct::Walk => "pointer-arithmetic",
            Construct::ComparePointers => "pointer-comparison",
            Construct::Intrinsic(feature) => feature.name(),
            Construct::Switch => "switch",
            Construct::Match => "match",
            Construct::Loop => "loop",
            Construct::LoopExit => "loop-exit",
            Construct::SiblingCopy => "sibling-copy",
            Construct::NewFunction => "new-function",
            Construct::KnownFunction => "known-function",
            Construct::FnPointer => "fn-pointer",
            Construct::Observe => "observation",
            Construct::Idiom => "idiom",
            Construct::Template => "loop-template",
            Construct::Alias => "alias-shape",
            Construct::SwitchShape => "switch-shape",
            Construct::Splice => "splice",
        }
    }

    /// The feature that its statements belong to, where the text does not show that.
    const fn tag(self) -> Option<Feature> {
        match self {
            Construct::LoopExit => Some(Feature::LoopExits),
            Construct::Idiom => Some(Feature::Idioms),
            Construct::Template => Some(Feature::LoopTemplates),
            Construct::Alias => Some(Feature::AliasShapes),
            Construct::SwitchShape => Some(Feature::SwitchShapes),
            Construct::Splice => Some(Feature::Splices),
            _ => None,
        }
    }
}

impl Grower {
    /// Writes one construct, or nothing if the machine refuses it.
    pub(super) fn construct(&mut self) -> bool {
        let construct = self.draw_construct();
        self.write(construct)
    }

    /// Writes this construct, or nothing if the machine refuses it.
    pub(super) fn write(&mut self, construct: Construct) -> bool {
        let outer = self.draft.author;
        self.draft.author = (construct.name(), construct.tag());
        let result = match construct {
            Construct::Assign => self.assign_something(),
            Construct::Assume => self.assume(),
            Construct::Transmute => self.transmute(),
            Construct::SetDiscriminant => self.set_discriminant(),
            Construct::Pun => self.pun(),
            Construct::CastPointer => self.cast_pointer(),
            Construct::Walk => self.walk(),
            Construct::ComparePointers => self.compare_pointers(),
            Construct::Intrinsic(feature) => self.intrinsic_of(feature),
            Construct::Switch => self.switch(),
            Construct::Match => self.match_enum(),
            Construct::Loop => self.looping(),
            Construct::LoopExit => self.loop_exit(),
            Construct::SiblingCopy => self.sibling_copy(),
            Construct::NewFunction => self.call_new(),
            Construct::KnownFunction => self.call_known(),
            Construct::FnPointer => self.call_pointer(),
            Construct::Observe => self.observe_something(),
            Construct::Idiom => self.idiom(),
            Construct::Template => self.loop_template(),
            Construct::Alias => self.alias_shape(),
            Construct::SwitchShape => self.switch_shape(),
            Construct::Splice => self.splice(),
        };
        self.draft.author = outer;
        self.draft.stats.count(construct.name(), result.is_ok());
        result.is_ok()
    }

    #[allow(clippy::too_many_lines)] // It is one table.
    fn draw_construct(&mut self) -> Construct {
        let weights = self.swarm.weights;
        // The entry function runs once, so its own statements are executed once.
        let outer = self.call_nesting == 0 && self.nesting == 0;
        let factor = if outer { 2 } else { 1 };
        let branches = self.draft.live && self.nesting < MAX_NESTING;
        // Text on trial may be taken back, so it stays small.
        let on_trial = self.trials > 0;
        let loops = branches && !on_trial && !self.is_exhausted();
        let functions = self.draft.live && !on_trial && self.call_nesting < MAX_CALL_NESTING;
        let calls = self.trials < 2;
        let universe = &self.universe;
        let enums = !universe.enums.is_empty();
        let siblings = !universe.siblings.is_empty();
        let structure = |possible: bool, weight: u32| if possible { weight * factor } else { 0 };
        let feature = |feature: Feature, possible: bool, weight: u32| {
            u32::from(possible && self.swarm.has(feature)) * weight
        };
        let intrinsic = |group: Feature, possible: bool, share: u32| {
            let weight = feature(group, possible, share * weights.intrinsic);
            (weight, Construct::Intrinsic(group))
        };
        let pointers = !universe.pointers.is_empty();
        let pointer = weights.pointer;
        let arrays = pointers && self.swarm.has(Feature::Arrays);
        let walks = arrays && self.swarm.has(Feature::PointerArithmetic);
        let templates = loops && self.swarm.has(Feature::Loops) && self.swarm.has(Feature::Arrays);
        let pointer_calls = calls && !universe.fn_pointers.is_empty();
        let splice = structure(functions && !self.is_exhausted(), weights.splice * 2);
        let table = [
            (weights.plain * 2, Construct::Assign),
            (feature(Feature::Assumes, true, 4), Construct::Assume),
            (feature(Feature::Transmutes, true, 6), Construct::Transmute),
            (
                feature(Feature::SetDiscriminants, enums, 3),
                Construct::SetDiscriminant,
            ),
            (
                feature(Feature::Unions, !universe.unions.is_empty(), 4),
                Construct::Pun,
            ),
            (
                feature(Feature::PointerCasts, pointers, pointer),
                Construct::CastPointer,
            ),
            (
                feature(Feature::PointerArithmetic, arrays, pointer),
                Construct::Walk,
            ),
            (
                feature(Feature::PointerComparisons, walks, pointer / 2),
                Construct::ComparePointers,
            ),
            (
                feature(Feature::SiblingCopies, siblings, 8),
                Construct::SiblingCopy,
            ),
            intrinsic(Feature::BitIntrinsics, true, 2),
            intrinsic(Feature::IntegerIntrinsics, true, 2),
            intrinsic(Feature::FloatIntrinsics, !universe.floats.is_empty(), 1),
            intrinsic(Feature::RuntimeFloats, !universe.floats.is_empty(), 1),
            intrinsic(Feature::MemoryIntrinsics, pointers, 1),
            intrinsic(Feature::BlackBox, true, 1),
            (structure(branches, weights.switch * 2), Construct::Switch),
            (
                structure(branches && enums, weights.switch),
                Construct::Match,
            ),
            (structure(loops, weights.looping * 2), Construct::Loop),
            (
                feature(Feature::LoopExits, self.is_in_open_loop(), weights.looping),
                Construct::LoopExit,
            ),
            // So the entry function consists mostly of calls.
            (
                structure(functions, weights.new_function * factor * 2),
                Construct::NewFunction,
            ),
            (
                structure(calls, weights.known_function * 2),
                Construct::KnownFunction,
            ),
            (
                structure(pointer_calls, weights.known_function),
                Construct::FnPointer,
            ),
            (weights.observe * 2, Construct::Observe),
            (
                feature(Feature::Idioms, true, weights.idiom),
                Construct::Idiom,
            ),
            (
                feature(
                    Feature::LoopTemplates,
                    templates,
                    structure(true, weights.template),
                ),
                Construct::Template,
            ),
            (
                feature(
                    Feature::AliasShapes,
                    functions && pointers,
                    structure(true, weights.alias),
                ),
                Construct::Alias,
            ),
            (
                feature(Feature::SwitchShapes, branches, weights.switch_shape),
                Construct::SwitchShape,
            ),
            (feature(Feature::Splices, true, splice), Construct::Splice),
        ];
        self.rng.weighted(&table)
    }
}

//! What may be drawn for a program, and what was drawn.

use std::ops::RangeInclusive;

use crate::rng::Rng;

/// A named part of the generator's repertoire. The name is the same in statistics and on the command
/// line.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Feature {
    /// Integers of 128 bits.
    WideInts,
    /// `f32` and `f64`.
    Floats,
    /// `char`.
    Chars,
    /// Tuples, beyond the pairs of checked operations.
    Tuples,
    /// Arrays, indexed.
    Arrays,
    /// Structs, default and `repr(C)`.
    Structs,
    /// Raw pointers, beyond the one to the environment.
    RawPointers,
    /// `/` and `%`.
    Division,
    /// Operations with an overflow flag.
    Checked,
    /// Transmutes between types of one size whose layout is promised.
    Transmutes,
    /// `Assume` of what is true.
    Assumes,
    /// Switches, with arms that are not taken at first.
    Switches,
    /// Loops that iterate.
    Loops,
    /// Functions beside the entry function, called more than once.
    Calls,
    /// Functions that call themselves.
    Recursion,
    /// Code in arms that are never taken.
    Decoys,
    /// `StorageLive` and `StorageDead`.
    StorageMarkers,
    /// Copies between fields of one local, which `-Zlint-mir` does not tell from overlapping ones.
    SiblingCopies,
    /// Structs whose fields have numbers for names.
    TupleStructs,
    /// Structs that are laid out as their one field.
    TransparentStructs,
    /// Structs without bytes, and fields of type `()`.
    ZeroSized,
    /// Structs that hold a pointer to their like.
    RecursiveTypes,
    /// Enums of every `repr`, and matches on what they are.
    Enums,
    /// `SetDiscriminant`.
    SetDiscriminants,
    /// Unions, whose bytes are read as something else.
    Unions,
    /// `&` and `&mut`, also to and from functions.
    References,
    /// Function pointers, stored and called.
    FnPointers,
    /// Values that are moved where they could be copied.
    Moves,
    /// Casts between raw pointers.
    PointerCasts,
    /// Pointers that go through arrays: offsets and distances.
    PointerArithmetic,
    /// Comparisons of pointers into one thing.
    PointerComparisons,
    /// Intrinsics that count and turn bits.
    BitIntrinsics,
    /// Intrinsics that add, multiply and divide integers.
    IntegerIntrinsics,
    /// Intrinsics on floats, except for the next ones.
    FloatIntrinsics,
    /// Square roots, and conversions of floats to integers that they fit.
    RuntimeFloats,
    /// Intrinsics that copy, fill and compare memory.
    MemoryIntrinsics,
    /// Values that the optimiser is asked to know nothing about.
    BlackBox,
}

impl Feature {
    /// Every feature.
    pub const ALL: [Feature; 37] = [
        Feature::WideInts,
        Feature::Floats,
        Feature::Chars,
        Feature::Tuples,
        Feature::Arrays,
        Feature::Structs,
        Feature::RawPointers,
        Feature::Division,
        Feature::Checked,
        Feature::Transmutes,
        Feature::Assumes,
        Feature::Switches,
        Feature::Loops,
        Feature::Calls,
        Feature::Recursion,
        Feature::Decoys,
        Feature::StorageMarkers,
        Feature::SiblingCopies,
        Feature::TupleStructs,
        Feature::TransparentStructs,
        Feature::ZeroSized,
        Feature::RecursiveTypes,
        Feature::Enums,
        Feature::SetDiscriminants,
        Feature::Unions,
        Feature::References,
        Feature::FnPointers,
        Feature::Moves,
        Feature::PointerCasts,
        Feature::PointerArithmetic,
        Feature::PointerComparisons,
        Feature::BitIntrinsics,
        Feature::IntegerIntrinsics,
        Feature::FloatIntrinsics,
        Feature::RuntimeFloats,
        Feature::MemoryIntrinsics,
        Feature::BlackBox,
    ];

    /// Its name.
    pub const fn name(self) -> &'static str {
        match self {
            Feature::WideInts => "wide-ints",
            Feature::Floats => "floats",
            Feature::Chars => "chars",
            Feature::Tuples => "tuples",
            Feature::Arrays => "arrays",
            Feature::Structs => "structs",
            Feature::RawPointers => "raw-pointers",
            Feature::Division => "division",
            Feature::Checked => "checked",
            Feature::Transmutes => "transmutes",
            Feature::Assumes => "assumes",
            Feature::Switches => "switches",
            Feature::Loops => "loops",
            Feature::Calls => "calls",
            Feature::Recursion => "recursion",
            Feature::Decoys => "decoys",
            Feature::StorageMarkers => "storage-markers",
            Feature::SiblingCopies => "sibling-copies",
            Feature::TupleStructs => "tuple-structs",
            Feature::TransparentStructs => "transparent-structs",
            Feature::ZeroSized => "zero-sized",
            Feature::RecursiveTypes => "recursive-types",
            Feature::Enums => "enums",
            Feature::SetDiscriminants => "set-discriminants",
            Feature::Unions => "unions",
            Feature::References => "references",
            Feature::FnPointers => "fn-pointers",
            Feature::Moves => "moves",
            Feature::PointerCasts => "pointer-casts",
            Feature::PointerArithmetic => "pointer-arithmetic",
            Feature::PointerComparisons => "pointer-comparisons",
            Feature::BitIntrinsics => "bit-intrinsics",
            Feature::IntegerIntrinsics => "integer-intrinsics",
            Feature::FloatIntrinsics => "float-intrinsics",
            Feature::RuntimeFloats => "runtime-floats",
            Feature::MemoryIntrinsics => "memory-intrinsics",
            Feature::BlackBox => "black-box",
        }
    }

    /// Whether compile-time evaluation cannot say anything about programs with it.
    pub const fn is_beyond_const_eval(self) -> bool {
        matches!(self, Feature::PointerComparisons | Feature::RuntimeFloats)
    }

    /// The feature called `name`.
    pub fn from_name(name: &str) -> Option<Feature> {
        Feature::ALL.into_iter().find(|f| f.name() == name)
    }
}

/// What a program may be like. Everything not fixed here is drawn anew for each seed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GenConfig {
    /// How many statements and terminators the text should have. The size of one program is drawn
    /// from this range; it may miss it by the end of what it was just writing.
    pub statements: RangeInclusive<usize>,
    /// How many statements and terminators may be executed; on trial, about as many again.
    pub steps: u64,
    /// Features that are always on, or always off.
    pub fixed: Vec<(Feature, bool)>,
    /// In how many of 100 programs a feature that is not fixed is on; a quarter as many for those that rob a
    /// program of the second opinion of compile-time evaluation.
    pub feature_percent: u32,
}

impl Default for GenConfig {
    fn default() -> Self {
        GenConfig {
            statements: 200..=500,
            steps: 60_000,
            fixed: Vec::new(),
            feature_percent: 85,
        }
    }
}

impl GenConfig {
    /// The smallest text the generator writes: the environment and its observation.
    pub const MIN_STATEMENTS: usize = 100;
    /// The largest text the generator is asked for.
    pub const MAX_STATEMENTS: usize = 200_000;

    /// This configuration with one feature fixed.
    #[must_use]
    pub fn with(mut self, feature: Feature, on: bool) -> Self {
        self.fixed.push((feature, on));
        self
    }
}

/// What was drawn for one program.
#[derive(Clone, Debug)]
pub(crate) struct Swarm {
    pub(crate) statements: usize,
    on: Vec<Feature>,
    /// How often the right operand of an operation is a literal, of 100.
    pub(crate) literal_percent: u32,
    /// How often an assignment makes a new local, of 100.
    pub(crate) new_local_percent: u32,
    pub(crate) weights: Weights,
}

/// How likely each construct is beside the others.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Weights {
    pub(crate) plain: u32,
    pub(crate) switch: u32,
    pub(crate) looping: u32,
    pub(crate) new_function: u32,
    pub(crate) known_function: u32,
    pub(crate) observe: u32,
    /// Of intrinsics of one kind.
    pub(crate) intrinsic: u32,
    /// Of casts, offsets and comparisons of pointers.
    pub(crate) pointer: u32,
}

impl Swarm {
    pub(crate) fn draw(config: &GenConfig, rng: &mut Rng) -> Swarm {
        let on = Feature::ALL
            .into_iter()
            .filter(|feature| {
                // Drawn in any case, so that fixing one feature leaves the others as they were.
                let drawn = rng.percent(match feature.is_beyond_const_eval() {
                    true => config.feature_percent / 4,
                    false => config.feature_percent,
                });
                let fixed = config.fixed.iter().rev().find(|(f, _)| f == feature);
                fixed.map_or(drawn, |(_, on)| *on)
            })
            .collect();
        let mut swarm = Swarm {
            statements: rng.between(*config.statements.start(), *config.statements.end()),
            on,
            literal_percent: rng.between(5, 30) as u32,
            new_local_percent: rng.between(30, 60) as u32,
            weights: Weights {
                plain: 70,
                switch: rng.between(4, 14) as u32,
                looping: rng.between(3, 10) as u32,
                new_function: rng.between(2, 5) as u32,
                known_function: rng.between(3, 8) as u32,
                observe: rng.between(1, 5) as u32,
                intrinsic: rng.between(1, 5) as u32,
                pointer: rng.between(2, 8) as u32,
            },
        };
        let off = |feature| !swarm.has(feature);
        let (no_switches, no_loops, no_calls) = (
            off(Feature::Switches),
            off(Feature::Loops),
            off(Feature::Calls),
        );
        let weights = &mut swarm.weights;
        if no_switches {
            weights.switch = 0;
        }
        if no_loops {
            weights.looping = 0;
        }
        if no_calls {
            (weights.new_function, weights.known_function) = (0, 0);
        }
        swarm
    }

    pub(crate) fn has(&self, feature: Feature) -> bool {
        self.on.contains(&feature)
    }

    pub(crate) fn features(&self) -> &[Feature] {
        &self.on
    }
}

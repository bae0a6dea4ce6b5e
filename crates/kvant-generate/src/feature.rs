//! Features, each with a name and a switch, and weights, each drawn from a range.

use std::fmt::Debug;
use std::marker::PhantomData;
use std::ops::RangeInclusive;

use crate::Rng;

/// A feature of a generator, as [`features!`](crate::features) declares them.
pub trait NamedFeature: Copy + Ord + Debug + Send + Sync + 'static {
    /// Every feature, in the order of their numbers.
    const ALL: &'static [Self];

    /// Its number, below 64.
    fn number(self) -> u32;

    /// Its name, in statistics, in configuration files and on the command line.
    fn name(self) -> &'static str;

    /// A description in a few words.
    fn about(self) -> &'static str;
}

/// A set of features.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FeatureSet<F> {
    bits: u64,
    of: PhantomData<F>,
}

impl<F: NamedFeature> FeatureSet<F> {
    /// True if a feature is in the set.
    pub fn has(self, feature: F) -> bool {
        self.bits >> feature.number() & 1 != 0
    }

    /// The features in the set.
    pub fn list(self) -> Vec<F> {
        let all = F::ALL.iter().copied();
        all.filter(|feature| self.has(*feature)).collect()
    }
}

impl<F: NamedFeature> FromIterator<F> for FeatureSet<F> {
    fn from_iter<I: IntoIterator<Item = F>>(features: I) -> Self {
        let bits = features.into_iter();
        FeatureSet {
            bits: bits.fold(0, |bits, feature| bits | 1 << feature.number()),
            of: PhantomData,
        }
    }
}

/// A number from a range, both ends included.
pub fn draw(range: &RangeInclusive<u32>, rng: &mut Rng) -> u32 {
    rng.between(*range.start() as usize, *range.end() as usize) as u32
}

/// Declares the features of a generator, each with its name and a description.
///
/// ```
/// kvant_generate::features! {
///     Loops "loops" "Loops that iterate",
///     Calls "calls" "Functions",
/// }
/// assert_eq!(Feature::from_name("calls"), Some(Feature::Calls));
/// assert_eq!(Feature::Loops.to_string(), "loops");
/// ```
#[macro_export]
macro_rules! features {
    ($($feature:ident $name:literal $about:literal,)*) => {
        /// A named part of the generator's repertoire. The name is the same in statistics, in configuration
        /// files and on the command line.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub enum Feature {
            $(#[doc = $about] $feature,)*
        }

        impl Feature {
            /// Every feature.
            pub const ALL: &[Feature] = &[$(Feature::$feature,)*];

            /// Its name.
            pub const fn name(self) -> &'static str {
                match self {
                    $(Feature::$feature => $name,)*
                }
            }

            /// A description in a few words.
            pub const fn about(self) -> &'static str {
                match self {
                    $(Feature::$feature => $about,)*
                }
            }

            /// The feature called `name`.
            pub fn from_name(name: &str) -> Option<Feature> {
                Feature::ALL.iter().copied().find(|f| f.name() == name)
            }
        }

        impl $crate::NamedFeature for Feature {
            const ALL: &'static [Feature] = Feature::ALL;

            fn number(self) -> u32 {
                const { assert!(Feature::ALL.len() <= 64) };
                self as u32
            }

            fn name(self) -> &'static str {
                Feature::name(self)
            }

            fn about(self) -> &'static str {
                Feature::about(self)
            }
        }

        impl ::std::fmt::Display for Feature {
            fn fmt(&self, f: &mut ::std::fmt::Formatter<'_>) -> ::std::fmt::Result {
                f.write_str(self.name())
            }
        }
    };
}

/// Declares the weights of a generator: the field, the name in files, the range to draw from, and a description. A weight that
/// needs one of some features is 0 in programs with none of them. The first construct must always be possible.
///
/// ```
/// kvant_generate::features! {
///     Loops "loops" "Loops that iterate",
/// }
/// kvant_generate::weights! {
///     plain "plain" 70..=70 "Assignments",
///     looping "loops" 3..=10 "Loops" needs Loops,
/// }
/// let mut weights = Weights::default();
/// assert_eq!(weights.looping, 3..=10);
/// assert_eq!(weights.slots().last().map(|slot| slot.name()), Some("weights.loops"));
/// let none: kvant_generate::FeatureSet<Feature> = [].into_iter().collect();
/// let drawn = weights.draw(none, &mut kvant_generate::Rng::new(1));
/// assert_eq!((drawn.plain, drawn.looping), (70, 0));
/// ```
#[macro_export]
macro_rules! weights {
    ($(
        $field:ident $name:literal $low:literal..=$high:literal $about:literal $(needs $($feature:ident)|+)?,
    )*) => {
        /// Relative weights of constructs: ranges in a configuration, numbers where they
        /// are drawn for a program.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub struct Weights<T = ::std::ops::RangeInclusive<u32>> {
            $(#[doc = $about] pub $field: T,)*
        }

        impl Default for Weights {
            fn default() -> Self {
                Weights { $($field: $low..=$high,)* }
            }
        }

        impl Weights {
            /// Every weight, as a setting.
            pub(crate) fn slots(&mut self) -> impl Iterator<Item = $crate::config::Slot<'_>> {
                let slots = [$((concat!("weights.", $name), &mut self.$field, $about),)*];
                slots.into_iter().enumerate().map(|(n, (name, range, about))| {
                    let possible = u64::from(n == 0)..=$crate::config::MAX_WEIGHT;
                    let field = $crate::config::Field::Range(range);
                    $crate::config::Slot::new(name, field, possible, about)
                })
            }

            /// Draws the weights of a program with these features. Each is drawn in any case, so that fixing one leaves the
            /// others as they were.
            pub(crate) fn draw(&self, on: $crate::FeatureSet<Feature>, rng: &mut $crate::Rng) -> Weights<u32> {
                let mut weights = Weights { $($field: $crate::draw(&self.$field, rng),)* };
                $($(
                    if ![$(Feature::$feature),+].into_iter().any(|feature| on.has(feature)) {
                        weights.$field = 0;
                    }
                )?)*
                weights
            }
        }
    };
}

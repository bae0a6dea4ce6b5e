//! Features, each with a name and a switch, and weights, each drawn from a range.

use std::ops::RangeInclusive;

use crate::Rng;

/// A number from a range, both ends included.
pub fn draw(range: &RangeInclusive<u32>, rng: &mut Rng) -> u32 {
    rng.between(*range.start() as usize, *range.end() as usize) as u32
}

/// Declares the features of a generator: what each is called, and what it is.
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

            /// What it is, in a few words.
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

        impl ::std::fmt::Display for Feature {
            fn fmt(&self, f: &mut ::std::fmt::Formatter<'_>) -> ::std::fmt::Result {
                f.write_str(self.name())
            }
        }
    };
}

/// Declares the weights of a generator: what each is called, from where it is drawn, and what it is for.
///
/// ```
/// kvant_generate::weights! {
///     plain 70..=70 "Assignments",
///     looping 3..=10 "Loops",
/// }
/// assert_eq!(Weights::default().looping, 3..=10);
/// let drawn = Weights::default().draw(&mut kvant_generate::Rng::new(1));
/// assert_eq!(drawn.plain, 70);
/// ```
#[macro_export]
macro_rules! weights {
    ($($name:ident $low:literal..=$high:literal $about:literal,)*) => {
        /// How likely each construct is beside the others: as ranges in a configuration, as numbers in what
        /// was drawn from them.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub struct Weights<T = ::std::ops::RangeInclusive<u32>> {
            $(#[doc = $about] pub $name: T,)*
        }

        impl<T> Weights<T> {
            /// Every weight: its name, what it is for, and its value.
            pub fn all(&self) -> impl Iterator<Item = (&'static str, &'static str, &T)> {
                [$((stringify!($name), $about, &self.$name),)*].into_iter()
            }

            /// The weight called `name`.
            pub fn get_mut(&mut self, name: &str) -> Option<&mut T> {
                match name {
                    $(stringify!($name) => Some(&mut self.$name),)*
                    _ => None,
                }
            }
        }

        impl Default for Weights {
            fn default() -> Self {
                Weights { $($name: $low..=$high,)* }
            }
        }

        impl Weights {
            /// Each is drawn in any case, so that fixing one leaves the others as they were.
            pub(crate) fn draw(&self, rng: &mut $crate::Rng) -> Weights<u32> {
                Weights { $($name: $crate::draw(&self.$name, rng),)* }
            }
        }
    };
}

//! Declarations of the rules by which a machine stops.

/// Declares one class of rules as an enumeration: each rule with its name, and the message that describes it where the
/// messages are not written elsewhere. `in Stop` is the enumeration of all classes, which has a variant of this name.
///
/// ```
/// enum Stop {
///     Ub(Ub),
///     Budget(Budget),
/// }
///
/// kvant_memory::rules! {
///     /// The rules of undefined behaviour.
///     pub enum Ub in Stop {
///         /// `x / 0`.
///         DivisionByZero = "division-by-zero": "a division by zero",
///         /// A shift by the width or more.
///         ShiftTooFar { amount: i64, bits: u32 } = "shift-too-far": "a shift of {bits} bits by {amount}",
///     }
/// }
///
/// kvant_memory::rules! {
///     /// The limits of a run.
///     pub enum Budget in Stop {
///         Steps(u64) = "budget-steps",
///     }
/// }
///
/// let ub = Ub::ShiftTooFar { amount: 9, bits: 8 };
/// assert_eq!(ub.to_string(), "a shift of 8 bits by 9");
/// assert_eq!(ub.rule(), "shift-too-far");
/// assert_eq!(Ub::RULES, ["division-by-zero", "shift-too-far"]);
/// assert!(matches!(Stop::from(Budget::Steps(7)), Stop::Budget(Budget::Steps(7))));
/// ```
#[macro_export]
macro_rules! rules {
    (
        $(#[$about:meta])*
        pub enum $class:ident in $stop:ident {
            $(
                $(#[$each:meta])*
                $rule:ident $({ $($field:ident: $of:ty),+ })? = $name:literal: $message:literal,
            )+
        }
    ) => {
        $crate::rules! {
            $(#[$about])*
            pub enum $class in $stop {
                $($(#[$each])* $rule $({ $($field: $of),+ })? = $name,)+
            }
        }

        impl ::std::fmt::Display for $class {
            fn fmt(&self, f: &mut ::std::fmt::Formatter<'_>) -> ::std::fmt::Result {
                #[allow(unused_variables)] // A message need not have every field.
                match self {
                    $($class::$rule $({ $($field),+ })? => write!(f, $message),)+
                }
            }
        }
    };
    (
        $(#[$about:meta])*
        pub enum $class:ident in $stop:ident {
            $(
                $(#[$each:meta])*
                $rule:ident $({ $($field:ident: $of:ty),+ })? $(($($part:ty),+))? = $name:literal,
            )+
        }
    ) => {
        $(#[$about])*
        pub enum $class {
            $($(#[$each])* $rule $({ $($field: $of),+ })? $(($($part),+))?,)+
        }

        impl $class {
            /// The names of all rules, in order.
            pub const RULES: &'static [&'static str] = &[$($name),+];

            /// The rule's name.
            pub fn rule(&self) -> &'static str {
                match self {
                    $($class::$rule { .. } => $name,)+
                }
            }
        }

        impl From<$class> for $stop {
            fn from(rule: $class) -> $stop {
                $stop::$class(rule)
            }
        }
    };
}

//! Programs and their text.

mod by_hand;
mod random;
mod round_trip;
mod written;

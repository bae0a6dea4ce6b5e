//! Programs and their text.

mod by_hand;
mod round_trip;
mod written;

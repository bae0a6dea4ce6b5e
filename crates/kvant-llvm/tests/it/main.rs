//! Tests of the parser and the printer on whole modules.

mod damage;
mod old;
mod round_trip;

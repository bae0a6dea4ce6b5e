//! Tests of the records as a whole.

mod json;

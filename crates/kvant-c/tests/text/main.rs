//! Programs and their text.

mod written;

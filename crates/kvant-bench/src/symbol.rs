//! Symbols of a compiled program that are its own functions, and not the prelude's or the library's.

use std::collections::HashSet;

/// Returns true if a symbol is `crate::name` for one of `names`.
pub(crate) fn is_own(symbol: &str, names: &HashSet<&str>) -> bool {
    let path = format!("{:#}", rustc_demangle::demangle(symbol));
    let mut parts = path.split("::");
    let (Some(_), Some(name), None) = (parts.next(), parts.next(), parts.next()) else {
        return false;
    };
    // A copy that a pass made keeps the name and adds a suffix.
    names.contains(name.split([' ', '.']).next().unwrap_or(name))
}

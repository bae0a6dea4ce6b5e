//! Memory for abstract machines: allocations of bytes that know whether they are initialised and
//! which pointer they are part of, with an undo journal.
//!
//! Nothing here knows a language or an aliasing model. A pointer carries a tag that this crate
//! stores and gives back without ever looking at it. There are no addresses: an allocation is a
//! number, and its alignment is what was asked for when it was made.

mod allocation;
mod journal;
mod memory;
mod rules;
mod target;

pub use allocation::{AccessError, AllocId, AllocInfo, Byte, LoadError, Pointer, Withheld, Word};
pub use journal::{Journal, Mark};
pub use memory::Memory;
pub use target::{Endian, Target};

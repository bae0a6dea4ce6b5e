//! Comparisons of pointers, which instructions and constants share.

use std::cmp::Ordering;

use kvant_llvm::syntax::{IntPredicate, Linkage, Properties};

use crate::int;
use crate::leaf::{Leaf, Node, Pointer, signed};
use crate::outcome::{Stop, Unspecified};
use crate::program::{Program, Symbol};

/// Two leaves as pointers, if one of them is a pointer, or an integer that was made of one.
pub(crate) fn pair(operands: [&Leaf; 2]) -> Option<[Pointer; 2]> {
    match operands {
        [Leaf::Ptr(a), Leaf::Ptr(b)] => Some([*a, *b]),
        [Leaf::Ptr(a), Leaf::Int(b)] => Some([*a, Pointer::from_address(*b as i64)]),
        [Leaf::Int(a), Leaf::Ptr(b)] => Some([Pointer::from_address(*a as i64), *b]),
        _ => None,
    }
}

/// A comparison of pointers. `is_inside` says if both of its pointers are inside of the allocation of the first one or at its end.
pub(crate) fn pointers(
    program: &Program<'_>,
    predicate: IntPredicate,
    [a, b]: [Pointer; 2],
    mut is_inside: impl FnMut(Pointer, Pointer) -> Result<bool, Stop>,
) -> Result<Leaf, Stop> {
    use IntPredicate as P;
    let refused = Err(Unspecified::Address.into());
    // Addresses of blocks are compared with null only.
    if let (Some(a), Some(b)) = (a.node, b.node)
        && (program.is_block(a) || program.is_block(b))
    {
        return refused;
    }
    let is_equality = matches!(predicate, P::Eq | P::Ne);
    let is_signed = matches!(predicate, P::Slt | P::Sgt | P::Sle | P::Sge);
    let ordering = match (a.node, b.node) {
        (None, None) if is_signed => {
            let number = |it: Pointer| signed(u128::from(it.offset as u64), program.pointer_bits());
            number(a).cmp(&number(b))
        }
        (None, None) => (a.offset as u64).cmp(&(b.offset as u64)),
        (Some(x), Some(y)) if x == y => {
            if !is_equality && !is_inside(a, b)? {
                return refused;
            }
            a.offset.cmp(&b.offset)
        }
        // A weak declaration is null if nothing defines it.
        (Some(node), None) | (None, Some(node))
            if program.has(node, |it| it.linkage == Some(Linkage::ExternWeak)) =>
        {
            return refused;
        }
        (Some(_), None) if b == Pointer::NULL && is_inside(a, a)? => Ordering::Greater,
        (None, Some(_)) if a == Pointer::NULL && is_inside(b, b)? => Ordering::Less,
        // LLVM merges symbols whose address is not significant.
        (Some(x), Some(y))
            if [x, y]
                .iter()
                .any(|it| program.has(*it, |it| it.unnamed_addr.is_some())) =>
        {
            return refused;
        }
        // Live objects that are not empty have different addresses, inside of them.
        (Some(_), Some(_)) if is_equality => {
            let one = a.at(a.offset.saturating_add(1));
            let other = b.at(b.offset.saturating_add(1));
            match is_inside(a, one)? && is_inside(b, other)? {
                true => Ordering::Less,
                false => return refused,
            }
        }
        _ => return refused,
    };
    // The sign of an address is not known.
    if is_signed && (a.node.is_some() || b.node.is_some()) && a.node != b.node {
        return refused;
    }
    Ok(Leaf::Int(int::holds(predicate, ordering).into()))
}

impl Program<'_> {
    /// True if an allocation is a symbol with such properties.
    pub(crate) fn has(&self, node: Node, is_such: impl Fn(&Properties) -> bool) -> bool {
        match self.symbols.get(node.index as usize) {
            Some(Symbol::Global(global)) => is_such(&global.properties),
            Some(Symbol::Function(function, _)) => is_such(&function.properties),
            _ => false,
        }
    }
}

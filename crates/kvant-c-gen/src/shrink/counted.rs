//! Loops that count from one number to another, with fewer iterations.

use kvant_c::{BinOp, Expr, ExprKind, Stmt};

use super::edit::{Act, Edit};
use super::node::{nodes, statements};
use super::pass::Known;

/// A loop that counts upwards.
struct Counted<'p> {
    /// The number that it begins with.
    from: &'p Expr,
    /// The number that it ends at.
    to: &'p Expr,
}

impl<'p> Counted<'p> {
    /// Matches `for (x = 1; x < 9; …)`.
    fn of(statement: &'p Stmt) -> Option<Counted<'p>> {
        let Stmt::For(Some(first), Some(condition), Some(_), _) = statement else {
            return None;
        };
        let ExprKind::Assign(counter, from) = &first.kind else {
            return None;
        };
        let ExprKind::Binary(BinOp::Lt | BinOp::Le | BinOp::Ne, compared, to) = &condition.kind
        else {
            return None;
        };
        (counter == compared).then_some(Counted { from, to })
    }

    fn bounds(&self) -> Option<(u128, u128)> {
        match (&self.from.kind, &self.to.kind) {
            (ExprKind::Int(from), ExprKind::Int(to)) if from < to => Some((*from, *to)),
            _ => None,
        }
    }
}

/// Number of iterations of a loop with constant bounds; 0 for other statements.
pub(super) fn iterations(statement: &Stmt) -> u64 {
    let bounds = Counted::of(statement).and_then(|counted| counted.bounds());
    bounds.map_or(0, |(from, to)| (to - from).min(1 << 16) as u64)
}

/// Ends loops in the middle.
pub(super) fn first_half(known: &Known) -> Vec<Edit> {
    halves(known, |counted, middle| (counted.to, middle))
}

/// Begins loops in the middle.
pub(super) fn second_half(known: &Known) -> Vec<Edit> {
    halves(known, |counted, middle| (counted.from, middle))
}

fn halves<'p>(
    known: &Known<'p>,
    which: impl Fn(&Counted<'p>, u128) -> (&'p Expr, u128),
) -> Vec<Edit> {
    let all = nodes(known.program);
    let mut edits = Vec::new();
    for (_, statement) in statements(known.program) {
        if let Some(counted) = Counted::of(statement)
            && let Some((from, to)) = counted.bounds()
            && to - from > 1
        {
            let (changed, number) = which(&counted, from + (to - from).div_ceil(2));
            let node = all.iter().find(|node| std::ptr::eq(node.e, changed));
            let new = Act::Become(Expr::int(changed.ty, number));
            edits.extend(node.map(|node| Edit::Node(node.number, new)));
        }
    }
    edits
}

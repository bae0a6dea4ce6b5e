//! Simplifies structured bodies, without a change of behaviour.

use super::structure::Node;
use crate::syntax::{Function, Local, Place, Statement, Terminator};

/// Removes unreachable nodes, branches with empty arms and unused labels, moves the code after an early exit out of its
/// branch, and returns values directly instead of by way of the return place. `returns_directly` allows the latter; the
/// address of the return place must not be taken.
pub(super) fn tidy(function: &Function, body: &mut Vec<Node>, returns_directly: bool) {
    let mut done = Vec::new();
    for mut node in std::mem::take(body) {
        let start = done.len();
        node.lists_mut()
            .into_iter()
            .for_each(|list| tidy(function, list, returns_directly));
        if let Node::Switch {
            arms, otherwise, ..
        } = &mut node
            && otherwise.is_empty()
        {
            arms.retain(|arm| !arm.1.is_empty());
            if arms.is_empty() {
                continue;
            }
        }
        match node {
            Node::Labelled(to, inner) if !names_label(&inner, &Node::BreakTo(to)) => {
                done.extend(inner);
            }
            Node::Switch {
                block,
                mut arms,
                mut otherwise,
            } if arms.len() == 1 && !arms[0].1.is_empty() && !otherwise.is_empty() => {
                let (early, late) = (diverges(&arms[0].1), diverges(&otherwise));
                let follows = match (early, late) {
                    (true, _) => std::mem::take(&mut otherwise),
                    (false, true) => std::mem::take(&mut arms[0].1),
                    (false, false) => Vec::new(),
                };
                done.push(Node::Switch {
                    block,
                    arms,
                    otherwise,
                });
                done.extend(follows);
            }
            node => done.push(node),
        }
        let fresh = done[start..].iter();
        if let Some(end) = fresh.map(std::slice::from_ref).position(diverges) {
            done.truncate(start + end + 1);
            break;
        }
    }
    *body = done;
    if returns_directly {
        return_values(function, body);
    }
}

fn names_label(body: &[Node], jump: &Node) -> bool {
    body.iter().any(|node| node.any(&|node| node == jump))
}

/// True if control never reaches the end of these nodes.
pub(super) fn diverges(body: &[Node]) -> bool {
    body.iter().any(|node| match node {
        Node::BreakLoop(_)
        | Node::BreakTo(_)
        | Node::Continue(_)
        | Node::Return
        | Node::ReturnValue(_)
        | Node::Unreachable
        | Node::States(_) => true,
        // `Next` only sets the number of the next block.
        Node::Statement(..) | Node::Call(_) | Node::Declare(_) | Node::Next(_) => false,
        Node::Switch {
            arms, otherwise, ..
        } => arms.iter().all(|arm| diverges(&arm.1)) && diverges(otherwise),
        Node::Loop(header, body) => !names_label(body, &Node::BreakLoop(*header)),
        Node::Labelled(to, body) => diverges(body) && !names_label(body, &Node::BreakTo(*to)),
    })
}

/// Replaces `RET = x; return RET` by `return x`. Storage statements in between are ignored.
fn return_values(function: &Function, body: &mut Vec<Node>) {
    if body.last() != Some(&Node::Return) {
        return;
    }
    let is_marker = |node: &Node| match node {
        Node::Statement(block, n) => matches!(
            function.blocks[block.index()].statements[*n],
            Statement::StorageLive(_) | Statement::StorageDead(_)
        ),
        _ => false,
    };
    let before = body[..body.len() - 1]
        .iter()
        .rposition(|node| !is_marker(node));
    let Some(before) = before else { return };
    let is_ret = |place: &Place| *place == Place::local(Local::RETURN);
    let makes_it = match &body[before] {
        Node::Statement(block, n) => matches!(
            &function.blocks[block.index()].statements[*n],
            Statement::Assign(place, _) if is_ret(place)
        ),
        Node::Call(block) => matches!(
            &function.blocks[block.index()].terminator,
            Some(Terminator::Call { destination, .. }) if is_ret(destination)
        ),
        _ => false,
    };
    if makes_it {
        body.pop();
        let made = body.remove(before);
        body.push(Node::ReturnValue(Box::new(made)));
    }
}

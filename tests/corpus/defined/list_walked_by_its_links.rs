// Nodes are found by pointers in enums; the last one has none.
//~ OBSERVES: 0 u32 321
//~ OBSERVES: 1 u32 21

enum Link {
    End,
    To(*const Node),
}

struct Node {
    value: u32,
    next: Link,
}

fn sum(first: *const Node) -> u32 {
    mir! {
        let node: *const Node;
        let d: isize;
        {
            RET = 0_u32;
            node = first;
            Goto(turn)
        }
        turn = {
            RET = RET + (*node).value;
            d = Discriminant((*node).next);
            match d {
                0 => done,
                _ => more,
            }
        }
        more = {
            node = Field::<*const Node>(Variant((*node).next, 1), 0);
            Goto(turn)
        }
        done = {
            Return()
        }
    }
}

fn start(x: u32) {
    mir! {
        let unit: ();
        let a: Node;
        let b: Node;
        let c: Node;
        let p: *const Node;
        let link: Link;
        let total: u32;
        {
            link = Link::End;
            c = Node { value: 300_u32, next: link };
            p = addr_of!(c);
            link = Link::To(p);
            b = Node { value: 20_u32, next: link };
            p = addr_of!(b);
            link = Link::To(p);
            a = Node { value: x, next: link };
            p = addr_of!(a);
            Call(total = sum(p), ReturnTo(next_1), UnwindUnreachable())
        }
        next_1 = {
            Call(unit = kvant::observe_u32(0_u32, total), ReturnTo(next_2), UnwindUnreachable())
        }
        next_2 = {
            b.next = Link::End;
            Call(total = sum(p), ReturnTo(next_3), UnwindUnreachable())
        }
        next_3 = {
            Call(unit = kvant::observe_u32(1_u32, total), ReturnTo(next_4), UnwindUnreachable())
        }
        next_4 = {
            Return()
        }
    }
}

fn main() {
    kvant::run(|| start(kvant::hide(1_u32)))
}

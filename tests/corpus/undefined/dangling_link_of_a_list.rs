// The second node is gone when the first one is followed.

struct Node {
    value: u8,
    next: *const Node,
}

fn link(first: *mut Node) {
    mir! {
        let second: Node;
        let back: *const Node;
        {
            back = first as *const Node;
            second = Node { value: 2_u8, next: back };
            (*first).next = addr_of!(second);
            Return()
        }
    }
}

fn start(x: u8) {
    mir! {
        let unit: ();
        let p: *mut Node;
        let q: *const Node;
        let node: Node;
        let y: u8;
        {
            p = addr_of_mut!(node);
            Call(unit = link(p), ReturnTo(next_1), UnwindUnreachable())
        }
        next_1 = {
            q = node.next;
            y = (*q).value; //~ UB: dangling
            Return()
        }
    }
}

fn main() {
    kvant::run(|| start(kvant::hide(1_u8)))
}

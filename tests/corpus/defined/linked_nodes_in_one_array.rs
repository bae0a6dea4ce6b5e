// Pointers between elements of one array can be compared, so the walk knows its end.
//~ OBSERVES: 0 u8 233

struct Node {
    value: u8,
    next: *const Node,
}

fn start(x: u8) {
    mir! {
        let unit: ();
        let nodes: [Node; 3];
        let i: usize;
        let p: *const Node;
        let first: *const Node;
        let sum: u8;
        let done: bool;
        {
            i = 0_usize;
            first = addr_of!(nodes[i]);
            p = Offset(first, 2_isize);
            nodes[i] = Node { value: x, next: p };
            p = Offset(first, 1_isize);
            i = 2_usize;
            nodes[i] = Node { value: 30_u8, next: p };
            i = 1_usize;
            nodes[i] = Node { value: 200_u8, next: first };
            sum = 0_u8;
            p = first;
            Goto(turn)
        }
        turn = {
            sum = sum + (*p).value;
            p = (*p).next;
            done = p == first;
            match done {
                true => end,
                _ => turn,
            }
        }
        end = {
            Call(unit = kvant::observe_u8(0_u32, sum), ReturnTo(next_1), UnwindUnreachable())
        }
        next_1 = {
            Return()
        }
    }
}

fn main() {
    kvant::run(|| start(kvant::hide(3_u8)))
}

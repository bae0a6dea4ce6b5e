// Two structs that point to each other.
//~ OBSERVES: 0 u8 9
//~ OBSERVES: 1 u8 1

struct Node {
    value: u8,
    other: *mut Node,
}

fn start(x: u8) {
    mir! {
        let unit: ();
        let a: Node;
        let b: Node;
        let p: *mut Node;
        let q: *mut Node;
        {
            q = addr_of_mut!(b);
            a = Node { value: x, other: q };
            p = addr_of_mut!(a);
            b = Node { value: 2_u8, other: p };
            q = (*p).other;
            q = (*q).other;
            q = (*q).other;
            (*q).value = 9_u8;
            Call(unit = kvant::observe_u8(0_u32, b.value), ReturnTo(next_1), UnwindUnreachable())
        }
        next_1 = {
            q = (*q).other;
            Call(unit = kvant::observe_u8(1_u32, (*q).value), ReturnTo(next_2), UnwindUnreachable())
        }
        next_2 = {
            Return()
        }
    }
}

fn main() {
    kvant::run(|| start(kvant::hide(1_u8)))
}

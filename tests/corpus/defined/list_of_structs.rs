// Structs that hold pointers to each other make a list that can be walked.
//~ OBSERVES: 1 u32 30
//~ OBSERVES: 2 u32 35

struct Node {
    value: u32,
    next: *mut Node,
}

fn start(base: u32) {
    mir! {
        let first: Node;
        let second: Node;
        let third: Node;
        let at: *mut Node;
        let next: *mut Node;
        let sum: u32;
        let left: u8;
        let nothing: ();
        {
            next = addr_of_mut!(third);
            third = Node { value: 5, next: next };
            second = Node { value: 10, next: next };
            next = addr_of_mut!(second);
            first = Node { value: base, next: next };
            at = addr_of_mut!(first);
            sum = 0;
            left = 3;
            Goto(walk)
        }
        walk = {
            match left {
                0 => done,
                _ => more,
            }
        }
        more = {
            left = left - 1;
            sum = sum + (*at).value;
            at = (*at).next;
            Goto(walk)
        }
        done = {
            Call(nothing = kvant::observe_u32(1, sum), ReturnTo(after_1), UnwindContinue())
        }
        after_1 = {
            sum = sum + (*at).value;
            Call(nothing = kvant::observe_u32(2, sum), ReturnTo(after_2), UnwindContinue())
        }
        after_2 = {
            Return()
        }
    }
}

fn main() {
    kvant::run(|| start(kvant::hide(15_u32)))
}

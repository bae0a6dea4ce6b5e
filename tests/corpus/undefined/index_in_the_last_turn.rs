// One turn too many.

fn start(n: usize) {
    mir! {
        let list: [u8; 4];
        let i: usize;
        let more: bool;
        {
            i = 0;
            Goto(head)
        }
        head = {
            list[i] = 0; //~ UB: index-out-of-bounds
            i = i + 1;
            more = i <= n;
            match more {
                true => head,
                _ => done,
            }
        }
        done = {
            Return()
        }
    }
}

fn main() {
    kvant::run(|| start(kvant::hide(4_usize)))
}

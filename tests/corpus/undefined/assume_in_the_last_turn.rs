// The promise is kept in every turn but the last.

fn start(x: u8) {
    mir! {
        let other: bool;
        {
            Goto(head)
        }
        head = {
            other = x != 0_u8;
            Assume(other); //~ UB: assumed-false
            x = x - 1_u8;
            Goto(head)
        }
    }
}

fn main() {
    kvant::run(|| start(kvant::hide(3_u8)))
}

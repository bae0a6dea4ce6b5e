// A promise broken at once.

fn start(x: u8) {
    mir! {
        {
            match x {
                0 => fine,
                _ => impossible,
            }
        }
        fine = {
            Return()
        }
        impossible = {
            Unreachable() //~ UB: unreachable-reached
        }
    }
}

fn main() {
    kvant::run(|| start(kvant::hide(3_u8)))
}

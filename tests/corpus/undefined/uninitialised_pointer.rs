// A pointer that was never written points nowhere.

fn start(x: u8) {
    mir! {
        let p: *mut u8;
        {
            *p = x; //~ UB: uninitialised
            Return()
        }
    }
}

fn main() {
    kvant::run(|| start(kvant::hide(3_u8)))
}

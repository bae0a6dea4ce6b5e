// Whether one lies right behind the other is anybody's choice.

fn start(x: u8, y: u8) {
    mir! {
        let p: *const u8;
        let q: *const u8;
        let b: bool;
        {
            p = addr_of!(x);
            q = addr_of!(y);
            b = p == q; //~ UNSPECIFIED: pointer-comparison
            Return()
        }
    }
}

fn main() {
    kvant::run(|| start(kvant::hide(1_u8), kvant::hide(2_u8)))
}

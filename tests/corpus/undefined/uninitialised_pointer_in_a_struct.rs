// A pointer that was never written is no value either, be it only copied.

struct Holder {
    n: u8,
    p: *mut u8,
}

fn start(x: u8) {
    mir! {
        let holder: Holder;
        let p: *mut u8;
        {
            holder.n = x;
            p = holder.p; //~ UB: uninitialised
            Return()
        }
    }
}

fn main() {
    kvant::run(|| start(kvant::hide(3_u8)))
}

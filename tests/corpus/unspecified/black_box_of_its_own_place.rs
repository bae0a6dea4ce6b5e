// The intrinsic's result goes where its argument is.

fn start(x: u8) {
    mir! {
        let a: [u8; 4];
        {
            a = [x; 4];
            Call(a = core::intrinsics::black_box(a), ReturnTo(next_1), UnwindUnreachable()) //~ UNSPECIFIED: overlapping-assignment
        }
        next_1 = {
            Return()
        }
    }
}

fn main() {
    kvant::run(|| start(kvant::hide(1_u8)))
}

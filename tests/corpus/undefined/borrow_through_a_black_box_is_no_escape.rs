// What comes out of `black_box` ends with what went in.

fn start(x: u32) {
    mir! {
        let r: &mut u32;
        let s: &mut u32;
        {
            r = &mut x;
            Call(s = core::intrinsics::black_box(Move(r)), ReturnTo(b1), UnwindUnreachable())
        }
        b1 = {
            x = 8;
            *s = 9; //~ UB: borrow
            Return()
        }
    }
}

fn main() {
    kvant::run(|| start(kvant::hide(7_u32)))
}

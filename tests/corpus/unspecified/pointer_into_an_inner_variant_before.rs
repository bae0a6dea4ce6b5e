// The outer variant ended, and the inner one with it.

enum Inner {
    X(u8),
    Y,
}

enum Outer {
    A(Inner),
    B(u8),
}

fn start(x: u8) {
    mir! {
        let unit: ();
        let inner: Inner;
        let outer: Outer;
        let p: *const u8;
        {
            inner = Inner::X(x);
            outer = Outer::A(inner);
            p = addr_of!(place!(Field::<u8>(Variant(Field::<Inner>(Variant(outer, 0), 0), 0), 0)));
            Call(unit = kvant::observe_u8(0_u32, *p), ReturnTo(next_1), UnwindUnreachable())
        }
        next_1 = {
            outer = Outer::B(x);
            x = *p; //~ UNSPECIFIED: inactive-variant
            Return()
        }
    }
}

fn main() {
    kvant::run(|| start(kvant::hide(1_u8)))
}

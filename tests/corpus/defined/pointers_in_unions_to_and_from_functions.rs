// A pointer stays one in whatever way a union is passed.
//~ FINE: broken-pointer
//~ OBSERVES: 0 u32 77
//~ OBSERVES: 1 u32 78
//~ OBSERVES: 2 u64 5
//~ OBSERVES: 3 u32 4

#[repr(C)]
union U {
    n: u64,
    p: *mut u32,
}

#[repr(C)]
struct H {
    u: U,
    v: U,
}

fn pass(u: U) -> U {
    mir! {
        {
            RET = u;
            Return()
        }
    }
}

fn pass2(h: H) -> H {
    mir! {
        let t: U;
        {
            t = h.u;
            RET = H { u: h.v, v: t };
            Return()
        }
    }
}

fn start(x: u32) {
    mir! {
        let unit: ();
        let u: U;
        let v: U;
        let h: H;
        let g: H;
        let p: *mut u32;
        let y: u32;
        {
            y = 1_u32;
            p = addr_of_mut!(y);
            u = U { p: p };
            Call(v = pass(u), ReturnTo(next_1), UnwindUnreachable())
        }
        next_1 = {
            p = v.p;
            *p = x;
            Call(unit = kvant::observe_u32(0_u32, y), ReturnTo(next_2), UnwindUnreachable())
        }
        next_2 = {
            u = U { n: 5_u64 };
            h = H { u: v, v: u };
            Call(g = pass2(h), ReturnTo(next_3), UnwindUnreachable())
        }
        next_3 = {
            p = g.v.p;
            *p = *p + 1_u32;
            Call(unit = kvant::observe_u32(1_u32, y), ReturnTo(next_4), UnwindUnreachable())
        }
        next_4 = {
            Call(unit = kvant::observe_u64(2_u32, g.u.n), ReturnTo(next_5), UnwindUnreachable())
        }
        next_5 = {
            Call(u = core::intrinsics::black_box(v), ReturnTo(next_6), UnwindUnreachable())
        }
        next_6 = {
            p = u.p;
            *p = 4_u32;
            Call(unit = kvant::observe_u32(3_u32, y), ReturnTo(next_7), UnwindUnreachable())
        }
        next_7 = {
            Return()
        }
    }
}

fn main() {
    kvant::run(|| start(kvant::hide(77_u32)))
}

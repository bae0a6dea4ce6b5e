// A `u8` behind the pointer of which a `u16` is read, in an allocation aligned enough.

#[repr(C)]
struct Aligned {
    none: [u16; 0],
    a: [u8; 4],
}

fn start(x: u8) {
    mir! {
        let unit: ();
        let a: [u8; 4];
        let aligned: Aligned;
        let none: [u16; 0];
        let p: *const Aligned;
        let h: *const u16;
        {
            none = [];
            a = [x; 4];
            aligned = Aligned { none: none, a: a };
            p = addr_of!(aligned);
            h = p as *const u16;
            h = Offset(h, 1_isize);
            Call(unit = kvant::observe_u16(0_u32, *h), ReturnTo(next_1), UnwindUnreachable())
        }
        next_1 = {
            h = Offset(h, 1_isize);
            Call(unit = kvant::observe_u16(1_u32, *h), ReturnTo(next_2), UnwindUnreachable()) //~ UB: out-of-bounds
        }
        next_2 = {
            Return()
        }
    }
}

fn main() {
    kvant::run(|| start(kvant::hide(1_u8)))
}

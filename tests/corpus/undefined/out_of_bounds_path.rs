// A path to a part is pointer arithmetic that stays in bounds, even if nothing is read.

#[repr(C)]
struct Long {
    a: u32,
    b: [u32; 3],
    c: u32,
}

fn start(x: u32) {
    mir! {
        let unit: ();
        let p: *const u32;
        let q: *const Long;
        {
            p = addr_of!(x);
            q = p as *const Long;
            Call(unit = kvant::observe_u32(0_u32, (*q).a), ReturnTo(next_1), UnwindUnreachable())
        }
        next_1 = {
            p = addr_of!((*q).c); //~ UB: out-of-bounds
            Return()
        }
    }
}

fn main() {
    kvant::run(|| start(kvant::hide(1_u32)))
}

// Seven bytes back, in steps of three.

fn start(x: u8) {
    mir! {
        let a: [u8; 9];
        let whole: *const [u8; 9];
        let p: *const [u8; 3];
        let q: *const u8;
        let r: *const [u8; 3];
        let d: isize;
        {
            a = [x; 9];
            whole = addr_of!(a);
            p = whole as *const [u8; 3];
            q = whole as *const u8;
            q = Offset(q, 7_isize);
            r = q as *const [u8; 3];
            Call(d = core::intrinsics::ptr_offset_from(p, r), ReturnTo(next_1), UnwindUnreachable()) //~ UB: inexact-distance
        }
        next_1 = {
            Return()
        }
    }
}

fn main() {
    kvant::run(|| start(kvant::hide(1_u8)))
}

// Bounds are those of the allocation.

fn start(x: u8) {
    mir! {
        let unit: ();
        let row: [u8; 2];
        let rows: [[u8; 2]; 2];
        let i: usize;
        let p: *const u8;
        {
            row = [x; 2];
            rows = [row; 2];
            i = 0_usize;
            p = addr_of!(rows[i][i]);
            p = Offset(p, 3_isize);
            Call(unit = kvant::observe_u8(0_u32, *p), ReturnTo(next_1), UnwindUnreachable())
        }
        next_1 = {
            p = Offset(p, 2_isize); //~ UB: offset-out-of-bounds
            Return()
        }
    }
}

fn main() {
    kvant::run(|| start(kvant::hide(1_u8)))
}

// Pointer arithmetic needs what it stays in bounds of.

fn start(x: u8) {
    mir! {
        let a: [u8; 2];
        let i: usize;
        let p: *const u8;
        {
            StorageLive(a);
            a = [x; 2];
            i = 0_usize;
            p = addr_of!(a[i]);
            StorageDead(a);
            p = Offset(p, 1_isize); //~ UB: dangling
            Return()
        }
    }
}

fn main() {
    kvant::run(|| start(kvant::hide(1_u8)))
}

// There is no such thing as right before the first element.

fn start(x: u32) {
    mir! {
        let a: [u32; 2];
        let i: usize;
        let p: *const u32;
        {
            a = [x; 2];
            i = 1_usize;
            p = addr_of!(a[i]);
            p = Offset(p, -2_isize); //~ UB: offset-out-of-bounds
            Return()
        }
    }
}

fn main() {
    kvant::run(|| start(kvant::hide(1_u32)))
}

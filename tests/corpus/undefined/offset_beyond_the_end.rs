// One further than right behind the last element.

fn start(x: u32) {
    mir! {
        let a: [u32; 2];
        let i: usize;
        let p: *const u32;
        {
            a = [x; 2];
            i = 0_usize;
            p = addr_of!(a[i]);
            p = Offset(p, 3_isize); //~ UB: offset-out-of-bounds
            Return()
        }
    }
}

fn main() {
    kvant::run(|| start(kvant::hide(1_u32)))
}

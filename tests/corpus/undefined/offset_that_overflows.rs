// More bytes than an `isize` can count.

fn start(x: u16) {
    mir! {
        let p: *const u16;
        {
            p = addr_of!(x);
            p = Offset(p, 4611686018427387904_isize); //~ UB: offset-overflow
            Return()
        }
    }
}

fn main() {
    kvant::run(|| start(kvant::hide(1_u16)))
}

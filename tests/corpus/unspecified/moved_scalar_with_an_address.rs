// A scalar that has memory is no exception.

fn start(x: u8) {
    mir! {
        let y: u8;
        let p: *mut u8;
        {
            y = x;
            p = addr_of_mut!(y);
            x = Move(y);
            *p = 3_u8; //~ UNSPECIFIED: moved-place
            Return()
        }
    }
}

fn main() {
    kvant::run(|| start(kvant::hide(1_u8)))
}

// The sum goes to the place that its operand was moved from, by another name.

fn start(x: u8) {
    mir! {
        let p: *mut u8;
        {
            p = addr_of_mut!(x);
            *p = Move(x) + 1_u8; //~ UNSPECIFIED: moved-place
            Return()
        }
    }
}

fn main() {
    kvant::run(|| start(kvant::hide(1_u8)))
}

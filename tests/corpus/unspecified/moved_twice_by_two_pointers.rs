// Different paths lead to one place.

fn start(x: u32) {
    mir! {
        let p: *mut u32;
        let q: *mut u32;
        let a: [u32; 2];
        {
            p = addr_of_mut!(x);
            q = addr_of_mut!(x);
            a = [Move(*p), *q]; //~ UNSPECIFIED: moved-twice
            Return()
        }
    }
}

fn main() {
    kvant::run(|| start(kvant::hide(1_u32)))
}

// Elements without bytes, here of an enum of one variant, have no certain places.

enum None { Only }

fn start() {
    mir! {
        let a: [None; 3];
        let none: None;
        let i: usize;
        let j: usize;
        let p: *const None;
        let q: *const None;
        let b: bool;
        {
            none = None::Only;
            a = [none, none, none];
            i = 0_usize;
            j = 1_usize;
            p = addr_of!(a[i]);
            q = addr_of!(a[j]);
            b = p == q; //~ UNSPECIFIED: pointer-comparison
            Return()
        }
    }
}

fn main() {
    kvant::run(|| start())
}

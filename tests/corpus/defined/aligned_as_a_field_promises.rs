// A field is as aligned as its own type, wherever it lies, and so are its elements.
//~ OBSERVES: 0 u32 16909060
//~ FINE: misaligned

struct S { one: u8, words: [u32; 2], two: u8 }

fn start(x: u32) {
    mir! {
        let unit: ();
        let s: S;
        let words: [u32; 2];
        let p: *mut [u32; 2];
        let q: *mut u32;
        let r: *mut u32;
        {
            words = [x; 2];
            s = S { one: 1_u8, words: words, two: 2_u8 };
            p = addr_of_mut!(s.words);
            q = p as *mut u32;
            r = Offset(q, 1_isize);
            Call(unit = kvant::observe_u32(0_u32, *r), ReturnTo(next), UnwindUnreachable())
        }
        next = {
            Return()
        }
    }
}

fn main() {
    kvant::run(|| start(kvant::hide(16909060_u32)))
}

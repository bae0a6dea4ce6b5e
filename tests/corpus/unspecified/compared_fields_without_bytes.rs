// Where fields without bytes lie beside each other is not promised, whatever they are taken for.

struct S { a: (), b: (), c: u32 }

fn start(x: u32) {
    mir! {
        let s: S;
        let p: *const ();
        let q: *const ();
        let r: *const u8;
        let t: *const u8;
        let equal: bool;
        {
            s = S { a: const { () }, b: const { () }, c: x };
            p = addr_of!(s.a);
            q = addr_of!(s.b);
            r = p as *const u8;
            t = q as *const u8;
            equal = r == t; //~ UNSPECIFIED: pointer-comparison
            Return()
        }
    }
}

fn main() {
    kvant::run(|| start(kvant::hide(3_u32)))
}

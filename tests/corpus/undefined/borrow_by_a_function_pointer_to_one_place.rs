// References that go through function pointers are protected too.

fn add(r: &mut u32, p: *mut u32) {
    mir! {
        {
            *p = 8; //~ UB: borrow
            Return()
        }
    }
}

fn start(x: u32) {
    mir! {
        let f: fn(&mut u32, *mut u32);
        let r: &mut u32;
        let p: *mut u32;
        let nothing: ();
        {
            f = const { add as fn(&mut u32, *mut u32) };
            p = addr_of_mut!(x);
            r = &mut *p;
            Call(nothing = (f)(Move(r), p), ReturnTo(b1), UnwindUnreachable())
        }
        b1 = {
            Return()
        }
    }
}

fn main() {
    kvant::run(|| start(kvant::hide(7_u32)))
}

// Every call makes its reference from one raw pointer, so the inner ones write behind the outer ones'
// backs.

fn count(p: *mut u32, depth: u8) {
    mir! {
        let r: &mut u32;
        let nothing: ();
        {
            r = &mut *p;
            *r = *r + 1;
            match depth {
                0 => done,
                _ => deeper,
            }
        }
        deeper = {
            depth = depth - 1;
            Call(nothing = count(p, depth), ReturnTo(b1), UnwindUnreachable())
        }
        b1 = {
            *r = *r * 2; //~ UB: borrow
            Goto(done)
        }
        done = {
            Return()
        }
    }
}

fn start(x: u32) {
    mir! {
        let p: *mut u32;
        let nothing: ();
        {
            p = addr_of_mut!(x);
            Call(nothing = count(p, 3), ReturnTo(b1), UnwindUnreachable())
        }
        b1 = {
            Return()
        }
    }
}

fn main() {
    kvant::run(|| start(kvant::hide(0_u32)))
}

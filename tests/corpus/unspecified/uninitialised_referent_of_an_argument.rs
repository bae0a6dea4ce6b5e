// What a reference is to must be a value still when it is handed on.

#[repr(C)]
union Maybe { value: u32, none: () }

fn f(r: &mut u32) {
    mir! {
        {
            Return()
        }
    }
}

fn start(x: u32) {
    mir! {
        let unit: ();
        let r: &mut u32;
        let p: *mut u32;
        let q: *mut Maybe;
        let none: ();
        let maybe: Maybe;
        {
            r = &mut x;
            p = addr_of_mut!(*r);
            q = p as *mut Maybe;
            maybe = Maybe { none: const { () } };
            *q = maybe;
            Call(unit = f(Move(r)), ReturnTo(next), UnwindUnreachable()) //~ UNSPECIFIED: uninitialised-referent
        }
        next = {
            Return()
        }
    }
}

fn main() {
    kvant::run(|| start(kvant::hide(7_u32)))
}

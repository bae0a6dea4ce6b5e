// The part that was written is lost to the reference to the whole.

#[repr(C)]
struct Pair { a: u16, b: u16 }

fn start(x: u16) {
    mir! {
        let pair: Pair;
        let whole: &mut Pair;
        let a: &mut u16;
        {
            pair = Pair { a: x, b: x };
            whole = &mut pair;
            a = &mut pair.a;
            *a = 1;
            (*whole).b = 2;
            (*whole).a = 3; //~ UB: borrow
            Return()
        }
    }
}

fn main() {
    kvant::run(|| start(kvant::hide(7_u16)))
}

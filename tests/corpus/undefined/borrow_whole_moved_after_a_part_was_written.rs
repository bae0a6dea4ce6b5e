// To move a reference is to read all that it is to.

#[repr(C)]
struct Pair { a: u16, b: u16 }

fn start(x: u16) {
    mir! {
        let pair: Pair;
        let whole: &mut Pair;
        let moved: &mut Pair;
        {
            pair = Pair { a: x, b: x };
            whole = &mut pair;
            pair.a = 1;
            (*whole).b = 2;
            moved = Move(whole); //~ UB: borrow
            Return()
        }
    }
}

fn main() {
    kvant::run(|| start(kvant::hide(7_u16)))
}

// A result cannot go where nothing is any more.

fn give() -> (u8, u32) {
    mir! {
        {
            RET = (1, 2);
            Return()
        }
    }
}

fn start(x: u8) {
    mir! {
        let gone: (u8, u32);
        let p: *mut (u8, u32);
        {
            StorageLive(gone);
            p = addr_of_mut!(gone);
            StorageDead(gone);
            Call(*p = give(), ReturnTo(back), UnwindContinue()) //~ UB: dangling
        }
        back = {
            Return()
        }
    }
}

fn main() {
    kvant::run(|| start(kvant::hide(3_u8)))
}

// A result without bytes needs a place, too.

struct Empty {}

fn give() -> Empty {
    mir! {
        {
            Return()
        }
    }
}

fn start(x: u8) {
    mir! {
        let gone: Empty;
        let p: *mut Empty;
        {
            StorageLive(gone);
            p = addr_of_mut!(gone);
            StorageDead(gone);
            Call(*p = give(), ReturnTo(back), UnwindContinue()) //~ UNSPECIFIED: dangling-without-bytes
        }
        back = {
            Return()
        }
    }
}

fn main() {
    kvant::run(|| start(kvant::hide(3_u8)))
}

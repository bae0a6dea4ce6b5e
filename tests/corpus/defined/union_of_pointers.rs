// Bytes keep what they point to, whatever type of pointer they are read as.
//~ FINE: pointer-as-integer
//~ FINE: broken-pointer
//~ OBSERVES: 0 u8 2
//~ OBSERVES: 1 u64 3
//~ OBSERVES: 2 u32 5

#[repr(C)]
union Handle {
    word: *mut u32,
    bytes: *const [u8; 4],
    number: u64,
}

fn start(x: u32) {
    mir! {
        let unit: ();
        let handle: Handle;
        let p: *mut u32;
        let q: *const [u8; 4];
        let i: usize;
        {
            p = addr_of_mut!(x);
            handle = Handle { word: p };
            q = handle.bytes;
            i = 1_usize;
            Call(unit = kvant::observe_u8(0_u32, (*q)[i]), ReturnTo(next_1), UnwindUnreachable())
        }
        next_1 = {
            handle.number = 3_u64;
            Call(unit = kvant::observe_u64(1_u32, handle.number), ReturnTo(next_2), UnwindUnreachable())
        }
        next_2 = {
            handle.bytes = q;
            p = handle.word;
            *p = 5_u32;
            Call(unit = kvant::observe_u32(2_u32, x), ReturnTo(next_3), UnwindUnreachable())
        }
        next_3 = {
            Return()
        }
    }
}

fn main() {
    kvant::run(|| start(kvant::hide(513_u32)))
}

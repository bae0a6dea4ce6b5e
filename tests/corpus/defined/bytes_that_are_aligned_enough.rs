// An array of bytes inside of what is aligned is as aligned as its place there.
//~ FINE: misaligned
//~ OBSERVES: 0 u32 1
//~ OBSERVES: 1 u8 1

#[repr(C)]
struct Buffer {
    head: u64,
    bytes: [u8; 8],
}

fn start(x: u64) {
    mir! {
        let unit: ();
        let zero: [u8; 8];
        let buffer: Buffer;
        let bytes: *mut [u8; 8];
        let word: *mut u64;
        let half: *mut u32;
        let i: usize;
        {
            zero = [0_u8; 8];
            buffer = Buffer { head: 1_u64, bytes: zero };
            bytes = addr_of_mut!(buffer.bytes);
            word = bytes as *mut u64;
            *word = x;
            half = word as *mut u32;
            half = Offset(half, 1_isize);
            Call(unit = kvant::observe_u32(0_u32, *half), ReturnTo(next_1), UnwindUnreachable())
        }
        next_1 = {
            i = 4_usize;
            Call(unit = kvant::observe_u8(1_u32, buffer.bytes[i]), ReturnTo(next_2), UnwindUnreachable())
        }
        next_2 = {
            Return()
        }
    }
}

fn main() {
    kvant::run(|| start(kvant::hide(4294967298_u64)))
}

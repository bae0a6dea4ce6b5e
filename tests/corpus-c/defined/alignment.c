//~ FINE: misaligned
//~ TRACE: 5 7 9
struct __attribute__((packed)) p { char c; int i; int a[2]; char *name; };
int main(void) {
    struct p p = { 1, 5, { 6, 7 }, 0 };
    observe(1, p.i);
    observe(2, p.a[1]);
    _Alignas(8) char bytes[8] = { 9 };
    char *q = bytes + 1;
    q--;
    observe(3, *q);
    return 0;
}

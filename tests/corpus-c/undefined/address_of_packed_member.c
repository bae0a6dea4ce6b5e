struct __attribute__((packed)) p { char c; int i; };
int main(void) {
    struct p p = { 1, 5 };
    int *q = &p.i; //~ UB: misaligned
    return 0;
}

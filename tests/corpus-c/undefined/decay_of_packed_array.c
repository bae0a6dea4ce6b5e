struct __attribute__((packed)) p { char c; int a[2]; };
int main(void) {
    struct p p = { 1, { 2, 3 } };
    int *q = p.a; //~ UB: misaligned
    return 0;
}

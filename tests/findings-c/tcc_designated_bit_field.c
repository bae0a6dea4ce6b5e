// tcc 0.9.27: what a list of initial values does not name is not zero, if it is a bit-field beside one that is named.
struct S { int a : 3; int b : 6; };
struct S g;

void dirty(void) {
    volatile int x[64];
    for (int i = 0; i < 64; i++) {
        x[i] = -1;
    }
}

void set(void) {
    g = (struct S){.b = 5};
}

int main(void) {
    dirty();
    set();
    observe(1, g.a);
    observe(2, g.b);
    return 0;
}

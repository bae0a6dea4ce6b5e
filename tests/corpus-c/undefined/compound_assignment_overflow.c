// A short is computed as an int, and then cut: only an int can overflow.
int main(void) {
    short s = 32767;
    s += 1;
    observe(1, s);
    int i = 2147483647;
    i += s < 0; //~ UB: signed-overflow
    return 0;
}

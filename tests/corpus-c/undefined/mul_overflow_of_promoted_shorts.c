// Two unsigned shorts are multiplied as ints.
int main(void) {
    unsigned short x = 65535;
    observe(1, x * x); //~ UB: signed-overflow
    return 0;
}

int main(void) {
    unsigned long x = 7, y = 0;
    x %= y; //~ UB: division-by-zero
    return 0;
}

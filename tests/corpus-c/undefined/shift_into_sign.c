int main(void) {
    int x = 1;
    observe(1, x << 31); //~ UB: shift-overflow
    return 0;
}

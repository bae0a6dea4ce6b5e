int main(void) {
    int x = -2147483647 - 1;
    observe(1, abs(x)); //~ UB: signed-overflow
    return 0;
}

int main(void) {
    int x = -2147483647 - 1, y = -1;
    observe(1, x / y); //~ UB: signed-overflow
    return 0;
}

int main(void) {
    int x = 7, y = 0;
    observe(1, x / y); //~ UB: division-by-zero
    return 0;
}

int main(void) {
    double x = 2147483648.0;
    observe(1, (int)x); //~ UB: float-does-not-fit
    return 0;
}

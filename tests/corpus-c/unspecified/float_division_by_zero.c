int main(void) {
    double x = 1.0, zero = 0.0;
    x /= zero; //~ UNSPECIFIED: float-division-by-zero
    return 0;
}

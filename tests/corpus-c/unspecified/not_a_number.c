// Infinities are numbers, their difference is not.
int main(void) {
    double x = __builtin_inf();
    x = x - x; //~ UNSPECIFIED: not-a-number
    return 0;
}

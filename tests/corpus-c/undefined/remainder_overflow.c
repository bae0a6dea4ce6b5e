// 6.5.5p6: where the quotient does not fit, the remainder is undefined too.
int main(void) {
    int x = -2147483647 - 1, y = -1;
    observe(1, x % y); //~ UB: signed-overflow
    return 0;
}

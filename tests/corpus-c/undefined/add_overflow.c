// 6.5p5: the sum of two ints is no int.
int main(void) {
    int x = 2147483647;
    observe(1, x + 1); //~ UB: signed-overflow
    return 0;
}

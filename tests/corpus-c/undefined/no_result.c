static int nothing(int x) {
    if (x) return 1;
} //~ UB: no-result
int main(void) {
    observe(1, nothing(1));
    observe(2, nothing(0));
    return 0;
}

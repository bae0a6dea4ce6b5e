// The end of a function has no line of its own: it is told by its head.
static int nothing(int x) { //~ UB: no-result
    if (x) return 1;
}
int main(void) {
    observe(1, nothing(1));
    observe(2, nothing(0));
    return 0;
}

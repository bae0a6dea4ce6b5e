int main(void) {
    int x = 1;
    if (x) __builtin_unreachable(); //~ UB: unreachable-reached
    return 0;
}

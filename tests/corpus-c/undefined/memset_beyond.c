int main(void) {
    char c[4];
    memset(c, 0, 5); //~ UB: out-of-bounds
    return 0;
}

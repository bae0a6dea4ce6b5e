int main(void) {
    int x[2] = { 1, 2 };
    char *c = (char *)x;
    int *p = (int *)(c + 1); //~ UB: misaligned
    return 0;
}

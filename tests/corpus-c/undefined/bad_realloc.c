int main(void) {
    int x[2] = { 1, 2 };
    int *p = realloc(x, 16); //~ UB: bad-free
    return 0;
}

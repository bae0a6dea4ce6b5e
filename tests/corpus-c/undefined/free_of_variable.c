int main(void) {
    int x = 1;
    free(&x); //~ UB: bad-free
    return 0;
}

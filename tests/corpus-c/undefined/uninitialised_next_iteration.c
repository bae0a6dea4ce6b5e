// A variable of a block is another one in each iteration.
int main(void) {
    for (int i = 0; i < 2; i++) {
        int x;
        if (i == 0) x = 5;
        observe(1, x); //~ UB: uninitialised
    }
    return 0;
}

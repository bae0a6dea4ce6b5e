int main(void) {
    volatile int x = 1;
    observe(1, *(int *)&x); //~ UB: volatile-access
    return 0;
}

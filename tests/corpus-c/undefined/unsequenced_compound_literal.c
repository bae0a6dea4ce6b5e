int main(void) {
    int x = 1;
    observe(1, x + (int[]){ x = 5 }[0]); //~ UB: unsequenced
    return 0;
}

int main(void) {
    int i = 0, a[2] = { 0 };
    i = a[i] + (i = 1); //~ UB: unsequenced
    return 0;
}

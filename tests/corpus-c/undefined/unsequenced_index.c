int main(void) {
    int a[3] = { 1, 2, 3 }, i = 0;
    a[i] = i++; //~ UB: unsequenced
    return 0;
}

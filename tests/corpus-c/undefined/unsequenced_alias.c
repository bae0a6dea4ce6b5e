int main(void) {
    int i = 1, *p = &i;
    int r = i++ + *p; //~ UB: unsequenced
    observe(1, r);
    return 0;
}

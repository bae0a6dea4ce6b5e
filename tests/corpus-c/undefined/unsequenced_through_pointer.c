int main(void) {
    int i = 1, *p = &i;
    observe(1, i + ++*p); //~ UB: unsequenced
    return 0;
}

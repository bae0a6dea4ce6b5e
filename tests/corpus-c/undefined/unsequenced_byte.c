// A byte of the object is part of it.
int main(void) {
    int x = 1;
    unsigned char *c = (unsigned char *)&x;
    int r = (x = 3) + *c; //~ UB: unsequenced
    observe(1, r);
    return 0;
}

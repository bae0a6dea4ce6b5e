// What is copied from an array of characters is characters.
int main(void) {
    char c[4] = { 1, 2, 3, 4 };
    int *p = malloc(4);
    memcpy(p, c, 4);
    observe(1, *p); //~ UB: effective-type
    return 0;
}

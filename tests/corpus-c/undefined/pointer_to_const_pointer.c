// int * and const int * are different types.
int main(void) {
    int x = 1, *p = &x;
    const int **q = (const int **)&p;
    observe(1, **q); //~ UB: effective-type
    return 0;
}

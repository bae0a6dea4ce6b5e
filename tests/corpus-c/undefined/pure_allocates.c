__attribute__((pure)) static int f(int a) {
    int *p = malloc(4); //~ UB: attribute
    *p = a;
    a = *p;
    free(p);
    return a;
}
int main(void) {
    observe(1, f(1));
    return 0;
}

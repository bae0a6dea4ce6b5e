// As large, but another type.
int main(void) {
    long x = 5;
    observe(1, *(long long *)&x); //~ UB: effective-type
    return 0;
}

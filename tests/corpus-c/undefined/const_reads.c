// A function that is const looks at nothing but its arguments.
int x = 1;
__attribute__((const)) static int f(int a) {
    return a + x; //~ UB: attribute
}
int main(void) {
    observe(1, f(1));
    return 0;
}

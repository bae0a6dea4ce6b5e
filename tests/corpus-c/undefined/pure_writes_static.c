__attribute__((pure)) static int f(int a) {
    static int count;
    count += a; //~ UB: attribute
    return count;
}
int main(void) {
    observe(1, f(1));
    return 0;
}

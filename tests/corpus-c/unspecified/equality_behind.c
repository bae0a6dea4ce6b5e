int main(void) {
    int x = 1, y = 2;
    observe(1, &x + 1 == &y); //~ UNSPECIFIED: pointer-comparison
    return 0;
}

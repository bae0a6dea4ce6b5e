int main(void) {
    const int *a = (const int[]){ 1 }, *b = (const int[]){ 1 };
    observe(1, a == b); //~ UNSPECIFIED: pointer-comparison
    return 0;
}

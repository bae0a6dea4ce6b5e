int main(void) {
    int n = 0;
    int *p = malloc(n); //~ UNSPECIFIED: zero-size
    return 0;
}

int main(void) {
    const char *a = "abc", *b = "abc";
    observe(1, a == b); //~ UNSPECIFIED: pointer-comparison
    return 0;
}

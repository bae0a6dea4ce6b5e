// A pointer to the end is valid.
//~ FINE: out-of-bounds
//~ FINE: null-access
//~ TRACE: 1
int main(void) {
    char a[8] = { 1, 2, 3 };
    memcpy(a + 8, a, 0);
    memset(a + 8, 1, 0);
    observe(1, memcmp(a + 8, a, 0) == 0);
    return 0;
}

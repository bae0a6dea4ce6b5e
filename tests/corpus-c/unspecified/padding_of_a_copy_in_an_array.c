struct s { int i; char c; };
int main(void) {
    struct s a[2], b[2];
    unsigned bytes[4];
    memset(a, 0, sizeof a);
    b[0] = a[0];
    b[1] = a[1];
    memcpy(bytes, b, sizeof b);
    observe(1, bytes[2]);
    observe(2, bytes[1]); //~ UNSPECIFIED: padding
    return 0;
}

struct s { int a; };
int main(void) {
    struct s s = { 1 }, *p = &s;
    s = *p; //~ UNSPECIFIED: overlapping-assignment
    return 0;
}

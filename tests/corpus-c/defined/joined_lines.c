// A byte order mark, and lines that are one line. This comment goes on \
observe(1, 1);
//~ TRACE: 12 345 7 3
int main(void) {
    int x = 1\
2;
    obs\
erve(1, x);
    x = 3 /* here
    too \*/ ;
    /\
/ observe(1, 2);
    x = 345; // and so on \\
    x = 4;
    observe(2, x);
    const char *text = "a\
bc";
    observe(3, sizeof("abcd\
ef"));
    observe(4, (text[0] == 'a') + (text[1] == 'b') + (text[2] == 'c'));
    return 0;
}

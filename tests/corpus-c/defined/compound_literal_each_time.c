// Another one in each iteration, and only the last is used.
//~ FINE: literal-again
//~ TRACE: 0 1 2
int main(void) {
    for (int i = 0; i < 3; i++) {
        int *p = (int[]){ i };
        observe(1, *p);
    }
    return 0;
}

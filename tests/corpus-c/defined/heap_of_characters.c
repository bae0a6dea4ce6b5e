//~ FINE: effective-type
//~ TRACE: 1 16843009
int main(void) {
    char *c = malloc(4);
    for (int i = 0; i < 4; i++) c[i] = 1;
    observe(1, c[3]);
    observe(2, *(int *)c);
    return 0;
}

static int *p;
static int drop(void) { free(p); return 0; }
int main(void) {
    p = malloc(sizeof(int));
    *p = 1;
    observe(1, *p + drop()); //~ UNSPECIFIED: evaluation-order
    return 0;
}

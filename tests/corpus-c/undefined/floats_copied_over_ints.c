// Memory of malloc is what was copied there last.
int main(void) {
    int *p = malloc(4);
    *p = 1;
    float f = 1.0f;
    memcpy(p, &f, 4);
    observe(1, *p); //~ UB: effective-type
    return 0;
}

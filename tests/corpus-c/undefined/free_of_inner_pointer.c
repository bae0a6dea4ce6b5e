int main(void) {
    int *p = malloc(8);
    free(p + 1); //~ UB: bad-free
    return 0;
}

int main(void) {
    int *p = malloc(sizeof(int));
    observe(1, *p); //~ UB: uninitialised
    return 0;
}

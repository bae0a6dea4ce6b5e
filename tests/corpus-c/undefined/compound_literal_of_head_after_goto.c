int main(void) {
    int *p = 0;
    if ((p = &(int){ 3 })) { goto out; }
out:
    observe(2, *p); //~ UB: dangling
    return 0;
}

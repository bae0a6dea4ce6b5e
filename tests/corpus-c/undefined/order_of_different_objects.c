int main(void) {
    int x = 1, y = 2;
    observe(1, &x < &y); //~ UB: different-objects
    return 0;
}

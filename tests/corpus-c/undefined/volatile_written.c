static volatile int x[2];
int main(void) {
    int *p = (int *)&x[1];
    *p = 1; //~ UB: volatile-access
    return 0;
}

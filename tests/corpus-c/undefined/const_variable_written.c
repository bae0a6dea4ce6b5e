int main(void) {
    const int x = 1;
    *(int *)&x = 2; //~ UB: const-written
    return 0;
}

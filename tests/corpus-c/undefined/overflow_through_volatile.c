static volatile int limit = 2147483647;
int main(void) {
    int x = limit + 1; //~ UB: signed-overflow
    return 0;
}

int main(void) {
    int x = -2147483647 - 1;
    x = -x; //~ UB: signed-overflow
    return 0;
}

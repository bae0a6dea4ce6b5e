int main(void) {
    __int128 x = 1;
    x = x << 126;
    x = x + x; //~ UB: signed-overflow
    return 0;
}

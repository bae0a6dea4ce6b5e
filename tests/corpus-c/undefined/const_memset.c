static const int table[2] = { 1, 2 };
int main(void) {
    memset((int *)table, 0, 4); //~ UB: const-written
    return 0;
}

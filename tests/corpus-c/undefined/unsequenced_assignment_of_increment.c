int main(void) {
    int i = 1;
    i = i++; //~ UB: unsequenced
    return 0;
}

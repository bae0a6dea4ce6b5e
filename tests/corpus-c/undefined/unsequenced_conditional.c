// There is no sequence point behind the second operand.
int main(void) {
    int x = 1;
    x = x ? x = 2 : 3; //~ UB: unsequenced
    observe(1, x);
    return 0;
}

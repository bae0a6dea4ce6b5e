// A char is shifted as an int, whatever it is assigned to.
int main(void) {
    unsigned char c = 1;
    unsigned long x = 0;
    x = c << 32; //~ UB: shift-too-far
    return 0;
}

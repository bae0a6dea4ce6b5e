// The builtin stores an int.
int main(void) {
    float f = 1;
    __builtin_add_overflow(1, 2, (int *)&f); //~ UB: effective-type
    observe_double(1, f);
    return 0;
}

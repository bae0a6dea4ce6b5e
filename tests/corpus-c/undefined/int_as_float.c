int main(void) {
    int x = 5;
    float *p = (float *)&x;
    *p = 1.0f; //~ UB: effective-type
    return 0;
}

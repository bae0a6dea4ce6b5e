int main(void) {
    float x = -1.0f;
    unsigned u = 0;
    u = x; //~ UB: float-does-not-fit
    return 0;
}

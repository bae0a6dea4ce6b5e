int main(void) {
    double x = 1e300;
    float f = (float)x; //~ UB: float-does-not-fit
    return 0;
}

static int one(int x) { return x; }
int main(void) {
    long (*f)(int) = (long (*)(int))one;
    f(1); //~ UB: wrong-signature
    return 0;
}

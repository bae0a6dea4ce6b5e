int main(void) {
    char *p = (char *)"abc";
    p[0] = 'x'; //~ UB: const-written
    return 0;
}

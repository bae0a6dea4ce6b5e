// tcc 0.9.27: the complement of an unsigned int that comes of `||` on a double is extended with ones.
int main(void) {
    double zero = 0;
    observe(1, ~(unsigned int)(zero || 0));
    return 0;
}

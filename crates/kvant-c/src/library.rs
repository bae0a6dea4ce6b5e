//! Names of the C library that compilers know.
//!
//! GCC and Clang assume that a function or variable with such a name is the one of the library, whatever the program defines
//! (7.1.3p1, 7.1.3p2): they rely on its behaviour, and call it in place of a loop that does the same.

use std::collections::HashSet;
use std::sync::LazyLock;

/// True if an identifier with linkage has the name of a library function or variable.
pub(crate) fn is_library_name(name: &str) -> bool {
    KNOWN.contains(name)
}

static KNOWN: LazyLock<HashSet<&str>> = LazyLock::new(|| NAMES.split_whitespace().collect());

/// The identifiers with external linkage of C17 (Annex B), the functions that GCC 12 and Clang 19 have as builtins without a
/// prefix, and a few more whose calls LLVM transforms. Identifiers that begin with an underscore are reserved anyway.
const NAMES: &str = "\
    abort abs acos acosf acosh acoshf acoshl acosl aligned_alloc alloca asctime asin asinf asinh \
    asinhf asinhl asinl assert at_quick_exit atan atan2 atan2f atan2l atanf atanh atanhf atanhl \
    atanl atexit atof atoi atol atoll atomic_flag_clear atomic_flag_clear_explicit \
    atomic_flag_test_and_set atomic_flag_test_and_set_explicit atomic_signal_fence \
    atomic_thread_fence bcmp bcopy bsearch btowc bzero c16rtomb c32rtomb cabs cabsf cabsl cacos \
    cacosf cacosh cacoshf cacoshl cacosl call_once calloc carg cargf cargl casin casinf casinh \
    casinhf casinhl casinl catan catanf catanh catanhf catanhl catanl cbrt cbrtf cbrtl ccos ccosf \
    ccosh ccoshf ccoshl ccosl ceil ceilf ceilf128 ceilf16 ceilf32 ceilf32x ceilf64 ceilf64x ceill \
    cexp cexpf cexpl cimag cimagf cimagl clearerr clock clog clog10 clog10f clog10l clogf clogl \
    cnd_broadcast cnd_destroy cnd_init cnd_signal cnd_timedwait cnd_wait conj conjf conjl copysign \
    copysignf copysignf128 copysignf16 copysignf32 copysignf32x copysignf64 copysignf64x copysignl \
    cos cosf cosh coshf coshl cosl cpow cpowf cpowl cproj cprojf cprojl creal crealf creall csin \
    csinf csinh csinhf csinhl csinl csqrt csqrtf csqrtl ctan ctanf ctanh ctanhf ctanhl ctanl ctime \
    dcgettext dgettext difftime div drem dremf dreml environ erf erfc erfcf erfcl erff erfl errno \
    execl execle execlp execv execve execvp exit exp exp10 exp10f exp10l exp2 exp2f exp2l expf expl \
    expm1 expm1f expm1l fabs fabsd128 fabsd32 fabsd64 fabsf fabsf128 fabsf16 fabsf32 fabsf32x \
    fabsf64 fabsf64x fabsl fclose fdim fdimf fdiml feclearexcept fegetenv fegetexceptflag fegetround \
    feholdexcept feof feraiseexcept ferror fesetenv fesetexceptflag fesetround fetestexcept \
    feupdateenv fflush ffs ffsimax ffsl ffsll fgetc fgetpos fgets fgetwc fgetws finite finited128 \
    finited32 finited64 finitef finitel floor floorf floorf128 floorf16 floorf32 floorf32x floorf64 \
    floorf64x floorl fls flsl flsll fma fmaf fmaf128 fmaf16 fmaf32 fmaf32x fmaf64 fmaf64x fmal fmax \
    fmaxf fmaxf128 fmaxf16 fmaxf32 fmaxf32x fmaxf64 fmaxf64x fmaxl fmin fminf fminf128 fminf16 \
    fminf32 fminf32x fminf64 fminf64x fminl fmod fmodf fmodl fopen fork fprintf fprintf_unlocked \
    fputc fputc_unlocked fputs fputs_unlocked fputwc fputws fread free freopen frexp frexpf frexpl \
    fscanf fseek fsetpos ftell fwide fwprintf fwrite fwrite_unlocked fwscanf gamma gamma_r gammaf \
    gammaf_r gammal gammal_r getc getchar getenv gets gettext getwc getwchar gmtime hypot hypotf \
    hypotl ilogb ilogbf ilogbl imaxabs imaxdiv index isalnum isalpha isascii isblank iscntrl isdigit \
    isgraph isinf isinfd128 isinfd32 isinfd64 isinff isinfl islower isnan isnand128 isnand32 \
    isnand64 isnanf isnanl isprint ispunct isspace isupper iswalnum iswalpha iswblank iswcntrl \
    iswctype iswdigit iswgraph iswlower iswprint iswpunct iswspace iswupper iswxdigit isxdigit j0 \
    j0f j0l j1 j1f j1l jn jnf jnl labs ldexp ldexpf ldexpl ldiv lgamma lgamma_r lgammaf lgammaf_r \
    lgammal lgammal_r llabs lldiv llrint llrintf llrintl llround llroundf llroundl localeconv \
    localtime log log10 log10f log10l log1p log1pf log1pl log2 log2f log2l logb logbf logbl logf \
    logl longjmp lrint lrintf lrintl lround lroundf lroundl malloc mblen mbrlen mbrtoc16 mbrtoc32 \
    mbrtowc mbsinit mbsrtowcs mbstowcs mbtowc memalign memccpy memchr memcmp memcpy memmove mempcpy \
    memrchr memset mktime modf modff modfl mtx_destroy mtx_init mtx_lock mtx_timedlock mtx_trylock \
    mtx_unlock nan nand128 nand32 nand64 nanf nanf128 nanf16 nanf32 nanf32x nanf64 nanf64x nanl \
    nearbyint nearbyintf nearbyintf128 nearbyintf16 nearbyintf32 nearbyintf32x nearbyintf64 \
    nearbyintf64x nearbyintl nextafter nextafterf nextafterl nexttoward nexttowardf nexttowardl \
    perror posix_memalign pow pow10 pow10f pow10l powf powl printf printf_unlocked putc \
    putc_unlocked putchar putchar_unlocked puts puts_unlocked putwc putwchar qsort quick_exit raise \
    rand realloc reallocf remainder remainderf remainderl remove remquo remquof remquol rename \
    rewind rindex rint rintf rintf128 rintf16 rintf32 rintf32x rintf64 rintf64x rintl round \
    roundeven roundevenf roundevenf128 roundevenf16 roundevenf32 roundevenf32x roundevenf64 \
    roundevenf64x roundevenl roundf roundf128 roundf16 roundf32 roundf32x roundf64 roundf64x roundl \
    scalb scalbf scalbl scalbln scalblnf scalblnl scalbn scalbnf scalbnl scanf setbuf setjmp \
    setlocale setvbuf signal signbit signbitd128 signbitd32 signbitd64 signbitf signbitl signgam \
    significand significandf significandl sin sincos sincosf sincosl sinf sinh sinhf sinhl sinl \
    snprintf sprintf sqrt sqrtf sqrtf128 sqrtf16 sqrtf32 sqrtf32x sqrtf64 sqrtf64x sqrtl srand \
    sscanf stpcpy stpncpy strcasecmp strcat strchr strcmp strcoll strcpy strcspn strdup strerror \
    strfmon strftime strlcat strlcpy strlen strncasecmp strncat strncmp strncpy strndup strnlen \
    strpbrk strrchr strspn strstr strtod strtof strtoimax strtok strtol strtold strtoll strtoul \
    strtoull strtoumax strxfrm swprintf swscanf system tan tanf tanh tanhf tanhl tanl tgamma tgammaf \
    tgammal thrd_create thrd_current thrd_detach thrd_equal thrd_exit thrd_join thrd_sleep \
    thrd_yield time timespec_get tmpfile tmpnam toascii tolower toupper towctrans towlower towupper \
    trunc truncf truncf128 truncf16 truncf32 truncf32x truncf64 truncf64x truncl tss_create \
    tss_delete tss_get tss_set ungetc ungetwc va_copy va_end valloc vfprintf vfscanf vfwprintf \
    vfwscanf vprintf vscanf vsnprintf vsprintf vsscanf vswprintf vswscanf vwprintf vwscanf wcrtomb \
    wcscat wcschr wcscmp wcscoll wcscpy wcscspn wcsftime wcslen wcsncat wcsncmp wcsncpy wcspbrk \
    wcsrchr wcsrtombs wcsspn wcsstr wcstod wcstof wcstoimax wcstok wcstol wcstold wcstoll wcstombs \
    wcstoul wcstoull wcstoumax wcsxfrm wctob wctomb wctrans wctype wmemchr wmemcmp wmemcpy wmemmove \
    wmemset wprintf wscanf y0 y0f y0l y1 y1f y1l yn ynf ynl";

/* locale.h -- for -include: the program starts in the locale of the environment, which must write 1,5. */
#include <locale.h>
#include <stdlib.h>

__attribute__((constructor)) static void use_locale(void) {
    if (setlocale(LC_ALL, "") == NULL || localeconv()->decimal_point[0] != ',') {
        abort();
    }
}

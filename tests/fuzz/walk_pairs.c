/* Machines of which two fields are changed, every two of them, each to its lowest, its highest, a half and the double:
   what the rules let pass must run as fuzz_run.c demands. A rule that is missing, so that a difference wraps or a
   quotient is by 0, ends the walk. Argument: of how many machines to take one. */
#include "fuzz_run.c"

static const gcnmem_device devices[] = {GCNMEM_DEVICE_R9_290X, GCNMEM_DEVICE_MI300X,         GCNMEM_DEVICE_A100,
                                        GCNMEM_DEVICE_GTX_280, GCNMEM_DEVICE_RX_6900_XT_WGP, GCNMEM_DEVICE_HD_530};

/* Three groups of 128 lanes on two CUs, half of them with LDS; a loop of three instructions, twice, then six others:
   the shape and the pattern of each. */
static const uint8_t dispatch[] = {2, 0, 0, 0, 127, 1, 0};
static const uint8_t listing[] = {3, 1, 2, 0, 6, 5, 10, 8, 0, 4, 8, 9, 10, 3, 7, 4, 4, 7};

/* As LLVMFuzzerTestOneInput() reads it. */
static void try_machine(gcnmem_device device, uint32_t first, uint32_t second, uint32_t kinds) {
    uint8_t input[6 + sizeof dispatch + 1 + sizeof listing];
    input[0] = (uint8_t)(device - 1);
    input[1] = 2;
    input[2] = (uint8_t)first;
    input[3] = kinds & 3;
    input[4] = (uint8_t)second;
    input[5] = (uint8_t)(kinds >> 2);
    memcpy(input + 6, dispatch, sizeof dispatch);
    input[6 + sizeof dispatch] = (first ^ second) & 1;
    memcpy(input + 7 + sizeof dispatch, listing, sizeof listing);
    LLVMFuzzerTestOneInput(input, sizeof input);
}

int main(int argc, char** argv) {
    const unsigned long fields = GCNMEM_FIELD_END;
    const unsigned long machines = sizeof devices / sizeof devices[0] * fields * fields * 16;
    const unsigned long every = argc > 1 ? strtoul(argv[1], NULL, 10) : 1;
    unsigned long tried = 0;
    unsigned long i;
    for (i = 0; i < machines; i += every) {
        const uint32_t kinds = (uint32_t)(i % 16);
        const uint32_t second = (uint32_t)(i / 16 % fields);
        const uint32_t first = (uint32_t)(i / 16 / fields % fields);
        const gcnmem_device device = devices[i / 16 / fields / fields];
        if (first < second) {
            fprintf(stderr, "%s: %s, %s, %u\n", gcnmem_device_card(device),
                    gcnmemi_desc_field_name((gcnmem_field)first), gcnmemi_desc_field_name((gcnmem_field)second),
                    (unsigned)kinds);
            try_machine(device, first, second, kinds);
            ++tried;
        }
    }
    printf("%lu machines\n", tried);
    return 0;
}

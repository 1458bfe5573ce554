/* devices.c -- finding a card, chip or gfx name; provenance tags and result names */
#include "test.h"

static void check_finds(const char* name, gcnmem_device expected) {
    gcnmem_device device = GCNMEM_DEVICE_END;
    gcnmem_issue issue;
    CHECK(gcnmem_device_find(name, &device, &issue) == GCNMEM_OK, "\"%s\"", name);
    CHECK_TEXT(gcnmem_device_card(expected), gcnmem_device_card(device), "\"%s\"", name);
}

static void check_refuses(const char* name) {
    gcnmem_device device = GCNMEM_DEVICE_MI100;
    gcnmem_issue issue = {NULL, NULL, 0, 0, 0, 0};
    CHECK(gcnmem_device_find(name, &device, &issue) == GCNMEM_ERROR_NAME, "\"%s\"", name);
    CHECK(device == GCNMEM_DEVICE_NONE, "\"%s\"", name);
    CHECK(issue.rule != NULL && issue.field != NULL, "\"%s\"", name);
}

static void test_device_find_ignores_case_blanks_and_makers(void) {
    check_finds("R9 390X", GCNMEM_DEVICE_R9_390X);
    check_finds("r9 390x", GCNMEM_DEVICE_R9_390X);
    check_finds("r9390x", GCNMEM_DEVICE_R9_390X);
    check_finds("R9-390X", GCNMEM_DEVICE_R9_390X);
    check_finds("  r9_390_x ", GCNMEM_DEVICE_R9_390X);
    check_finds("AMD Radeon R9 390X", GCNMEM_DEVICE_R9_390X);
    check_finds("Radeon VII", GCNMEM_DEVICE_RADEON_VII);
    check_finds("AMD Radeon RX 480", GCNMEM_DEVICE_RX_480);
    check_finds("VEGA 64", GCNMEM_DEVICE_VEGA_64);
    check_finds("mi210", GCNMEM_DEVICE_MI210);
}

static void test_device_find_chip_names_its_leading_card(void) {
    check_finds("hawaii", GCNMEM_DEVICE_R9_290X);
    check_finds("Tahiti", GCNMEM_DEVICE_HD_7970);
    check_finds("fiji", GCNMEM_DEVICE_R9_FURY_X);
    check_finds("polaris10", GCNMEM_DEVICE_RX_480);
    check_finds("vega10", GCNMEM_DEVICE_VEGA_64);
}

/* Mesa's RADV and AMD's device_info: gfx803 is Fiji and Polaris, which differ in wave slots. */
static void test_device_find_gfx_names_and_ambiguity(void) {
    check_finds("gfx906", GCNMEM_DEVICE_RADEON_VII);
    check_finds("gfx90a", GCNMEM_DEVICE_MI210);
    check_finds("gfx900", GCNMEM_DEVICE_VEGA_64);
    check_refuses("gfx803");
    check_refuses("gfx601");
    check_refuses("");
    check_refuses("geforce");
    check_refuses("gfx");
}

static void test_device_find_every_card_by_its_own_name(void) {
    int i;
    for (i = 1; i < GCNMEM_DEVICE_END; ++i) {
        check_finds(gcnmem_device_card((gcnmem_device)i), (gcnmem_device)i);
        CHECK(gcnmem_device_chip((gcnmem_device)i)[0] != 0, "device %d", i);
    }
    CHECK_TEXT("", gcnmem_device_card(GCNMEM_DEVICE_NONE), "none");
    CHECK_TEXT("", gcnmem_device_chip(GCNMEM_DEVICE_END), "end");
    CHECK_TEXT("", gcnmem_device_gfx((gcnmem_device)-5), "-5");
}

static void test_device_nearest_forgives_a_typo(void) {
    gcnmem_device nearest[GCNMEM_DEVICE_END + 5];
    uint32_t count = gcnmem_device_nearest("r9 39ox", nearest, 3);
    CHECK_U64(3, count, "r9 39ox");
    CHECK(nearest[0] == GCNMEM_DEVICE_R9_390X || nearest[0] == GCNMEM_DEVICE_R9_390, "r9 39ox gives %s",
          gcnmem_device_card(nearest[0]));
    CHECK_U64(0, gcnmem_device_nearest("x", nearest, 0), "no room");
    count = gcnmem_device_nearest("vega", nearest, GCNMEM_DEVICE_END + 5);
    CHECK(count < GCNMEM_DEVICE_END, "all devices: %u", count);
}

static void test_names_are_never_null(void) {
    int i;
    CHECK_TEXT("ok", gcnmem_result_name(GCNMEM_OK), "0");
    for (i = -10; i < 10; ++i) {
        CHECK(gcnmem_result_name((gcnmem_result)i) != NULL, "%d", i);
        CHECK(gcnmem_limit_name((gcnmem_limit)(i + 10)) != NULL, "%d", i + 10);
    }
    CHECK_TEXT("[amd]", gcnmem_provenance_tag(GCNMEM_PROVENANCE_AMD), "amd");
    CHECK_TEXT("[meas]", gcnmem_provenance_tag(GCNMEM_PROVENANCE_MEAS), "meas");
    CHECK_TEXT("[oss]", gcnmem_provenance_tag(GCNMEM_PROVENANCE_OSS), "oss");
    CHECK_TEXT("[fit]", gcnmem_provenance_tag(GCNMEM_PROVENANCE_FIT), "fit");
    CHECK_TEXT("[est]", gcnmem_provenance_tag(GCNMEM_PROVENANCE_EST), "est");
    CHECK_TEXT("[user]", gcnmem_provenance_tag(GCNMEM_PROVENANCE_USER), "user");
    CHECK(gcnmem_provenance_tag(GCNMEM_PROVENANCE_NONE) != NULL, "none");
}

void suite_devices(void) {
    TEST(test_device_find_ignores_case_blanks_and_makers);
    TEST(test_device_find_chip_names_its_leading_card);
    TEST(test_device_find_gfx_names_and_ambiguity);
    TEST(test_device_find_every_card_by_its_own_name);
    TEST(test_device_nearest_forgives_a_typo);
    TEST(test_names_are_never_null);
}

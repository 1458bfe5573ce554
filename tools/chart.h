/* chart.h -- pages with charts, for gcnmem_tables and gcnmem_validate: inline SVG with axes, and a table beside it.
   SPDX-License-Identifier: MIT-0

   Included by one C file each. Values are thousandths; lines differ in dash and mark as well as in colour. */

#ifndef CHART_H_INCLUDED
#define CHART_H_INCLUDED

#include <stdint.h>
#include <stdio.h>

#define CHART_LEFT 56
#define CHART_TOP 12
#define CHART_WIDTH 480
#define CHART_HEIGHT 240
#define CHART_BOTTOM (CHART_TOP + CHART_HEIGHT)
#define CHART_RIGHT (CHART_LEFT + CHART_WIDTH)
#define CHART_COLOURS 8

static inline void chart_text(const char* text) {
    for (; *text != 0; ++text) {
        if (*text == '<' || *text == '>' || *text == '&' || *text == '"') {
            printf("&#%d;", *text);
        } else {
            putchar(*text);
        }
    }
}

static inline void chart_number(uint64_t value_e3, int decimals) {
    if (decimals == 0) {
        printf("%llu", (unsigned long long)((value_e3 + 500) / 1000));
    } else {
        printf("%llu.%u", (unsigned long long)((value_e3 + 50) / 1000), (unsigned)((value_e3 + 50) % 1000 / 100));
    }
}

static inline void chart_page_head(const char* title) {
    static const char* const light[CHART_COLOURS] = {"0b5cad", "a3341c", "2b7a2b", "7a3fa0",
                                                     "8a5a00", "006d77", "b0225f", "4a5560"};
    static const char* const dark[CHART_COLOURS] = {"7cbcff", "ff9b80", "86d486", "d0a2f0",
                                                    "e6b450", "6fd0d8", "ff8fc0", "b4c0cc"};
    printf("<!DOCTYPE html>\n<html lang=en>\n<meta charset=utf-8>\n"
           "<meta name=viewport content=\"width=device-width,initial-scale=1\">\n"
           "<meta http-equiv=Content-Security-Policy content=\"default-src 'none';style-src 'unsafe-inline';"
           "img-src data:\">\n<link rel=icon href=\"data:,\">\n<title>");
    chart_text(title);
    printf("</title>\n<style>\n:root{color-scheme:light dark;--paper:#fff;--ink:#1b1f24;--dim:#57606a;--line:#d0d7de");
    for (int i = 0; i < CHART_COLOURS; ++i) {
        printf(";--c%d:#%s", i, light[i]);
    }
    printf("}\n@media(prefers-color-scheme:dark){:root{--paper:#11161c;--ink:#e6edf3;--dim:#a3aeba;--line:#323b46");
    for (int i = 0; i < CHART_COLOURS; ++i) {
        printf(";--c%d:#%s", i, dark[i]);
    }
    printf("}}\n"
           "*{box-sizing:border-box}body{margin:0 auto;padding:16px;max-width:1240px;background:var(--paper);"
           "color:var(--ink);font:15px/1.5 system-ui,sans-serif;overflow-wrap:anywhere}\n"
           "h1{font-size:26px;line-height:1.2}h2{font-size:18px;margin:28px 0 8px}p,.dim{color:var(--dim)}\n"
           ".two{display:grid;grid-template-columns:repeat(auto-fit,minmax(min(100%%,520px),1fr));gap:8px 32px;"
           "align-items:start}.wide{overflow-x:auto}\n"
           "table{border-collapse:collapse;font-size:13px;font-variant-numeric:tabular-nums}"
           "th,td{padding:2px 8px 2px 0;text-align:right;font-weight:400;border-top:1px solid var(--line);"
           "overflow-wrap:normal}th:first-child{text-align:left;white-space:nowrap}.l{text-align:left}"
           "thead th{color:var(--dim)}\n"
           "td:last-child{white-space:nowrap}@media(min-width:1000px){.two>svg{position:sticky;top:8px}}"
           "caption{text-align:left;color:var(--dim)}svg{display:block;width:100%%;max-width:600px;height:auto;font:"
           "12px system-ui,sans-serif}"
           "svg text{fill:var(--ink)}svg .d{fill:var(--dim)}.grid{stroke:var(--line)}.axis{stroke:var(--dim)}"
           "rect[height=\"24\"]{stroke:none}.many circle,.many rect{stroke:none}.band{fill:var(--dim);opacity:.18}\n");
    for (int i = 0; i < CHART_COLOURS; ++i) {
        printf(".s%d{stroke:var(--c%d);fill:none;stroke-width:2%s}.m%d{fill:var(--c%d);stroke:var(--paper)}\n", i, i,
               i % 4 == 1   ? ";stroke-dasharray:7 3"
               : i % 4 == 2 ? ";stroke-dasharray:2 3"
               : i % 4 == 3 ? ";stroke-dasharray:9 3 2 3"
                            : "",
               i, i);
    }
    printf("@media print{body{max-width:none}section{break-inside:avoid}}\n</style>\n<h1>");
    chart_text(title);
    printf("</h1>\n");
}

static inline void chart_page_foot(const char* version, unsigned revision) {
    printf("<p>gcnmem.h %s, model revision %u\n", version, revision);
}

/* The least of 1, 2, 2.5 and 5 times a power of ten that is not below. */
static inline uint64_t chart_round_up(uint64_t value) {
    for (uint64_t unit = 1; unit < UINT64_MAX / 100; unit *= 10) {
        static const uint64_t steps[] = {10, 20, 25, 50};
        for (int i = 0; i < 4; ++i) {
            if (unit * steps[i] >= value * 10) {
                return unit * steps[i] / 10;
            }
        }
    }
    return value;
}

/* Opens the drawing; the y axis is from `least` to *io_most above it, which is rounded up, in four steps. */
static inline void chart_open(const char* title, const char* x_title, const char* y_title, uint64_t least,
                              uint64_t* io_most) {
    uint64_t step = chart_round_up(*io_most > 4 ? (*io_most + 3) / 4 : 1);
    *io_most = step * 4;
    printf("<svg viewBox=\"0 0 %d %d\" role=img aria-label=\"", CHART_RIGHT + 24, CHART_BOTTOM + 52);
    chart_text(title);
    printf("\">\n");
    for (int i = 0; i <= 4; ++i) {
        int y = CHART_BOTTOM - CHART_HEIGHT * i / 4;
        printf("<path class=%s d=\"M%d %dH%d\"/><text x=%d y=%d text-anchor=end>", i == 0 ? "axis" : "grid", CHART_LEFT,
               y, CHART_RIGHT, CHART_LEFT - 6, y + 4);
        uint64_t value = least + step * (uint64_t)i;
        if (value % 1000 == 0) {
            printf("%llu</text>\n", (unsigned long long)(value / 1000));
        } else {
            printf("%llu.%02u</text>\n", (unsigned long long)(value / 1000), (unsigned)(value % 1000 / 10));
        }
    }
    printf("<text class=d x=%d y=%d text-anchor=end>", CHART_RIGHT, CHART_BOTTOM + 42);
    chart_text(x_title);
    printf("</text><text class=d x=12 y=%d text-anchor=middle transform=\"rotate(-90 12 %d)\">",
           CHART_TOP + CHART_HEIGHT / 2, CHART_TOP + CHART_HEIGHT / 2);
    chart_text(y_title);
    printf("</text>\n");
}

static inline int chart_along(uint64_t value_e3, uint64_t most) {
    return CHART_LEFT + (int)(value_e3 * CHART_WIDTH / most);
}

/* Opens a drawing of rows whose x axis is from 0 to *io_most, which is rounded up, in four steps of whole tens. */
static inline void chart_open_across(const char* title, const char* x_title, uint64_t* io_most) {
    uint64_t step = (*io_most / 40000 + 1) * 10000;
    *io_most = step * 4;
    printf("<svg viewBox=\"0 0 %d %d\" role=img aria-label=\"", CHART_RIGHT + 24, CHART_BOTTOM + 52);
    chart_text(title);
    printf("\">\n<path class=axis d=\"M%d %dH%d\"/>\n", CHART_LEFT, CHART_BOTTOM, CHART_RIGHT);
    for (uint64_t i = 0; i <= 4; ++i) {
        int x = chart_along(step * i, *io_most);
        printf("<path class=grid d=\"M%d %dV%d\"/><text x=%d y=%d text-anchor=middle>%llu</text>\n", x, CHART_TOP,
               CHART_BOTTOM, x, CHART_BOTTOM + 18, (unsigned long long)(step * i / 1000));
    }
    printf("<text class=d x=%d y=%d text-anchor=end>", CHART_RIGHT, CHART_BOTTOM + 42);
    chart_text(x_title);
    printf("</text>\n");
}

/* The name of a row of such a drawing; returns its middle. */
static inline int chart_row(int row, int rows, const char* name) {
    int y = CHART_TOP + CHART_HEIGHT * (row * 2 + 1) / (rows * 2);
    printf("<path class=grid d=\"M%d %dH%d\"/><text x=%d y=%d text-anchor=end>", CHART_LEFT, y, CHART_RIGHT,
           CHART_LEFT - 6, y + 4);
    chart_text(name);
    printf("</text>\n");
    return y;
}

static inline void chart_burst(int series, int y, uint64_t begin_e3, uint64_t length_e3, uint64_t most) {
    int x = chart_along(begin_e3, most);
    printf("<rect class=m%d x=%d y=%d width=%d height=24 />", series % CHART_COLOURS, x, y - 12,
           chart_along(begin_e3 + length_e3, most) - x);
}

static inline int chart_y(uint64_t value_e3, uint64_t most) {
    return CHART_BOTTOM - (int)((value_e3 < most ? value_e3 : most) * CHART_HEIGHT / most);
}

/* A mark of its own for each of the first eight series. */
static inline void chart_mark(int series, int x, int y) {
    int k = series % CHART_COLOURS;
    switch (k % 4) {
    case 0:
        printf("<circle class=m%d cx=%d cy=%d r=4 />", k, x, y);
        break;
    case 1:
        printf("<rect class=m%d x=%d y=%d width=8 height=8 />", k, x - 4, y - 4);
        break;
    case 2:
        printf("<path class=m%d d=\"M%d %dl5 9h-10z\"/>", k, x, y - 6);
        break;
    default:
        printf("<path class=m%d d=\"M%d %dl5 5l-5 5l-5 -5z\"/>", k, x, y - 5);
        break;
    }
}

static inline int chart_x(int place, int count) {
    return CHART_LEFT + 12 + (count > 1 ? place * (CHART_WIDTH - 24) / (count - 1) : 0);
}

static inline void chart_x_label(int place, int count, const char* name) {
    printf("<text x=%d y=%d text-anchor=middle>", chart_x(place, count), CHART_BOTTOM + 18);
    chart_text(name);
    printf("</text>\n");
}

/* `at(data, series, place)` is a value in thousandths. */
typedef uint64_t (*chart_value)(const void* data, int series, int place);

static inline void chart_line(int series, int count, uint64_t most, chart_value at, const void* data) {
    printf("<polyline class=s%d points=\"", series % CHART_COLOURS);
    for (int i = 0; i < count; ++i) {
        printf("%d,%d ", chart_x(i, count), chart_y(at(data, series, i), most));
    }
    printf("\"/>");
    for (int i = 0; i < count; ++i) {
        chart_mark(series, chart_x(i, count), chart_y(at(data, series, i), most));
    }
    printf("\n");
}

/* The mark of a series, for the table beside the chart. */
static inline void chart_legend(int series) {
    printf("<svg style=\"display:inline-block;width:28px;vertical-align:-3px\" viewBox=\"0 0 28 14\" aria-hidden=true>"
           "<path class=s%d d=\"M0 7H28\"/>",
           series % CHART_COLOURS);
    chart_mark(series, 14, 7);
    printf("</svg> ");
}

static inline void chart_close(void) {
    printf("</svg>\n");
}

#endif /* CHART_H_INCLUDED */

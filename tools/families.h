/* families.h -- GPUs that are not modelled, by their families.
   SPDX-License-Identifier: MIT-0

   Included behind gcnmem.h by one C file each. */

#ifndef FAMILIES_H_INCLUDED
#define FAMILIES_H_INCLUDED

#include <string.h>

/* GPUs that are not modelled, and families, by how their plain names begin (the longest that fits), and what is. */
typedef struct gpu_family {
    const char* beginnings;
    const char* rule;
} gpu_family;

/* clang-format off */
static const gpu_family gpu_families[] = {
    {"gcn", "GCN 1 to 5; HD 7970, R9 290X, R9 Fury X, RX 480, Vega 64 and others are modelled"},
    {"gcn1", "GCN 1; HD 7970, HD 7870, HD 7770, R7 250 and others are modelled"},
    {"gcn2,gcn1.1", "GCN 2; R9 290X, R9 390X, HD 7790, PS4 and others are modelled"},
    {"gcn3,gcn1.2", "GCN 3; R9 Fury X, R9 Nano, R9 380 and others are modelled"},
    {"gcn4,polaris", "GCN 4; RX 480, RX 580, RX 560, RX 550 and others are modelled"},
    {"gcn5", "GCN 5; Vega 64, Radeon VII, MI60, Vega 8 and others are modelled"},
    {"hd770,hd773,hd775,hd777,r7250x,r7350", "GCN 1; HD 7770 is modelled"},
    {"r5,r72,r73,hd84,hd85,hd86", "GCN 1; R7 250 is modelled"},
    {"hd78,hd88,r7265,r7370,r927,r937", "GCN 1; HD 7870 is modelled"},
    {"w5000", "GCN 1; W7000 is modelled"},
    {"hd79,hd89,r928,w8000,w9000,w10000,s9000,s10000,w600", "GCN 1; HD 7970 is modelled"},
    {"hd779,hd877,r726,r736,r9360,w5100", "GCN 2; HD 7790 is modelled"},
    {"r929,w8100,w9100,s9100,s9150,s9170", "GCN 2; R9 290X is modelled"},
    {"r939", "GCN 2; R9 390X is modelled"},
    {"a87,a86,a107,a106,athlon5", "GCN 2; A10-7850K is modelled"},
    {"ps4", "GCN 2; PS4 is modelled"},
    {"xboxone", "GCN 2; Xbox One is modelled"},
    {"r938,w7100,s7150", "GCN 3; R9 380 is modelled"},
    {"r9fury,r9pro,mi8", "GCN 3; R9 Fury X is modelled"},
    {"rx47,rx48,wx,mi6", "GCN 4; RX 480 is modelled"},
    {"rx57,rx5802048", "GCN 4; RX 570 is modelled"},
    {"rx58,rx59", "GCN 4; RX 580 is modelled"},
    {"rx45,rx46,rx560", "GCN 4; RX 560 is modelled"},
    {"rx54,rx550", "GCN 4; RX 550 is modelled"},
    {"vega,vega56,vega64,wx9,v340", "GCN 5; Vega 64 is modelled"},
    {"vega2,vega3,vega5,vega6,vega7,vega9,gfx909,gfx90c", "GCN 5; Vega 8 is modelled"},
    {"vegaii,vega7nm,provii", "GCN 5; Radeon VII is modelled"},
    {"cdna", "CDNA; MI100, MI210, MI300X and others are modelled"},
    {"mi2,cdna2", "CDNA2; MI210 and MI250X are modelled"},
    {"mi3,gfx94", "CDNA3; MI300X is modelled"},
    {"cdna3", "CDNA3; MI300X, MI300A and MI325X are modelled"},
    {"mi35,gfx95,cdna4", "CDNA4; MI355X is modelled"},
    {"rx5300,rx5500,5300,5500,w53,w55,navi14", "RDNA; RX 5500 XT is modelled"},
    {"rx5600,rx5700,rx5800,5600,5700,w57,gfx101,navi1", "RDNA; RX 5700 XT is modelled"},
    {"rdna,rdna1", "RDNA; RX 5700 XT, RX 5600 XT and RX 5500 XT are modelled"},
    {"rx6,6800,6900,6950,w68,gfx10,navi,navi2", "RDNA2; RX 6900 XT is modelled"},
    {"rx67,6700,6750", "RDNA2; RX 6700 XT is modelled"},
    {"rx66,6600,6650,w66", "RDNA2; RX 6600 XT is modelled"},
    {"rx63,rx64,rx65,6400,6500,w63,w64,w65", "RDNA2; RX 6500 XT is modelled"},
    {"rdna2", "RDNA2; RX 6900 XT, RX 6600 XT, Steam Deck and others are modelled"},
    {"660m,680m,radeon66,radeon68", "RDNA2; Radeon 680M is modelled"},
    {"610m,radeon61", "RDNA2; Radeon Graphics 2CU is modelled"},
    {"ps5", "RDNA2; PS5 is modelled"},
    {"xboxseries", "RDNA2; Xbox Series X is modelled"},
    {"steamdeck", "RDNA2; Steam Deck is modelled"},
    {"rx7,7900,w79,gfx11,navi3", "RDNA3; RX 7900 XTX is modelled"},
    {"rx77,rx78,7700,7800,w77,w78", "RDNA3; RX 7800 XT is modelled"},
    {"rx76,7600,w75,w76", "RDNA3; RX 7600 is modelled"},
    {"rdna3", "RDNA3; RX 7900 XTX, RX 7600, Radeon 780M and others are modelled"},
    {"740m,760m,780m,radeon74,radeon76,radeon78", "RDNA3; Radeon 780M is modelled"},
    {"rdna3.5,gfx115,840m,860m,880m,890m,radeon84,radeon86,radeon88,radeon89", "RDNA3.5; Radeon 890M is modelled"},
    {"8040s,8050s,8060s,radeon80", "RDNA3.5; Radeon 8060S is modelled"},
    {"rx9,9070,gfx12,navi4", "RDNA4; RX 9070 XT is modelled"},
    {"rx906,9060", "RDNA4; RX 9060 XT is modelled"},
    {"rdna4", "RDNA4; RX 9070 XT and RX 9060 XT are modelled"},
    {"hd2,hd3,hd4,terascale", "TeraScale; HD 5870 is modelled"},
    {"hd5,hd6,hd73,hd74,hd75,hd76,terascale2", "TeraScale 2; HD 5870 is modelled"},
    {"hd69,terascale3", "TeraScale 3 (VLIW4); HD 5870 is modelled"},
    {"8800,9800,gt2,gtx2,c1060,g80,g92,sm10,sm11,sm12", "Tesla; GTX 280 is modelled"},
    {"gt4,gt5,gtx4,gtx5,c2050,c2070,m2050,m2090,fermi,gf10,gf11,sm2", "Fermi; GTX 1080 is modelled"},
    {"gt6,gt7,gtx6,gtx7,k10,k20,k40,k80,quadrok,titan,gtxtitan,kepler,gk1,gk2,sm3", "Kepler; GTX 1080 is modelled"},
    {"gtx745,gtx75,gtx8,gtx9,gtxtitanx,m40,m60,quadrom,mx1,maxwell,gm1,gm2,sm5", "Maxwell; GTX 1080 is modelled"},
    {"gtx10,1060,1070,1080,titanx,p100,p4,p6,quadrop,gp10,sm60,sm62,tx2", "Pascal; GTX 1080 is modelled"},
    {"gtx105,gt10,1030,1050,mx15,mx2,mx3", "Pascal; GTX 1050 3GB is modelled"},
    {"pascal", "Pascal; GTX 1080 and GTX 1050 3GB are modelled"},
    {"titanv,gv100,v100,volta,xavier,sm72", "Volta; V100 is modelled"},
    {"gtx16,rtx20,1630,1650,1660,2060,2070,2080,rtx6000,rtx8000,titanrtx,t4,t1000,quadrortx,mx4,mx55,turing,tu1,sm75",
     "Turing; V100 is modelled"},
    {"a30,a100,a800", "Ampere; A100 is modelled"},
    {"a10g", "Ampere; A10 is modelled"},
    {"rtx30,3050,3060,3070,3080,3090,rtxa,a16,a2,a1000,a4000,a45,a50,a55,a6000,mx57,ga10,sm8,orin",
     "Ampere; RTX A6000 is modelled"},
    {"ampere", "Ampere; A100, RTX A6000, A10 and A40 are modelled"},
    {"rtx40,4060,4070,4080,4090,rtx6000ada,l4,ada,ad10,sm89", "Ada; RTX A6000 is modelled"},
    {"h100,h200,h800,h20,gh200", "Hopper; H200 is modelled"},
    {"hopper,sm9", "Hopper; H200 and H100 are modelled"},
    {"rtx50,5050,5060,5070,5080,5090,b100,b200,b300,gb200,gb300,blackwell,gb1,gb2,sm100,sm101,sm103,sm110,sm120,sm121",
     "Blackwell; H200 is modelled"},
    {"hd50,hd51,hd52,hd53,hd61,hd62,hd63,uhd61,uhd62,uhd63,iris,hdgraphics51,hdgraphics52,hdgraphics53,hdgraphics61,"
     "hdgraphics62,hdgraphics63,uhdgraphics61,uhdgraphics62,uhdgraphics63,gen9.5", "Intel Gen 9; HD 530 is modelled"},
    {"uhd,hdgraphics50,uhdgraphics60", "Intel Gen 9; UHD 600 is modelled"},
    {"hdgraphics,uhdgraphics", "Intel graphics; HD 530 is modelled"},
    {"irisxe,uhd7,uhdgraphics7,arc,gen12,xe", "Intel Xe; HD 530 is modelled"},
};
/* clang-format on */

/* The next letter or digit of a name as gcnmem_device_find() compares them, 0 at its end. */
static inline char plain_next(const char** name) {
    *name += strspn(*name, " -_");
    char c = **name;
    *name += c != 0;
    return (char)(c >= 'A' && c <= 'Z' ? c - 'A' + 'a' : c);
}

/* Letters of the longest of the beginnings, between commas, that the plain name begins with; 0: of none. */
static inline int plain_begins(const char* name, const char* beginnings) {
    int longest = 0;
    for (int bytes = 0; *beginnings != 0; beginnings += bytes + (beginnings[bytes] == ',')) {
        const char* rest = name;
        int alike = 0;
        bytes = (int)strcspn(beginnings, ",");
        while (alike < bytes && plain_next(&rest) == beginnings[alike]) {
            ++alike;
        }
        longest = alike == bytes && bytes > longest ? bytes : longest;
    }
    return longest;
}

/* A slip of the finger: from the plain letter `from` on the name is a card's but for one letter where that has a digit,
   or a digit for a letter. Cards of a family differ in their digits, or in letters behind them. */
static inline int is_slip(const char* name, const char* card, int from) {
    int slips = 0;
    for (int at = 0;; ++at) {
        char a = plain_next(&name);
        char b = plain_next(&card);
        if (a == 0 || b == 0) {
            return a == b && slips == 1;
        }
        if (a != b) {
            if (at < from || (a >= '0' && a <= '9') == (b >= '0' && b <= '9')) {
                return 0;
            }
            ++slips;
        }
    }
}

/* The family that a name without its maker's words begins like, unless it looks like a card's with a slip behind. */
static inline const gpu_family* gpu_family_at(const char* name) {
    const gpu_family* found = NULL;
    int longest = 0;
    for (size_t i = 0; i < sizeof(gpu_families) / sizeof(gpu_families[0]); ++i) {
        int length = plain_begins(name, gpu_families[i].beginnings);
        if (length > longest) {
            longest = length;
            found = &gpu_families[i];
        }
    }
    for (int i = 1; i < GCNMEM_DEVICE_END && found != NULL; ++i) {
        found = is_slip(name, gcnmem_device_card((gcnmem_device)i), longest) ? NULL : found;
    }
    return found;
}

/* The family of a GPU that gcnmem_device_find() does not know, with or without its maker's words; NULL when it is not
   known either. */
static inline const gpu_family* gpu_family_of(const char* name) {
    const gpu_family* found = NULL;
    while (*name != 0 && (found = gpu_family_at(name)) == NULL) {
        name += strcspn(name, " ");
        name += *name == ' ';
    }
    return found;
}

#endif

/* imgui_panel.cpp -- a profiler's panel: paste or reload a listing, pick a GPU, see what holds it up.
   It needs imgui.h and gcnmem.h alone: an engine copies it and calls shader_panel_show() inside a window of its own, as
   imgui_window.cpp does. A run takes a few milliseconds of each frame until it is done.
   SPDX-License-Identifier: MIT-0 */
#include "gcnmem.h"
#include <imgui.h>
#include <algorithm>
#include <chrono>
#include <functional>
#include <inttypes.h>
#include <numeric>
#include <string.h>
#include <string>
#include <vector>

struct shader_panel {
    std::string text;                    /* the listing */
    char flags[256] = "";                /* as of `gcnmem run`: "--group 64 --trip *=16" */
    std::function<std::string()> reload; /* reads the listing anew, from its file or the driver; may be empty */
    int card = GCNMEM_DEVICE_R9_390X - 1;
    float zoom = 1;               /* of the timeline */
    std::string ran_text;         /* what was run: the listing may be edited meanwhile */
    std::string message;          /* why there is no run */
    std::vector<uint64_t> memory; /* of `shader` */
    std::vector<gcnmem_run_event> events;
    gcnmem_shader shader = {};
    gcnmem_run_result result = {};
};

void shader_panel_start(shader_panel* p) {
    std::string words = p->flags;
    std::vector<gcnmem_setting> settings = {{"events", "400000"}};
    gcnmem_desc desc = gcnmem_desc_for((gcnmem_device)(p->card + 1));
    gcnmem_issue issue = {};
    gcnmem_result error;
    for (char* word = strtok(&words[0], " "); word != nullptr; word = strtok(nullptr, " ")) {
        if (strncmp(word, "--", 2) == 0) {
            settings.push_back({word + 2, ""});
        } else {
            settings.back().value = word;
        }
    }
    p->ran_text = p->text;
    p->events.clear();
    p->result = {};
    while ((error = gcnmem_shader_init(p->memory.data(), p->memory.size() * 8, &desc, p->ran_text.data(),
                                       p->ran_text.size(), settings.data(), (uint32_t)settings.size(), &p->shader,
                                       &issue)) == GCNMEM_ERROR_LIMIT &&
           issue.limit > p->memory.size() * 8) {
        p->memory.resize((size_t)issue.limit / 8 + 1);
    }
    char rule[1024] = "";
    if (error != GCNMEM_OK && gcnmem_issue_text(&issue, rule, sizeof(rule)) != 0) {
        p->message = "line " + std::to_string(issue.line) + ": " + issue.field + " " + rule;
    }
}

static void go_on(shader_panel* p) {
    auto end = std::chrono::steady_clock::now() + std::chrono::milliseconds(8);
    while (p->result.state == GCNMEM_RUN_GOING && std::chrono::steady_clock::now() < end) {
        gcnmem_run_step(p->shader.run, 1000, nullptr);
        p->result = gcnmem_run_result_of(p->shader.run);
        p->events.resize(p->result.state == GCNMEM_RUN_GOING ? 0 : (size_t)p->result.events);
        gcnmem_run_events_of(p->shader.run, p->events.data(), p->events.size());
    }
}

static void show_input(shader_panel* p) {
    std::string cards; // with a zero behind each: the one form of Combo that no version changed
    for (int i = 1; i < GCNMEM_DEVICE_END; ++i) {
        cards += gcnmem_device_card((gcnmem_device)i);
        cards += '\0';
    }
    auto resize = [](ImGuiInputTextCallbackData* data) {
        std::string* text = static_cast<std::string*>(data->UserData);
        text->resize((size_t)data->BufTextLen);
        data->Buf = &(*text)[0];
        return 0;
    };
    bool is_new = ImGui::Button("Run");
    ImGui::SameLine();
    if (p->reload && ImGui::Button("Reload")) {
        p->text = p->reload();
        is_new = true;
    }
    is_new |= ImGui::Combo("GPU", &p->card, cards.c_str());
    is_new |= ImGui::InputText("flags", p->flags, sizeof(p->flags), ImGuiInputTextFlags_EnterReturnsTrue);
    ImGui::InputTextMultiline("##listing", &p->text[0], p->text.size() + 1, ImVec2(-1, -1),
                              ImGuiInputTextFlags_CallbackResize, resize, &p->text);
    if (is_new) {
        shader_panel_start(p);
    }
}

static void show_verdict(const shader_panel* p) {
    const gcnmem_run_result& r = p->result;
    gcnmem_desc desc = gcnmem_desc_for((gcnmem_device)(p->card + 1));
    ImGui::Text("%" PRIu64 " clocks, %" PRIu64 " ns, for %" PRIu64 " waves", r.clocks, r.seconds_e12 / 1000, r.waves);
    ImGui::TextColored(ImVec4(1, 0.8f, 0.3f, 1), "limited by %s; %u instructions on default addresses, %u untold loops",
                       gcnmem_name_of(GCNMEM_NAMES_LIMITER, r.limited_by), r.defaults_used, r.untold_loops);
    ImGui::TextWrapped("%s", gcnmem_run_advice(&r));
    ImGui::Text("%u of %u waves a SIMD, by %s: %u VGPRs, %u SGPRs, %u bytes of LDS", r.waves_per_simd,
                desc.waves_per_simd_max, gcnmem_name_of(GCNMEM_NAMES_LIMIT, r.occupancy.limited_by), r.needs.vgprs,
                r.needs.sgprs, r.needs.lds_bytes);
    if (r.occupancy.next_amount != 0) {
        ImGui::Text("%u waves: %s at most %u", r.occupancy.next_waves,
                    gcnmem_name_of(GCNMEM_NAMES_LIMIT, r.occupancy.next_limit), r.occupancy.next_amount);
    }
}

/* Before anybody trusts these numbers. */
static void show_warnings(const shader_panel* p) {
    auto show = [](void*, const gcnmem_run_warning* w) {
        ImGui::PushStyleColor(ImGuiCol_Text, ImVec4(1, 0.4f, 0.3f, 1));
        ImGui::TextWrapped("%s: %" PRIu64 ", line %u", w->text, w->count, w->line);
        ImGui::PopStyleColor();
    };
    gcnmem_run_warnings(p->shader.run, p->shader.listing, p->ran_text.c_str(), show, nullptr);
}

static void cell(const std::string& text) {
    ImGui::TableNextColumn();
    ImGui::TextUnformatted(text.c_str());
}

/* What loses time or touches memory, hottest first; unit clocks, conflicts, lines: each time a wave executes it. */
static void show_hotspots(const shader_panel* p) {
    std::vector<std::pair<uint64_t, uint32_t>> rows;
    for (uint32_t i = 0; i < p->shader.listing->insn_count; ++i) {
        gcnmem_run_insn_stats s = gcnmem_run_insn_of(p->shader.run, i);
        uint64_t stalls = std::accumulate(std::begin(s.stall_clocks), std::end(s.stall_clocks), (uint64_t)0);
        if (stalls + s.unit_clocks != 0) {
            rows.push_back({stalls, i});
        }
    }
    std::sort(rows.rbegin(), rows.rend());
    ImGui::BeginTable("hotspots", 8, ImGuiTableFlags_RowBg | ImGuiTableFlags_SizingFixedFit | ImGuiTableFlags_ScrollY,
                      ImVec2(0, ImGui::GetContentRegionAvail().y * 0.5f));
    for (const char* name : {"line", "stalls", "waits for", "clocks", "conflicts", "lines", "instruction", "of time"}) {
        ImGui::TableSetupColumn(name);
    }
    ImGui::TableHeadersRow();
    for (const auto& row : rows) {
        const gcnmem_insn* insn = gcnmem_listing_insn(p->shader.listing, row.second);
        gcnmem_run_insn_stats s = gcnmem_run_insn_of(p->shader.run, row.second);
        const uint64_t* cause = std::max_element(s.stall_clocks, s.stall_clocks + GCNMEM_STALL_END);
        cell(std::to_string(insn->line));
        cell(std::to_string(row.first));
        cell(*cause != 0 ? gcnmem_name_of(GCNMEM_NAMES_STALL, (cause - s.stall_clocks)) : "");
        for (uint64_t number : {s.unit_clocks, s.conflict_clocks, s.lines}) {
            cell(s.unit_clocks != 0 ? std::to_string(number / s.issued) : "");
        }
        cell(p->ran_text.substr(insn->text_offset, insn->text_bytes));
        ImGui::TableNextColumn();
        ImGui::ProgressBar((float)row.first / (float)p->result.wave_clocks, ImVec2(80, ImGui::GetTextLineHeight()));
    }
    ImGui::EndTable();
}

/* A row for each wave slot of CU 0: grey where it issues, a colour for each cause of a stall. Slivers are left out. */
static void show_timeline(shader_panel* p) {
    auto color = [](int stall) { return ImColor::HSV((float)stall / (float)GCNMEM_STALL_END, 0.5f, 0.9f); };
    ImGui::SliderFloat("zoom", &p->zoom, 1, 1000, "%.0f", ImGuiSliderFlags_Logarithmic);
    for (int i = 0; i < GCNMEM_STALL_END; ++i) {
        ImGui::TextColored(color(i), "%s", p->result.stall_clocks[i] != 0 ? gcnmem_name_of(GCNMEM_NAMES_STALL, i) : "");
        ImGui::SameLine();
    }
    ImGui::NewLine();
    ImGui::BeginChild("timeline", ImVec2(0, 0), true, ImGuiWindowFlags_HorizontalScrollbar);
    ImVec2 origin = ImGui::GetCursorScreenPos();
    ImVec2 size(ImGui::GetContentRegionAvail().x * p->zoom, 0);
    for (const gcnmem_run_event& e : p->events) {
        bool is_stall = e.kind == GCNMEM_RUN_EVENT_STALL;
        ImVec2 a(origin.x + size.x * (float)e.begin / (float)p->result.clocks, origin.y + 8 * (float)e.slot);
        ImVec2 b(origin.x + size.x * (float)e.end / (float)p->result.clocks, a.y + 7);
        if (e.cu != 0 || (!is_stall && e.kind != GCNMEM_RUN_EVENT_ISSUE)) {
            continue;
        }
        size.y = std::max(size.y, b.y - origin.y);
        if (b.x - a.x >= 3 && ImGui::IsRectVisible(a, b)) {
            ImGui::GetWindowDrawList()->AddRectFilled(a, b, is_stall ? (ImU32)color(e.stall) : 0xff969696);
            if (ImGui::IsWindowHovered() && ImGui::IsMouseHoveringRect(a, b)) {
                ImGui::SetTooltip("line %u, clocks %" PRIu64 " to %" PRIu64,
                                  e.insn != GCNMEM_NONE ? gcnmem_listing_insn(p->shader.listing, e.insn)->line : 0,
                                  e.begin, e.end);
            }
        }
    }
    ImGui::Dummy(size);
    ImGui::EndChild();
}

void shader_panel_show(shader_panel* p) {
    ImGui::BeginChild("input", ImVec2(ImGui::GetContentRegionAvail().x * 0.36f, 0));
    show_input(p);
    ImGui::EndChild();
    ImGui::SameLine();
    ImGui::BeginChild("output");
    if (p->shader.run == nullptr) {
        ImGui::TextWrapped("%s", p->message.c_str());
    } else {
        go_on(p);
        show_verdict(p);
        show_warnings(p);
        show_hotspots(p);
        show_timeline(p);
    }
    ImGui::EndChild();
}

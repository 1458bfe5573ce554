/* imgui_window.cpp -- a window around imgui_panel.cpp, with the backends for GLFW and OpenGL that come with Dear ImGui.
   make -C examples imgui_panel && examples/build/imgui_panel LISTING [GPU [FLAGS]]
   With "print" behind the flags, the panel's texts go to standard output and there is no window.
   SPDX-License-Identifier: MIT-0 */
#define GCNMEM_IMPLEMENTATION
#include "imgui_panel.cpp"

#include <GLFW/glfw3.h>
#include <backends/imgui_impl_glfw.h>
#include <backends/imgui_impl_opengl2.h>
#include <fstream>
#include <iterator>

static void show_frame(shader_panel* panel, bool is_printed) {
    ImGui::NewFrame();
    if (is_printed) {
        ImGui::LogToTTY();
    }
    ImGui::SetNextWindowPos(ImVec2(0, 0));
    ImGui::SetNextWindowSize(ImGui::GetIO().DisplaySize);
    ImGui::Begin("gcnmem", nullptr, ImGuiWindowFlags_NoDecoration);
    shader_panel_show(panel);
    ImGui::End();
    ImGui::Render();
}

/* What a frame says once the run has ended. */
static int print_frame(shader_panel* panel) {
    unsigned char* pixels;
    int size[2];
    ImGui::GetIO().DisplaySize = ImVec2(1280, 800);
    ImGui::GetIO().Fonts->GetTexDataAsAlpha8(&pixels, &size[0], &size[1]);
    do {
        show_frame(panel, false);
    } while (panel->shader.run != nullptr && panel->result.state == GCNMEM_RUN_GOING);
    show_frame(panel, true);
    return 0;
}

static int show_window(shader_panel* panel) {
    GLFWwindow* window = glfwInit() ? glfwCreateWindow(1280, 800, "gcnmem", nullptr, nullptr) : nullptr;
    if (window == nullptr) {
        return 1;
    }
    glfwMakeContextCurrent(window);
    glfwSwapInterval(1);
    ImGui_ImplGlfw_InitForOpenGL(window, true);
    ImGui_ImplOpenGL2_Init();
    while (!glfwWindowShouldClose(window)) {
        glfwPollEvents();
        ImGui_ImplOpenGL2_NewFrame();
        ImGui_ImplGlfw_NewFrame();
        show_frame(panel, false);
        glClear(GL_COLOR_BUFFER_BIT);
        ImGui_ImplOpenGL2_RenderDrawData(ImGui::GetDrawData());
        glfwSwapBuffers(window);
    }
    return 0;
}

int main(int argc, char** argv) {
    static shader_panel panel;
    const char* name = argc > 1 ? argv[1] : "examples/stream.s";
    gcnmem_device device = GCNMEM_DEVICE_R9_390X;
    if (argc > 2 && gcnmem_device_find(argv[2], &device, nullptr) != GCNMEM_OK) {
        return 1;
    }
    panel.card = device - 1;
    strncpy(panel.flags, argc > 3 ? argv[3] : "", sizeof(panel.flags) - 1);
    panel.reload = [name] {
        std::ifstream file(name, std::ios::binary);
        return std::string(std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>());
    };
    panel.text = panel.reload();
    shader_panel_start(&panel);
    ImGui::CreateContext();
    ImGui::GetIO().IniFilename = nullptr;
    return argc > 4 ? print_frame(&panel) : show_window(&panel);
}

// SPDX-License-Identifier: MIT
#include "app/scene_input.hpp"

#include <fmt/core.h>
#include <CLI/App.hpp>
#include <CLI/Config.hpp>
#include <CLI/Formatter.hpp>

#include <algorithm>
#include <cctype>
#include <cstdlib>
#include <utility>

#include "app/choice.hpp"
#include "app/data_folders.hpp"
#include "solvers/plan/plan.hpp"
#include "solvers/plan/plan_draft.hpp"
#include "stencils/backend/backend_names.hpp"
#include "stencils/grid/words.hpp"

namespace wavesim {

namespace {

std::vector<std::string> backend_words() {
    std::vector<std::string> words = backend_names();
    words.insert(words.begin(), "auto");
    return words;
}

CLI::Validator count_between(int least, int most) {
    const auto check = [least, most](std::string& text) -> std::string {
        const bool digits = !text.empty() &&
                            std::all_of(text.begin(), text.end(), [](unsigned char c) { return std::isdigit(c) != 0; });
        const int value = digits && text.size() <= 4 ? std::stoi(text) : -1;
        if (value >= least && value <= most) return {};
        return fmt::format("'{}' is not a count of {} to {}", text, least, most);
    };
    return CLI::Validator(check, "");
}

/// `--gpus N | all`, as 0 for all.
void add_gpus(CLI::App& command, std::optional<int>& gpus) {
    const CLI::Validator count = count_between(1, 1024);
    const auto all_or_count = [count](std::string& text) -> std::string {
        if (text == "all") {
            text = "0";
            return {};
        }
        return count(text).empty() ? "" : fmt::format("'{}' is neither all nor a count of 1 to 1024", text);
    };
    command.add_option("--gpus", gpus, "GPUs that share the grid (default: 1)")
        ->type_name("N|all")
        ->transform(CLI::Validator(all_or_count, ""));
}

}  // namespace

void add_scene_input(CLI::App& command, SceneInput& input) {
    command.add_option("SCENE", input.file, "scene file (YAML)")->required()->type_name("SCENE");
    command.add_option("--set", input.sets, "change one key of the scene, e.g. grid.spacing='2 cm'; may be repeated")
        ->type_name("KEY=VALUE")
        ->allow_extra_args(false);
    command
        .add_option("--data", input.data,
                    "folder of files that the scene names, beside its own; may be repeated, WAVESIM_DATA lists more "
                    "(A:B)")
        ->type_name("DIR")
        ->allow_extra_args(false);
    add_choice_or_pair(command.add_option("--backend", input.backend, "what computes the steps")->default_str("auto"),
                       backend_words());
    add_choice(command.add_option("--precision", input.precision, "number format of the field")->default_str("float"),
               words_of<Precision>());
    command.add_option("--threads", input.threads, "CPU threads (default: all that this process may use)")
        ->type_name("N")
        ->check(count_between(1, 4096));
    command.add_option("--device", input.device, "GPU, counted from 0 (default: the first)")
        ->type_name("N")
        ->check(count_between(0, 1023));
    add_gpus(command, input.gpus);
}

std::vector<std::filesystem::path> data_folders(const SceneInput& input) { return data_folders(input.data); }

LoadedScene load_scene(const SceneInput& input) {
    std::vector<Override> overrides;
    for (const std::string& text : input.sets) overrides.push_back({text, static_cast<int>(overrides.size()) + 1});
    return read_scene(input.file, overrides, data_folders(input));
}

std::string slug_of(const std::string& name) {
    std::string slug;
    for (const char c : name) {
        const auto byte = static_cast<unsigned char>(c);
        if (std::isalnum(byte) != 0 || byte >= 0x80) {
            slug += static_cast<char>(std::tolower(byte));
        } else if (!slug.empty() && slug.back() != '_') {
            slug += '_';
        }
    }
    // File systems limit names to 255 bytes. Names are cut between characters (0b10xxxxxx continues one).
    if (slug.size() > 100) {
        std::size_t end = 100;
        while ((static_cast<unsigned char>(slug[end]) & 0xC0U) == 0x80U) --end;
        slug.resize(end);
    }
    while (!slug.empty() && slug.back() == '_') slug.pop_back();
    return slug.empty() ? "scene" : slug;
}

namespace {

/// `_task_N` in a task of a Slurm array, whose tasks run the same scene at the same time; else empty.
std::string array_task() {
    const char* const task = ::secure_getenv("SLURM_ARRAY_TASK_ID");
    const std::string number = task == nullptr ? "" : task;
    const bool digits = !number.empty() && number.size() <= 10 &&
                        std::all_of(number.begin(), number.end(), [](unsigned char c) { return std::isdigit(c) != 0; });
    return digits ? "_task_" + number : "";
}

}  // namespace

std::filesystem::path default_folder(const SceneInput& input, const Scene& scene, ArrayTasks tasks) {
    const std::string stem = std::filesystem::path(input.file).stem().string();
    return std::filesystem::path("results") /
           (slug_of(scene.name.empty() ? stem : scene.name) + (tasks == ArrayTasks::apart ? array_task() : ""));
}

namespace {

/// Calls `make` for a scene. Its faults get the places of the keys that caused them.
template <class Make>
auto with_places(const LoadedScene& loaded, const Make& make) {
    try {
        return make();
    } catch (const SceneError& error) {
        throw SceneFileError(loaded.marks.locate(error.faults()));
    }
}

}  // namespace

PlanDraft draft_scene(const LoadedScene& loaded, const PlanOptions& options) {
    return with_places(loaded, [&] { return draft_plan(loaded.scene, options); });
}

PlanSketch sketch_scene(const LoadedScene& loaded, PlanDraft draft, const Machine& machine,
                        const PlanOptions& options) {
    return with_places(loaded, [&] { return sketch_plan(std::move(draft), machine, options); });
}

Plan plan_scene(const LoadedScene& loaded, PlanDraft draft, const Machine& machine, const PlanOptions& options) {
    return with_places(loaded, [&] { return make_plan(std::move(draft), machine, options); });
}

}  // namespace wavesim

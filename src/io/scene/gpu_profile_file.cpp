// SPDX-License-Identifier: MIT
#include "io/scene/gpu_profile_file.hpp"

#include <fmt/format.h>
#include <xxhash.h>

#include <algorithm>
#include <cctype>
#include <nlohmann/json.hpp>

#include "io/scene/check.hpp"
#include "io/scene/file_kind.hpp"
#include "io/scene/marks.hpp"
#include "io/scene/schema_words.hpp"
#include "io/scene/text.hpp"
#include "io/scene/yaml.hpp"
#include "io/text_file.hpp"
#include "stencils/grid/words.hpp"

namespace wavesim {

namespace {

using nlohmann::json;

json profile_schema() {
    using namespace schema;
    const json ps = number(between(0, 1e12));
    const json row = object({{"stencil", with(text(), "its name")},
                             {"precision", with(choice<Precision>(), "of the field")},
                             {"medium", with(text(), "what a step reads of it per node")},
                             {"layers", with(boolean(), "whether there are absorbing layers")},
                             {"size", with(list(integer(1, 100'000), 3, 3), "nodes of the measured grid")},
                             {"backend", with(text(), "its name")},
                             {"tile", with(text(), "the quickest")},
                             {"ps", with(number(above(0, 1e12)), "its time per node and step, the median")},
                             {"usual", with(text(), "the tile without a profile")},
                             {"usual_ps", with(number(above(0, 1e12)), "its time")},
                             {"expected_ps", with(ps, "time of the quickest by the model")},
                             {"first", with(text(), "the tile that the model ranks first")},
                             {"first_ps", with(ps, "its time; 0 if it could not be used")}},
                            {"stencil", "precision", "medium", "layers", "size", "backend", "tile", "ps", "usual",
                             "usual_ps", "expected_ps", "first", "first_ps"});
    return object({{"gpu_profile", with({{"type", "integer"}, {"const", 1}}, "version of the format")},
                   {"card", with(text(), "name of the GPU")},
                   {"kernels", with(text(), "version of the kernels")},
                   {"compiler", with(text(), "version of the run-time compiler")},
                   {"rows", with(list(row, 0, 100'000), "what was measured")}},
                  {"gpu_profile", "card", "kernels", "compiler", "rows"});
}

/// Refuses the profile of another GPU, and that of other kernels.
void check_owner(const json& values, const Places& places, const ProfileOwner& owner, SceneFaults& faults) {
    const auto expect = [&](const char* key, const std::string& wanted, const char* message, const char* suggestion) {
        const std::string found = values.value(key, "");
        if (found == wanted) return;
        faults.push_back({Rule::version, places.at(key), key,
                          fmt::format(fmt::runtime(message), shown(found), shown(wanted)), suggestion});
    };
    expect("card", owner.card, "this profile is of {}, and the GPU is {}", "");
    expect("kernels", owner.kernels, "this profile was measured with other kernels ({}, here are {})",
           "`wavesim tune --anew` measures again");
}

TunedRow row_of(const json& values) {
    const json& size = values.at("size");
    return {.stencil = values.at("stencil"),
            .precision = value_of<Precision>(values.at("precision").get<std::string>()).value_or(Precision::float32),
            .medium = values.at("medium"),
            .layers = values.at("layers"),
            .extent = {size.at(0), size.at(1), size.at(2)},
            .backend = values.at("backend"),
            .tile = values.at("tile"),
            .ps = values.at("ps"),
            .usual = values.at("usual"),
            .usual_ps = values.at("usual_ps"),
            .expected_ps = values.at("expected_ps"),
            .first = values.at("first"),
            .first_ps = values.at("first_ps")};
}

std::string hash_of(const std::string& text) { return fmt::format("{:016x}", XXH3_64bits(text.data(), text.size())); }

/// Text in quotes, as YAML and JSON write it.
std::string quoted(const std::string& text) { return json(text).dump(); }

}  // namespace

GpuProfile parse_gpu_profile(const std::string& text, const std::filesystem::path& file, const ProfileOwner& owner) {
    SceneFaults faults;
    SceneNode root;
    Places places;
    json values;
    if (!parse_scene_yaml(text, 0, root, faults)) {
    } else if (root.kind == SceneNode::Kind::null) {
        faults.push_back({Rule::no_value, root.place, "", "the profile is empty", "`wavesim tune` writes one"});
    } else if (expect_kind(root, "gpu_profile", faults)) {
        values = check_structure(root, profile_schema(), places, faults);
        if (faults.empty()) check_owner(values, places, owner, faults);
    }
    if (!faults.empty()) {
        std::vector<MarkedFault> marked;
        for (const SceneFault& fault : faults)
            marked.push_back({{file.string(), fault.place.line, fault.place.column},
                              {fault.key, fault.message, fault.suggestion},
                              to_string(fault.rule)});
        throw SceneFileError(std::move(marked));
    }
    GpuProfile profile;
    profile.card = owner.card;
    profile.kernels = owner.kernels;
    profile.compiler = values.at("compiler");
    for (const json& row : values.at("rows")) profile.rows.push_back(row_of(row));
    profile.file = file.string();
    profile.hash = hash_of(text);
    return profile;
}

GpuProfile read_gpu_profile(const std::filesystem::path& file, const ProfileOwner& owner) {
    return parse_gpu_profile(read_text_file(file, "GPU profile", scene_bytes_max), file, owner);
}

std::string gpu_profile_text(const GpuProfile& profile) {
    std::string text = fmt::format(
        "# The quickest tiles on a GPU, by `wavesim tune`; times in ps per node and step. configs/gpus/README.md says "
        "more.\ngpu_profile: 1\ncard: {}\nkernels: {}\ncompiler: {}\nrows:{}\n",
        quoted(profile.card), quoted(profile.kernels), quoted(profile.compiler), profile.rows.empty() ? " []" : "");
    for (const TunedRow& row : profile.rows)
        text += fmt::format(
            "  - {{stencil: {}, precision: {}, medium: {}, layers: {}, size: [{}, {}, {}], backend: {}, tile: {}, ps: "
            "{:.5g}, usual: {}, usual_ps: {:.5g}, expected_ps: {:.5g}, first: {}, first_ps: {:.5g}}}\n",
            quoted(row.stencil), word_of(row.precision), row.medium, row.layers, row.extent.nx, row.extent.ny,
            row.extent.nz, row.backend, quoted(row.tile), row.ps, quoted(row.usual), row.usual_ps, row.expected_ps,
            quoted(row.first), row.first_ps);
    return text;
}

std::string gpu_profile_name(const std::string& card) {
    std::string name;
    for (const char c : card) {
        const auto u = static_cast<unsigned char>(c);
        if (std::isalnum(u) != 0)
            name += static_cast<char>(std::tolower(u));
        else if (!name.empty() && name.back() != '-')
            name += '-';
    }
    while (name.ends_with('-')) name.pop_back();
    return name + ".yaml";
}

}  // namespace wavesim

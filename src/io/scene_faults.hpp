// SPDX-License-Identifier: MIT
#pragma once
#include <compare>
#include <string>
#include <string_view>
#include <vector>

namespace wavesim {

/// Every check of a scene. The id shown to users and tests is the name with '-' for '_'.
enum class Rule {
    file_size,  // text and YAML
    encoding,
    control_character,
    yaml_syntax,
    several_documents,
    duplicate_key,
    bad_key,
    depth,
    too_many_values,
    alias_expansion,
    tag,
    bad_override,  // --set
    unknown_key,   // structure, from the schema
    missing_key,
    no_value,
    wrong_type,
    unknown_choice,
    one_of,
    needs_key,
    list_length,
    not_a_number,
    not_finite,
    unknown_unit,
    wrong_unit,
    out_of_range,
    bad_name,
    version,  // meaning
    dimensions,
    same_side,
    no_such_side,
    no_such_material,
    material_file,
    side_only,
    absorption_limit,
    absorption_bands,
    wall_table,
    too_many_solids,
    box_order,
    box_outside,
    outside,
    inside_solid,
    same_name,
    too_many_receivers,
    bad_survey,
    nothing_recorded,
    walls_whole,
    walls_vertex,
    no_such_stencil,
    bad_shell,
    same_shell,
    weights_count,
    weights_inconsistent,
    bad_medium,
    thin_domain,
    grid_too_large,
    too_many_steps,
    snapshot_region,
    snapshot_format,
    snapshot_interval,
    compare_needs,
    path_escape,
    signal_file,
    signal_rate,
    model_file,
    program_file,
    mesh_file,
    mesh_material,
    mesh_outside,
    point_file,
    file_changed,
    silent_source,
    time_zero,
    response_band,
    directivity,
    gpu_only,
};
inline constexpr int rule_count = static_cast<int>(Rule::gpu_only) + 1;
std::string to_string(Rule rule);

/// Position in scene text: `set` 0 is the scene file, n the n-th --set option. Lines and columns count from 1.
struct Place {
    int set = 0;
    int line = 1;
    int column = 1;
    auto operator<=>(const Place&) const = default;
};

struct SceneFault {
    Rule rule;
    Place place;
    std::string key;  ///< path such as `sources[0].position`; empty: the scene as a whole
    std::string message;
    std::string suggestion;
};

/// Collects faults, so that one pass reports all of them.
using SceneFaults = std::vector<SceneFault>;

/// Path of a key or an item below `path`.
std::string key_path(const std::string& path, const std::string& key);
std::string item_path(const std::string& path, std::size_t index);
/// The `; did you mean` part of a message for an unknown word, or empty.
std::string did_you_mean(std::string_view word, const std::vector<std::string>& names);
/// "a, b or c".
std::string enumerate_words(const std::vector<std::string>& words, const std::string& last = " or ");
/// User text in the form for messages: quoted, shortened, without control characters.
std::string shown(std::string_view text);

}  // namespace wavesim

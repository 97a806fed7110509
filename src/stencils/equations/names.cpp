// SPDX-License-Identifier: MIT
#include "stencils/equations/names.hpp"

#include <algorithm>
#include <array>
#include <string_view>

namespace wavesim::equations {

namespace {

constexpr std::array<std::string_view, 5> functions{"sqrt", "abs", "exp", "min", "max"};
constexpr std::array<std::string_view, 7> differences{"laplace", "d1x", "d1y", "d1z", "d2x", "d2y", "d2z"};

/// Version 1 has one function and none of the numbers time step and spacing.
bool is_reserved(std::string_view name, int version) {
    if (version == 1) return name == "sqrt";
    return name == "dt" || name == "dx" || std::ranges::count(functions, name) > 0 ||
           std::ranges::count(differences, name) > 0;
}

bool is_letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_'; }

}  // namespace

Names::Names(const Declarations& declared) {
    if (declared.version == 1) {
        entries_["sqrt"] = {Meaning::function};
    } else {
        for (const std::string_view name : functions) entries_[std::string(name)] = {Meaning::function};
        for (const std::string_view name : differences) entries_[std::string(name)] = {Meaning::difference};
        entries_["dt"] = {Meaning::given, static_cast<int>(Given::time_step)};
        entries_["dx"] = {Meaning::given, static_cast<int>(Given::spacing)};
    }
    for (const auto& [name, value] : declared.constants) entries_[name] = {Meaning::constant, 0, value};
    for (std::size_t i = 0; i < declared.parameters.size(); ++i)
        entries_[declared.parameters[i].name] = {Meaning::parameter, static_cast<int>(i)};
    for (std::size_t i = 0; i < declared.fields.size(); ++i)
        entries_[declared.fields[i].name] = {Meaning::field, static_cast<int>(i)};
}

const Names::Entry* Names::find(const std::string& name) const {
    const auto found = entries_.find(name);
    return found == entries_.end() ? nullptr : &found->second;
}

std::vector<std::string> Names::all() const {
    std::vector<std::string> names;
    for (const auto& [name, entry] : entries_) names.push_back(name);
    return names;
}

std::string name_fault(const std::string& name, int version) {
    const auto is_part = [](char c) { return is_letter(c) || (c >= '0' && c <= '9'); };
    if (name.empty() || !is_letter(name[0]) || !std::ranges::all_of(name, is_part))
        return "a name has letters, digits and _, and no digit in front";
    if (is_reserved(name, version)) return "the name '" + name + "' is taken by the language";
    return {};
}

std::vector<std::string> shared_names(const Declarations& declared) {
    std::vector<std::string> names;
    for (const Field& field : declared.fields) names.push_back(field.name);
    for (const Parameter& parameter : declared.parameters) names.push_back(parameter.name);
    for (const auto& [name, value] : declared.constants) names.push_back(name);
    std::ranges::sort(names);
    std::vector<std::string> twice;
    for (std::size_t i = 1; i < names.size(); ++i)
        if (names[i] == names[i - 1] && (twice.empty() || twice.back() != names[i])) twice.push_back(names[i]);
    return twice;
}

}  // namespace wavesim::equations

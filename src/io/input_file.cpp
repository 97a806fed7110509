// SPDX-License-Identifier: MIT
#include "io/input_file.hpp"

#include <algorithm>

namespace wavesim {

namespace fs = std::filesystem;

namespace {

constexpr const char* data_hint = "; --data DIR names another folder to read from";

void expect_below(const std::string& name) {
    const fs::path relative(name);
    bool escapes = relative.is_absolute() || name.find('\\') != std::string::npos;
    for (const fs::path& part : relative) escapes = escapes || part == "..";
    if (escapes)
        throw InputFileError(
            Rule::path_escape,
            "the path " + shown(name) + " leaves the scene's folder (only paths below it are read)" + data_hint);
}

/// Whether a folder contains that name; `real` is its path after resolving links.
bool is_in(const fs::path& folder, const std::string& name, Rule rule, fs::path& real) {
    std::error_code error;
    real = fs::weakly_canonical((folder.empty() ? fs::path(".") : folder) / name, error);
    const fs::file_status status = error ? fs::file_status() : fs::status(real, error);
    if (error && status.type() != fs::file_type::not_found)
        throw InputFileError(rule, "the file " + shown(name) + " cannot be read: " + error.message());
    return fs::exists(status);
}

bool is_below(const fs::path& folder, const fs::path& real) {
    std::error_code error;
    const fs::path base = fs::weakly_canonical(folder.empty() ? fs::path(".") : folder, error);
    const fs::path way = error ? fs::path() : fs::relative(real, base, error);
    return !error && !way.empty() && *way.begin() != "..";
}

/// Throws if links lead out of all folders.
fs::path expect_inside(const InputFolders& folders, const std::string& name, const fs::path& real,
                       const std::string& found_in) {
    const auto holds_it = [&real](const fs::path& folder) { return is_below(folder, real); };
    if (holds_it(folders.scene) || std::ranges::any_of(folders.data, holds_it)) return real;
    throw InputFileError(Rule::path_escape, "the link " + shown(name) + " leaves " + found_in +
                                                "; --data DIR names the folder that it leads to");
}

fs::path find_input(const InputFolders& folders, const std::string& name, Rule rule) {
    fs::path real;
    if (is_in(folders.scene, name, rule, real)) return expect_inside(folders, name, real, "the scene's folder");
    for (const fs::path& folder : folders.data)
        if (is_in(folder, name, rule, real)) return expect_inside(folders, name, real, "the folder " + folder.string());
    std::string where = "the scene's folder";
    for (const fs::path& folder : folders.data) where += " or in " + folder.string();
    throw InputFileError(rule, "there is no file " + shown(name) + " in " + where);
}

}  // namespace

fs::path locate_input(const InputFolders& folders, const std::string& name, Rule rule, std::uintmax_t bytes_max) {
    expect_below(name);
    fs::path real = find_input(folders, name, rule);
    std::error_code error;
    if (!fs::is_regular_file(real, error)) throw InputFileError(rule, shown(name) + " is not a file");
    if (fs::file_size(real, error) > bytes_max)
        throw InputFileError(
            rule, "the file " + shown(name) + " is larger than " + std::to_string(bytes_max >> 20U) + " MiB");
    return real;
}

}  // namespace wavesim

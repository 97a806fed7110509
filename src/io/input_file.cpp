// SPDX-License-Identifier: MIT
#include "io/input_file.hpp"

namespace wavesim {

namespace fs = std::filesystem;

fs::path locate_input(const fs::path& folder, const std::string& name, Rule rule, std::uintmax_t bytes_max) {
    const fs::path relative(name);
    bool escapes = relative.is_absolute() || name.find('\\') != std::string::npos;
    for (const fs::path& part : relative) escapes = escapes || part == "..";
    if (escapes) {
        throw InputFileError(Rule::path_escape,
                             "the path " + shown(name) + " leaves the scene's folder (only paths below it are read)");
    }
    std::error_code error;
    const fs::path base = fs::weakly_canonical(folder.empty() ? fs::path(".") : folder, error);
    fs::path real = fs::weakly_canonical(base / relative, error);
    const fs::file_status status = error ? fs::file_status() : fs::status(real, error);
    if (error && status.type() != fs::file_type::not_found)
        throw InputFileError(rule, "the file " + shown(name) + " cannot be read: " + error.message());
    if (!fs::exists(status)) throw InputFileError(rule, "there is no file " + shown(name) + " in the scene's folder");
    if (fs::relative(real, base, error).string().rfind("..", 0) == 0)
        throw InputFileError(Rule::path_escape, "the link " + shown(name) + " leaves the scene's folder");
    if (!fs::is_regular_file(status)) throw InputFileError(rule, shown(name) + " is not a file");
    if (fs::file_size(real, error) > bytes_max)
        throw InputFileError(
            rule, "the file " + shown(name) + " is larger than " + std::to_string(bytes_max >> 20U) + " MiB");
    return real;
}

}  // namespace wavesim

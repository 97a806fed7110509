// SPDX-License-Identifier: MIT
#include "io/result/result_check.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cerrno>

#include "io/atomic_file.hpp"
#include "io/result/planned_files.hpp"

namespace wavesim {

namespace {

namespace fs = std::filesystem;

/// Says that a file is missing or how its length differs from the recorded one; empty if it does not.
std::string why_other_length(const fs::path& file, std::int64_t bytes) {
    std::error_code error;
    const auto size = fs::is_regular_file(file, error) ? static_cast<std::int64_t>(fs::file_size(file, error)) : -1;
    if (size < 0 || error) return fmt::format("{} is gone", file.filename().string());
    if (size != bytes) return fmt::format("{} has {} of {} bytes", file.filename().string(), size, bytes);
    return {};
}

}  // namespace

std::map<std::string, FileContent> contents_of(const fs::path& folder, const std::vector<std::string>& files) {
    std::map<std::string, FileContent> contents;
    for (const std::string& name : files) {
        std::error_code error;
        if (!fs::exists(folder / name, error)) continue;
        const auto content = read_content(folder / name);
        if (!content) throw io_error("read", folder / name, errno != 0 ? errno : EIO);
        contents[name] = *content;
    }
    return contents;
}

std::string why_unusable(const fs::path& folder, const ResultManifest& manifest) {
    const auto known = manifest.contents.find(result_name);
    if (known != manifest.contents.end()) return why_other_length(folder / result_name, known->second.bytes);
    std::error_code error;
    const bool planned = std::ranges::count(manifest.files, result_name) > 0;
    return planned && !fs::exists(folder / result_name, error) ? fmt::format("{} is gone", result_name) : "";
}

std::vector<std::string> verify_result(const fs::path& folder, const ResultManifest& manifest) {
    if (manifest.contents.empty())
        return {fmt::format("{}: the version that wrote it kept no checksums", folder.string())};
    std::vector<std::string> found;
    for (const auto& [name, written] : manifest.contents) {
        const fs::path file = folder / name;
        if (const std::string length = why_other_length(file, written.bytes); !length.empty()) {
            found.push_back(fmt::format("{}: {}", folder.string(), length));
            continue;
        }
        const auto content = read_content(file);
        if (!content)
            found.push_back(fmt::format("{} cannot be read", file.string()));
        else if (*content != written)
            found.push_back(fmt::format("{} is damaged: its content is not what its checksum says", file.string()));
    }
    return found;
}

}  // namespace wavesim

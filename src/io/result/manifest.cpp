// SPDX-License-Identifier: MIT
#include "io/result/manifest.hpp"

#include <algorithm>
#include <array>
#include <fstream>
#include <nlohmann/json.hpp>
#include <set>

namespace wavesim {
namespace {

constexpr std::uintmax_t largest_manifest = 256u << 20;
constexpr std::size_t longest_stem = 100;

bool stays_inside(const std::string& name) {
    const std::filesystem::path path(name);
    if (path.empty() || path.is_absolute() || !path.has_filename()) return false;
    return std::ranges::none_of(path, [](const auto& part) { return part == ".." || part == "."; });
}

char lower(char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; }

bool allowed(char c) {
    const char l = lower(c);
    return (l >= 'a' && l <= 'z') || (c >= '0' && c <= '9') || c == '.' || c == '-' || c == '_' ||
           static_cast<unsigned char>(c) >= 0x80;
}

std::string stem_of(const std::string& name) {
    std::string stem;
    for (const char c : name) stem += allowed(c) ? c : '_';
    if (stem.size() > longest_stem) {
        std::size_t end = longest_stem;
        while (end > 0 && (static_cast<unsigned char>(stem[end]) & 0xC0u) == 0x80u) --end;  // not inside a character
        stem.resize(end);
    }
    if (stem.empty() || stem.front() == '.') stem.insert(stem.begin(), '_');
    return stem;
}

}  // namespace

std::optional<ResultManifest> read_manifest(const std::filesystem::path& folder) {
    const std::filesystem::path file = folder / manifest_name;
    std::error_code error;
    if (!std::filesystem::is_regular_file(file, error)) return {};
    if (std::filesystem::file_size(file, error) > largest_manifest || error) return {};
    std::ifstream stream(file, std::ios::binary);
    const auto json = nlohmann::json::parse(stream, nullptr, false);
    if (!json.is_object() || json.value("format", nlohmann::json()) != "wavesim-result-folder") return {};
    try {
        ResultManifest manifest;
        const auto state = value_of<ResultManifest::State>(json.at("state").get<std::string>());
        if (!state) return {};
        manifest.state = *state;
        json.at("scene_name").get_to(manifest.scene_name);
        json.at("scene_hash").get_to(manifest.scene_hash);
        json.at("files").get_to(manifest.files);
        manifest.host = json.value("host", "");
        manifest.process = json.value("process", std::int64_t{0});
        const auto contents = json.value("contents", nlohmann::json::object());
        for (const auto& [name, content] : contents.items()) {
            const auto checksum = checksum_from(content.at("xxh3").get<std::string>());
            if (checksum && stays_inside(name))
                manifest.contents[name] = {content.at("bytes").get<std::int64_t>(), *checksum};
        }
        std::erase_if(manifest.files, [](const std::string& name) { return !stays_inside(name); });
        return manifest;
    } catch (const nlohmann::json::exception&) {
        return {};
    }
}

namespace {

/// The manifest as JSON, of the same size in every state.
std::string manifest_text(const ResultManifest& manifest) {
    const std::string state(word_of(manifest.state));
    nlohmann::ordered_json json{{"format", "wavesim-result-folder"},
                                {"format_version", 1},
                                {"state", state},
                                {"scene_name", manifest.scene_name},
                                {"scene_hash", manifest.scene_hash},
                                {"host", manifest.host},
                                {"process", manifest.process},
                                {"files", manifest.files}};
    for (const auto& [name, content] : manifest.contents)
        json["contents"][name] = {{"bytes", content.bytes}, {"xxh3", checksum_text(content.xxh3)}};
    constexpr std::size_t longest_state = 10;  // incomplete
    return json.dump(1, ' ', false, nlohmann::ordered_json::error_handler_t::replace) +
           std::string(longest_state - state.size(), ' ') + "\n";
}

}  // namespace

void write_manifest(const std::filesystem::path& folder, const ResultManifest& manifest, AtomicFile::Folder name) {
    write_file(folder / manifest_name, manifest_text(manifest), name);
}

bool overwrite_manifest(const std::filesystem::path& folder, const ResultManifest& manifest) {
    const std::string text = manifest_text(manifest);
    std::error_code error;
    if (std::filesystem::file_size(folder / manifest_name, error) != text.size() || error) return false;
    std::fstream file(folder / manifest_name, std::ios::binary | std::ios::in | std::ios::out);
    file.write(text.data(), static_cast<std::streamsize>(text.size()));
    file.close();
    return !file.fail();
}

std::vector<std::string> file_stems(const std::vector<std::string>& names) {
    std::vector<std::string> stems;
    std::set<std::string> taken;
    const auto take = [&taken](const std::string& stem) {
        std::string key = stem;
        std::ranges::transform(key, key.begin(), lower);
        return taken.insert(key).second;
    };
    for (const std::string& name : names) {
        const std::string base = stem_of(name);
        std::string stem = base;
        for (std::size_t n = 2; !take(stem); ++n) stem = base + "_" + std::to_string(n);
        stems.push_back(stem);
    }
    return stems;
}

}  // namespace wavesim

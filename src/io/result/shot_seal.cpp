// SPDX-License-Identifier: MIT
#include "io/result/shot_seal.hpp"

#include <fmt/format.h>

#include <cerrno>
#include <fstream>
#include <optional>

#include "io/atomic_file.hpp"
#include "io/result/file_content.hpp"

namespace wavesim {

namespace {

std::string seal_text(const ShotIdentity& identity, const FileContent& content) {
    std::string text =
        fmt::format("wavesim shot {} of scene {}\n{} bytes of HDF5 follow from byte {}, XXH3 {}\n", identity.shot + 1,
                    identity.scene_hash, content.bytes, seal_bytes, checksum_text(content.xxh3));
    text.resize(static_cast<std::size_t>(seal_bytes));
    return text;
}

/// The shot named in an integrity record, without checking the rest.
std::int64_t named_shot(const std::string& seal) {
    constexpr std::string_view begin = "wavesim shot ";
    return seal.starts_with(begin) ? std::strtoll(seal.c_str() + begin.size(), nullptr, 10) - 1 : -1;
}

/// The scene named in an integrity record.
std::string named_scene(const std::string& seal, std::size_t length) {
    constexpr std::string_view before = " of scene ";
    const std::size_t at = seal.find(before);
    return at == std::string::npos ? "" : seal.substr(at + before.size(), length);
}

}  // namespace

void seal_shot(const std::filesystem::path& file, const std::filesystem::path& shown, const ShotIdentity& identity) {
    const std::optional<FileContent> content = read_content(file, seal_bytes);
    if (!content) throw io_error("write", shown, EIO);
    errno = 0;
    std::fstream writer(file, std::ios::binary | std::ios::in | std::ios::out);
    const std::string seal = seal_text(identity, *content);
    writer.write(seal.data(), seal_bytes);
    writer.close();
    if (writer.fail()) throw io_error("write", shown, errno != 0 ? errno : EIO);
}

std::optional<ShotIdentity> identity_in(const std::filesystem::path& file) {
    constexpr std::size_t hash_digits = 16;
    std::ifstream reader(file, std::ios::binary);
    std::string seal(static_cast<std::size_t>(seal_bytes), '\0');
    if (!reader.read(seal.data(), seal_bytes)) return {};
    const ShotIdentity found{named_scene(seal, hash_digits), named_shot(seal)};
    if (found.shot < 0) return {};
    return found;
}

std::string why_not_sealed(const std::filesystem::path& file, const ShotIdentity& identity) {
    std::ifstream reader(file, std::ios::binary);
    if (!reader) return "cannot be read";
    std::string seal(static_cast<std::size_t>(seal_bytes), '\0');
    if (!reader.read(seal.data(), seal_bytes)) return "is cut off";
    const std::optional<FileContent> content = read_content(file, seal_bytes);
    if (!content) return "cannot be read";
    if (seal == seal_text(identity, *content)) return "";
    const ShotIdentity named{named_scene(seal, identity.scene_hash.size()), named_shot(seal)};
    if (seal != seal_text(named, *content)) return "is damaged: its content is not what its checksum says";
    return named.shot != identity.shot ? fmt::format("holds shot {}", named.shot + 1) : "holds a shot of another scene";
}

}  // namespace wavesim

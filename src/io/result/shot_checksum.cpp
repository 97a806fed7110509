// SPDX-License-Identifier: MIT
#include "io/result/shot_checksum.hpp"

#include <fmt/format.h>

#include <cerrno>
#include <fstream>
#include <optional>

#include "io/atomic_file.hpp"
#include "io/result/file_content.hpp"

namespace wavesim {

namespace {

std::string record_text(const ShotIdentity& identity, const FileContent& content) {
    std::string text =
        fmt::format("wavesim shot {} of scene {}\n{} bytes of HDF5 follow from byte {}, XXH3 {}\n", identity.shot + 1,
                    identity.scene_hash, content.bytes, record_bytes, checksum_text(content.xxh3));
    text.resize(static_cast<std::size_t>(record_bytes));
    return text;
}

/// The shot named in an integrity record, without checking the rest.
std::int64_t named_shot(const std::string& record) {
    constexpr std::string_view begin = "wavesim shot ";
    return record.starts_with(begin) ? std::strtoll(record.c_str() + begin.size(), nullptr, 10) - 1 : -1;
}

/// The scene named in an integrity record.
std::string named_scene(const std::string& record, std::size_t length) {
    constexpr std::string_view before = " of scene ";
    const std::size_t at = record.find(before);
    return at == std::string::npos ? "" : record.substr(at + before.size(), length);
}

}  // namespace

void write_integrity_record(const std::filesystem::path& file, const std::filesystem::path& shown,
                            const ShotIdentity& identity) {
    const std::optional<FileContent> content = read_content(file, record_bytes);
    if (!content) throw io_error("write", shown, EIO);
    errno = 0;
    std::fstream writer(file, std::ios::binary | std::ios::in | std::ios::out);
    const std::string record = record_text(identity, *content);
    writer.write(record.data(), record_bytes);
    writer.close();
    if (writer.fail()) throw io_error("write", shown, errno != 0 ? errno : EIO);
}

std::optional<ShotIdentity> identity_in(const std::filesystem::path& file) {
    constexpr std::size_t hash_digits = 16;
    std::ifstream reader(file, std::ios::binary);
    std::string record(static_cast<std::size_t>(record_bytes), '\0');
    if (!reader.read(record.data(), record_bytes)) return {};
    const ShotIdentity found{named_scene(record, hash_digits), named_shot(record)};
    if (found.shot < 0) return {};
    return found;
}

std::string why_not_intact(const std::filesystem::path& file, const ShotIdentity& identity) {
    std::ifstream reader(file, std::ios::binary);
    if (!reader) return "cannot be read";
    std::string record(static_cast<std::size_t>(record_bytes), '\0');
    if (!reader.read(record.data(), record_bytes)) return "is cut off";
    const std::optional<FileContent> content = read_content(file, record_bytes);
    if (!content) return "cannot be read";
    if (record == record_text(identity, *content)) return "";
    const ShotIdentity named{named_scene(record, identity.scene_hash.size()), named_shot(record)};
    if (record != record_text(named, *content)) return "is damaged: its content is not what its checksum says";
    return named.shot != identity.shot ? fmt::format("holds shot {}", named.shot + 1) : "holds a shot of another scene";
}

}  // namespace wavesim

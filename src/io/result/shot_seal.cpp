// SPDX-License-Identifier: MIT
#include "io/result/shot_seal.hpp"

#include <fmt/format.h>
#include <xxhash.h>

#include <array>
#include <cerrno>
#include <fstream>
#include <memory>
#include <optional>
#include <vector>

#include "io/atomic_file.hpp"

namespace wavesim {

namespace {

struct Content {
    std::int64_t bytes = 0;
    std::uint64_t checksum = 0;
};

/// What follows the user block; nothing where the stream fails.
std::optional<Content> content_of(std::ifstream& file) {
    constexpr std::size_t at_once = 1 << 20;
    const std::unique_ptr<XXH3_state_t, XXH_errorcode (*)(XXH3_state_t*)> state(XXH3_createState(), XXH3_freeState);
    XXH3_64bits_reset(state.get());
    std::vector<char> chunk(at_once);
    Content content;
    file.seekg(seal_bytes);
    while (file.good()) {
        file.read(chunk.data(), static_cast<std::streamsize>(at_once));
        XXH3_64bits_update(state.get(), chunk.data(), static_cast<std::size_t>(file.gcount()));
        content.bytes += file.gcount();
    }
    if (!file.eof()) return {};
    content.checksum = XXH3_64bits_digest(state.get());
    return content;
}

std::string seal_text(const ShotIdentity& identity, const Content& content) {
    std::string text = fmt::format("wavesim shot {} of scene {}\n{} bytes of HDF5 follow from byte {}, XXH3 {:016x}\n",
                                   identity.shot + 1, identity.scene_hash, content.bytes, seal_bytes, content.checksum);
    text.resize(static_cast<std::size_t>(seal_bytes));
    return text;
}

/// The shot that a seal names, whatever else stands there.
std::int64_t named_shot(const std::string& seal) {
    constexpr std::string_view begin = "wavesim shot ";
    return seal.starts_with(begin) ? std::strtoll(seal.c_str() + begin.size(), nullptr, 10) - 1 : -1;
}

/// The scene that a seal names.
std::string named_scene(const std::string& seal, std::size_t length) {
    constexpr std::string_view before = " of scene ";
    const std::size_t at = seal.find(before);
    return at == std::string::npos ? "" : seal.substr(at + before.size(), length);
}

}  // namespace

void seal_shot(const std::filesystem::path& file, const std::filesystem::path& shown, const ShotIdentity& identity) {
    std::ifstream reader(file, std::ios::binary);
    const std::optional<Content> content = content_of(reader);
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
    const std::optional<Content> content = content_of(reader);
    if (!content) return "cannot be read";
    if (seal == seal_text(identity, *content)) return "";
    const ShotIdentity named{named_scene(seal, identity.scene_hash.size()), named_shot(seal)};
    if (seal != seal_text(named, *content)) return "is damaged: its content is not what its checksum says";
    return named.shot != identity.shot ? fmt::format("holds shot {}", named.shot + 1) : "holds a shot of another scene";
}

}  // namespace wavesim

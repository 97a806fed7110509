// SPDX-License-Identifier: MIT
#include "io/result/file_content.hpp"

#include <fmt/format.h>
#include <xxhash.h>

#include <charconv>
#include <fstream>
#include <memory>
#include <vector>

namespace wavesim {

std::optional<FileContent> read_content(const std::filesystem::path& file, std::int64_t from) {
    constexpr std::size_t at_once = 1 << 16;
    std::ifstream stream(file, std::ios::binary);
    if (!stream) return {};
    const std::unique_ptr<XXH3_state_t, XXH_errorcode (*)(XXH3_state_t*)> state(XXH3_createState(), XXH3_freeState);
    XXH3_64bits_reset(state.get());
    std::vector<char> chunk(at_once);
    FileContent content;
    stream.seekg(from);
    while (stream.good()) {
        stream.read(chunk.data(), static_cast<std::streamsize>(at_once));
        XXH3_64bits_update(state.get(), chunk.data(), static_cast<std::size_t>(stream.gcount()));
        content.bytes += stream.gcount();
    }
    if (!stream.eof()) return {};
    content.xxh3 = XXH3_64bits_digest(state.get());
    return content;
}

std::string checksum_text(std::uint64_t checksum) { return fmt::format("{:016x}", checksum); }

std::optional<std::uint64_t> checksum_from(const std::string& text) {
    std::uint64_t checksum = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), checksum, 16);
    if (text.size() != 16 || error != std::errc() || end != text.data() + text.size()) return {};
    return checksum;
}

}  // namespace wavesim

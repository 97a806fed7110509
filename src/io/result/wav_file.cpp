// SPDX-License-Identifier: MIT
#include "io/result/wav_file.hpp"

#include <sndfile.h>

#include <cstdio>
#include <cstring>
#include <stdexcept>

namespace wavesim {
namespace {

/// A growing file in memory for libsndfile.
struct MemoryFile {
    std::string bytes;
    sf_count_t at = 0;
};

MemoryFile& memory(void* user) { return *static_cast<MemoryFile*>(user); }

sf_count_t seek(sf_count_t offset, int whence, void* user) {
    MemoryFile& file = memory(user);
    const auto size = static_cast<sf_count_t>(file.bytes.size());
    file.at = whence == SEEK_SET ? offset : whence == SEEK_CUR ? file.at + offset : size + offset;
    return file.at;
}

sf_count_t write(const void* data, sf_count_t count, void* user) {
    MemoryFile& file = memory(user);
    const auto end = static_cast<std::size_t>(file.at + count);
    if (file.bytes.size() < end) file.bytes.resize(end);
    std::memcpy(file.bytes.data() + file.at, data, static_cast<std::size_t>(count));
    file.at += count;
    return count;
}

}  // namespace

std::vector<float> interleaved(const std::vector<std::vector<float>>& channels) {
    std::vector<float> samples;
    samples.reserve(channels.size() * channels.front().size());
    for (std::size_t n = 0; n < channels.front().size(); ++n)
        for (const std::vector<float>& channel : channels) samples.push_back(channel[n]);
    return samples;
}

std::string wav_bytes(std::span<const float> samples, int rate_hz, int channels) {
    MemoryFile file;
    SF_VIRTUAL_IO io{[](void* user) { return static_cast<sf_count_t>(memory(user).bytes.size()); }, seek, nullptr,
                     write, [](void* user) { return memory(user).at; }};
    SF_INFO info{};
    info.samplerate = rate_hz;
    info.channels = channels;
    info.format = SF_FORMAT_WAV | SF_FORMAT_FLOAT;
    SNDFILE* sound = sf_open_virtual(&io, SFM_WRITE, &info, &file);
    if (sound == nullptr) throw std::runtime_error(std::string("cannot make a WAV file: ") + sf_strerror(nullptr));
    sf_command(sound, SFC_SET_ADD_PEAK_CHUNK, nullptr, SF_FALSE);  // this chunk would contain the time of day
    const auto written = sf_write_float(sound, samples.data(), static_cast<sf_count_t>(samples.size()));
    const bool good = written == static_cast<sf_count_t>(samples.size());
    if (sf_close(sound) != 0 || !good) throw std::runtime_error("cannot make a WAV file of this length");
    return std::move(file.bytes);
}

}  // namespace wavesim

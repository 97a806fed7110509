// SPDX-License-Identifier: MIT
#include "io/scene/signal_file.hpp"

#include <fmt/format.h>
#include <sndfile.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <fstream>
#include <memory>
#include <string_view>

#include "io/scene/canonical.hpp"
#include "io/scene/resolve.hpp"

namespace wavesim {

namespace {

namespace fs = std::filesystem;
constexpr std::uintmax_t bytes_max = std::uintmax_t{256} << 20U;
constexpr std::size_t samples_max = std::size_t{1} << 24U;
constexpr std::size_t columns_max = 1024;

[[noreturn]] void refuse(const std::string& message) { throw InputFileError(Rule::signal_file, message); }

void add_sample(SignalFile& signal, double value, const std::string& name) {
    if (signal.samples.size() >= samples_max) {
        refuse("the file " + shown(name) + " has more than " + std::to_string(samples_max) + " samples");
    }
    if (!std::isfinite(value)) {
        refuse("sample " + std::to_string(signal.samples.size() + 1) + " of " + shown(name) +
               " is not a finite number");
    }
    signal.samples.push_back(value);
}

/// Bytes of samples stated by the header of a RIFF file, and bytes present; both 0 if the header does not state them.
struct DataChunk {
    std::uint64_t stated = 0;
    std::uint64_t there = 0;
};

DataChunk data_chunk(const fs::path& path) {
    constexpr std::uint32_t of_a_stream = 0xFFFFFFFF;  // written by streaming programs, and by RF64
    const auto number = [](const char* bytes) {
        std::uint32_t value = 0;
        for (int i = 3; i >= 0; --i) value = value << 8U | static_cast<unsigned char>(bytes[i]);
        return value;
    };
    std::ifstream stream(path, std::ios::binary);
    std::array<char, 12> head{};
    if (!stream.read(head.data(), 12) || std::string_view(head.data(), 4) != "RIFF") return {};
    std::error_code error;
    const std::uint64_t size = fs::file_size(path, error);
    for (std::uint64_t at = 12; !error && stream.seekg(static_cast<std::streamoff>(at)).read(head.data(), 8);) {
        const std::uint64_t length = number(head.data() + 4);
        at += 8;
        if (std::string_view(head.data(), 4) == "data")
            return length == of_a_stream ? DataChunk{} : DataChunk{length, std::min(length, size - at)};
        at += length + length % 2;
    }
    return {};
}

using SoundFile = std::unique_ptr<SNDFILE, int (*)(SNDFILE*)>;

SoundFile open_wav(const fs::path& path, const std::string& name, SF_INFO& info) {
    SoundFile file(sf_open(path.c_str(), SFM_READ, &info), sf_close);
    if (!file) refuse("the file " + shown(name) + " cannot be read as WAV (" + sf_strerror(nullptr) + ')');
    return file;
}

SignalFile read_wav(const fs::path& path, const std::string& name, int channel) {
    SF_INFO info{};
    const SoundFile file = open_wav(path, name, info);
    if (const DataChunk data = data_chunk(path); data.there < data.stated)
        refuse(fmt::format("the file {} is cut off: its header tells of {} bytes of samples, {} are there", shown(name),
                           data.stated, data.there));
    if (channel > info.channels) {
        refuse("the file " + shown(name) + " has " + std::to_string(info.channels) +
               (info.channels == 1 ? " channel" : " channels") + " (channel " + std::to_string(channel) +
               " is asked for)");
    }
    SignalFile result;
    result.sample_rate_hz = info.samplerate;
    const auto channels = static_cast<std::size_t>(info.channels);
    constexpr std::size_t frames_at_once = 4096;
    std::vector<double> frames(frames_at_once * channels);
    for (;;) {
        const sf_count_t got = sf_readf_double(file.get(), frames.data(), frames_at_once);
        if (got <= 0) break;
        for (std::size_t i = 0; i < static_cast<std::size_t>(got); ++i) {
            add_sample(result, frames[i * channels + static_cast<std::size_t>(channel - 1)], name);
        }
    }
    return result;
}

/// Separator of numbers: only blanks, or one of these with or without blanks; `mixed` if they differ.
enum class Separator { none, blank, comma, semicolon, mixed };

/// Combines the separator so far with the next one.
Separator joined(Separator before, Separator next) {
    if (before == Separator::none || next == before) return next;
    return next == Separator::none ? before : Separator::mixed;
}

struct Row {
    std::vector<double> numbers;
    Separator separator = Separator::none;
    bool halves = true;  ///< each pair of numbers could be one with a decimal comma: "-12,5", "0,25e-3"
};

/// Numbers of one line and their separator; false if a word is not a number.
bool split_numbers(const std::string& line, Row& row) {
    auto& [numbers, separator, halves] = row;
    numbers.clear();
    separator = Separator::none;
    halves = true;
    Separator gap = Separator::none;
    const char* at = line.data();
    const char* const end = at + line.size();
    const auto kind_of = [](char c) {
        return c == ';'                             ? Separator::semicolon
               : c == ','                           ? Separator::comma
               : c == ' ' || c == '\t' || c == '\r' ? Separator::blank
                                                    : Separator::none;
    };
    while (at < end) {
        if (const Separator kind = kind_of(*at); kind != Separator::none) {
            gap = std::max(gap, kind);
            ++at;
            continue;
        }
        if (*at == '+') ++at;
        double value = 0;
        const auto parsed = std::from_chars(at, end, value);
        if (parsed.ec != std::errc{} || (parsed.ptr < end && kind_of(*parsed.ptr) == Separator::none)) return false;
        if (numbers.size() >= columns_max) return false;
        if (!numbers.empty()) separator = joined(separator, gap);
        gap = Separator::none;
        const std::string_view word(at, parsed.ptr);
        const bool second = numbers.size() % 2 == 1;
        halves = halves && word.find_first_of(second ? "." : ".eE") == std::string_view::npos &&
                 !(second && (word.front() == '-' || at[-1] == '+'));
        numbers.push_back(value);
        at = parsed.ptr;
    }
    halves = halves && separator == Separator::comma && numbers.size() % 2 == 0;
    return true;
}

constexpr double time_tolerance = 1e-3;  ///< fraction of a step; times are often written with few digits

double step_of(const std::vector<double>& times) {
    return times.size() < 2 ? 0 : (times.back() - times.front()) / static_cast<double>(times.size() - 1);
}

/// Index of the first time that deviates from even steps; the number of times if there is none.
std::size_t first_uneven(const std::vector<double>& times) {
    const double step = step_of(times);
    std::size_t i = 0;
    while (i < times.size() && std::abs(times[i] - times[0] - static_cast<double>(i) * step) <= time_tolerance * step)
        ++i;
    return i;
}

/// Whether a first column without a title still contains times: three or more evenly increasing numbers.
bool looks_like_times(const std::vector<double>& column) {
    return column.size() >= 3 && step_of(column) > 0 && first_uneven(column) == column.size();
}

double rate_of(const std::vector<double>& times, const std::string& name) {
    const double step = step_of(times);
    if (!(step > 0)) refuse("the first column of " + shown(name) + " is no rising time in seconds");
    if (const std::size_t i = first_uneven(times); i < times.size())
        refuse("the times in " + shown(name) + " are not evenly spaced (sample " + std::to_string(i + 1) + ')');
    if (std::abs(times[0]) > time_tolerance * step)
        refuse(
            fmt::format("the times in {} start at {:.6g} s, not at 0 (let them start at 0, and give the key 'delay')",
                        shown(name), times[0]));
    return 1 / step;
}

SignalFile read_csv(const fs::path& path, const std::string& name, int channel, std::optional<double> rate) {
    std::ifstream stream(path, std::ios::binary);
    SignalFile result;
    std::vector<double> times;
    std::vector<double> first_column;  // of several, in addition to a given rate
    Row read;
    const std::vector<double>& numbers = read.numbers;
    Separator separator = Separator::none;
    std::size_t columns = 0;
    std::string line;
    bool title_seen = false;
    std::int64_t halved_row = 0;  // the first with numbers, as long as all rows may have decimal commas
    bool halved = rate.has_value();
    for (std::int64_t row = 1; std::getline(stream, line); ++row) {
        const std::string where = "line " + std::to_string(row) + " of " + shown(name);
        if (line.empty() || line == "\r" || line[0] == '#') continue;
        if (!split_numbers(line, read)) {
            if (title_seen || !result.samples.empty()) refuse(where + " is not a row of numbers");
            title_seen = true;
            continue;
        }
        if (numbers.empty()) continue;
        separator = joined(separator, read.separator);
        if (separator == Separator::mixed)
            refuse(where + " mixes separators (write decimal points, and one separator in the whole file)");
        if (columns == 0) columns = numbers.size();
        if (numbers.size() != columns)
            refuse(
                fmt::format("{} has {} {} (the rows before have {}; write decimal points, and a number in each column)",
                            where, numbers.size(), numbers.size() == 1 ? "number" : "numbers", columns));
        const bool has_time = !rate && numbers.size() > 1;
        halved = halved && read.halves;
        if (halved_row == 0) halved_row = row;
        if (rate && numbers.size() > 1) first_column.push_back(numbers[0]);
        const std::size_t column = static_cast<std::size_t>(channel - 1) + (has_time ? 1 : 0);
        if (column >= numbers.size()) refuse(where + " has no column of values number " + std::to_string(channel));
        if (has_time) times.push_back(numbers[0]);
        add_sample(result, numbers[column], name);
    }
    if (stream.bad()) refuse("the file " + shown(name) + " cannot be read");
    if (result.samples.empty()) return result;
    if (halved)
        refuse(
            fmt::format("line {} of {} and all others look like numbers with decimal commas (write decimal points, "
                        "or ';' between columns of whole numbers)",
                        halved_row, shown(name)));
    if (looks_like_times(first_column)) {
        throw InputFileError(Rule::signal_rate, "the first column of " + shown(name) +
                                                    " rises evenly as times do, which carry the sample rate (remove "
                                                    "the key)");
    }
    if (!rate && times.size() != result.samples.size()) {
        throw InputFileError(Rule::signal_rate,
                             "the file " + shown(name) + " has no times, so its sample rate must be given");
    }
    result.sample_rate_hz = rate ? *rate : rate_of(times, name);
    return result;
}

}  // namespace

int channels_of(const fs::path& wav) {
    SF_INFO info{};
    open_wav(wav, wav.filename().string(), info);
    return info.channels;
}

SignalFile read_signal_file(const InputFolders& folders, const std::string& name, int channel,
                            std::optional<double> sample_rate_hz) {
    const fs::path path = locate_input(folders, name, Rule::signal_file, bytes_max);
    std::string extension = path.extension().string();
    for (char& c : extension) c = static_cast<char>(c >= 'A' && c <= 'Z' ? c - 'A' + 'a' : c);
    SignalFile result;
    if (extension == ".wav") {
        if (sample_rate_hz) {
            throw InputFileError(Rule::signal_rate, "a WAV file carries its sample rate (remove the key)");
        }
        result = read_wav(path, name, channel);
    } else if (extension == ".csv" || extension == ".txt") {
        result = read_csv(path, name, channel, sample_rate_hz);
    } else {
        refuse("the file " + shown(name) + " is neither .wav nor .csv");
    }
    if (result.samples.empty()) refuse("the file " + shown(name) + " holds no samples");
    const auto* bytes = reinterpret_cast<const char*>(result.samples.data());
    result.content = hash_text({bytes, result.samples.size() * sizeof(double)});
    return result;
}

}  // namespace wavesim

// SPDX-License-Identifier: MIT
#include "acoustics/noise_floor.hpp"

#include <algorithm>
#include <cmath>
#include <optional>
#include <vector>

namespace wavesim {

namespace {

constexpr double first_block_s = 0.03;
constexpr double blocks_per_10_db = 5;
/// The line ends `above_noise_db` above the noise and spans `line_height_db`.
constexpr double above_noise_db = 7, line_height_db = 20;
constexpr int most_rounds = 10;

/// Levels of a trace in blocks, dB.
struct Blocks {
    std::size_t length = 1;  ///< samples
    std::vector<double> level_db;

    Blocks(std::span<const double> band, std::size_t samples) : length(std::max<std::size_t>(samples, 1)) {
        for (std::size_t i = 0; i + length <= band.size(); i += length)
            level_db.push_back(10 * std::log10(mean_square(band.subspan(i, length)) + 1e-300));
    }
};

/// level = at + per_sample * sample.
struct Line {
    double at = 0, per_sample = 0;
    double sample_at(double level_db) const { return (level_db - at) / per_sample; }
};

/// Line fitted to the blocks from the loudest on, or from the first below `top_db`, down to the first below `end_db`.
std::optional<Line> line_down_to(const Blocks& blocks, double top_db, double end_db) {
    const auto loudest = std::ranges::max_element(blocks.level_db);
    const auto begin = std::find_if(loudest, blocks.level_db.end(), [=](double level) { return level <= top_db; });
    const auto end = std::find_if(begin, blocks.level_db.end(), [=](double level) { return level < end_db; });
    double n = 0, s1 = 0, s2 = 0, l1 = 0, sl = 0;
    for (auto block = begin; block != end; ++block) {
        const double sample =
            (static_cast<double>(block - blocks.level_db.begin()) + 0.5) * static_cast<double>(blocks.length);
        n += 1;
        s1 += sample;
        s2 += sample * sample;
        l1 += *block;
        sl += sample * *block;
    }
    if (n < 2) return std::nullopt;
    const double slope = (n * sl - s1 * l1) / (n * s2 - s1 * s1);
    if (!(slope < 0)) return std::nullopt;
    return Line{(l1 - slope * s1) / n, slope};
}

}  // namespace

double mean_square(std::span<const double> samples) {
    double sum = 0;
    for (const double p : samples) sum += p * p;
    return sum / static_cast<double>(samples.size());
}

std::size_t noise_begin(std::span<const double> band, double step_s) {
    const std::size_t size = band.size();
    Blocks blocks(band, static_cast<std::size_t>(first_block_s / step_s));
    if (blocks.level_db.size() < 4) return size;
    const std::span<const double> tenth = band.last(size / 10 + 1);
    double noise_db = 10 * std::log10(mean_square(tenth) + 1e-300);
    const double loudest = *std::ranges::max_element(blocks.level_db);
    std::optional<Line> line = line_down_to(blocks, loudest, noise_db + 10);
    if (!line) return 0;
    double place = line->sample_at(noise_db);
    for (int round = 0; round < most_rounds; ++round) {
        blocks = Blocks(band, static_cast<std::size_t>(-10 / line->per_sample / blocks_per_10_db));
        const double after = place - 10 / line->per_sample;  // 10 dB of decay later
        const auto from = static_cast<std::size_t>(std::clamp(after, 0.0, static_cast<double>(size - tenth.size())));
        noise_db = 10 * std::log10(mean_square(band.subspan(from)) + 1e-300);
        const std::optional<Line> next =
            line_down_to(blocks, noise_db + above_noise_db + line_height_db, noise_db + above_noise_db);
        if (!next) break;
        line = next;
        const double moved = line->sample_at(noise_db);
        const bool stays = std::abs(moved - place) < static_cast<double>(blocks.length) / 10;
        place = moved;
        if (stays) break;
    }
    return static_cast<std::size_t>(std::clamp(place, 0.0, static_cast<double>(size)));
}

}  // namespace wavesim

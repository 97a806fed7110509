// SPDX-License-Identifier: MIT
#include "io/result/trace_source.hpp"

#include <algorithm>

#include "io/hdf5_file.hpp"

namespace wavesim {

std::int64_t TraceSource::most_steps() const {
    std::int64_t most = 0;
    for (std::int64_t shot = 0; shot < shots(); ++shot) most = std::max(most, steps(shot));
    return most;
}

std::int64_t TraceSource::receivers_at_once(std::int64_t shot, std::int64_t values) const {
    return std::clamp<std::int64_t>(values / std::max<std::int64_t>(1, steps(shot)), 1,
                                    std::max<std::int64_t>(1, receivers()));
}

std::int64_t RecordedTraces::steps(std::int64_t) const {
    return receivers_ == 0 ? 0 : static_cast<std::int64_t>(samples_.size()) / receivers_;
}

std::vector<double> RecordedTraces::block(std::int64_t, std::int64_t first, std::int64_t count) const {
    const std::int64_t n_steps = steps(0);
    std::vector<double> block(static_cast<std::size_t>(count * n_steps));
    for (std::int64_t n = 0; n < n_steps; ++n)
        for (std::int64_t r = 0; r < count; ++r)
            block[static_cast<std::size_t>(r * n_steps + n)] =
                samples_[static_cast<std::size_t>(n * receivers_ + first + r)];
    return block;
}

void write_shot(Hdf5Writer& file, const std::string& dataset, std::int64_t shot, const TraceSource& from,
                std::int64_t shot_of_source, std::int64_t block_values) {
    const std::int64_t steps = from.steps(shot_of_source);
    if (steps == 0) return;
    const std::int64_t at_once = from.receivers_at_once(shot_of_source, block_values);
    for (std::int64_t first = 0; first < from.receivers(); first += at_once) {
        const std::int64_t count = std::min(at_once, from.receivers() - first);
        file.write_block(dataset, {shot, first, 0}, {1, count, steps}, from.block(shot_of_source, first, count));
    }
}

}  // namespace wavesim

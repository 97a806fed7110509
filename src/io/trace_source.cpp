// SPDX-License-Identifier: MIT
#include "io/trace_source.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "io/atomic_file.hpp"
#include "io/hdf5_file.hpp"
#include "io/hdf5_reader.hpp"

namespace wavesim {

std::int64_t TraceSource::most_steps() const {
    std::int64_t most = 0;
    for (std::int64_t shot = 0; shot < shots(); ++shot) most = std::max(most, steps(shot));
    return most;
}

std::int64_t TraceSource::receivers_at_once(std::int64_t shot) const {
    constexpr std::int64_t most_values = 1 << 20;
    return std::clamp<std::int64_t>(most_values / std::max<std::int64_t>(1, steps(shot)), 1,
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

ShotFiles::ShotFiles(std::filesystem::path folder, std::size_t receivers, Precision storage, double time_step_s,
                     std::string computed_by)
    : folder_(std::move(folder)),
      receivers_(static_cast<std::int64_t>(receivers)),
      storage_(storage),
      time_step_s_(time_step_s),
      computed_by_(std::move(computed_by)) {}

ShotFiles::~ShotFiles() = default;

std::string ShotFiles::name(std::int64_t shot) { return fmt::format("shots/shot_{:06}.h5", shot + 1); }

void ShotFiles::add(std::span<const double> samples) {
    const RecordedTraces traces(samples, static_cast<std::size_t>(receivers_));
    const std::filesystem::path path = folder_ / name(shots());
    AtomicFile target(path);
    Hdf5Writer file(target.temporary(), path);
    file.group("/traces");
    file.create("/traces/pressure", {1, receivers_, traces.steps(0)}, storage_);
    file.attribute("/traces/pressure", "units", "Pa");
    file.integers("/traces/shot", std::vector<std::int64_t>{shots() + 1});
    file.strings("/traces/computed_by", {computed_by_});
    file.attribute("/traces", "time_step_s", time_step_s_);
    write_shot(file, "/traces/pressure", 0, traces, 0);
    file.close();
    target.commit();
    steps_.push_back(traces.steps(0));
}

void ShotFiles::remove() noexcept {
    open_.reset();
    std::error_code ignored;
    for (std::int64_t shot = 0; shot < shots(); ++shot) std::filesystem::remove(folder_ / name(shot), ignored);
    std::filesystem::remove(folder_ / "shots", ignored);  // where it is empty now
}

std::vector<double> ShotFiles::block(std::int64_t shot, std::int64_t first, std::int64_t count) const {
    if (shot != open_shot_) {
        open_ = std::make_unique<Hdf5Reader>(folder_ / name(shot));
        open_shot_ = shot;
    }
    return open_->block("/traces/pressure", {0, first, 0}, {1, count, steps(shot)});
}

void write_shot(Hdf5Writer& file, const std::string& dataset, std::int64_t shot, const TraceSource& from,
                std::int64_t shot_of_source) {
    const std::int64_t steps = from.steps(shot_of_source);
    if (steps == 0) return;
    const std::int64_t at_once = from.receivers_at_once(shot_of_source);
    for (std::int64_t first = 0; first < from.receivers(); first += at_once) {
        const std::int64_t count = std::min(at_once, from.receivers() - first);
        file.write_block(dataset, {shot, first, 0}, {1, count, steps}, from.block(shot_of_source, first, count));
    }
}

}  // namespace wavesim

// SPDX-License-Identifier: MIT
#include "io/result/shot_files.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "io/atomic_file.hpp"
#include "io/hdf5_file.hpp"
#include "io/hdf5_reader.hpp"
#include "io/result/shot_checksum.hpp"
#include "solvers/scene/survey.hpp"

namespace wavesim {

ShotFiles::ShotFiles(std::filesystem::path folder, const PlanOutline& plan)
    : folder_(std::move(folder)),
      plan_(plan),
      identities_(plan.scene),
      steps_(static_cast<std::size_t>(shot_count(plan.scene)), 0) {}

ShotFiles::~ShotFiles() = default;

std::string ShotFiles::name(std::int64_t shot) { return fmt::format("shots/shot_{:06}.h5", shot + 1); }

std::int64_t ShotFiles::next() const { return std::ranges::find(steps_, 0) - steps_.begin(); }

std::int64_t ShotFiles::shots() const {
    const auto last = std::find_if(steps_.rbegin(), steps_.rend(), [](std::int64_t steps) { return steps > 0; });
    return steps_.rend() - last;
}

std::int64_t ShotFiles::receivers() const { return static_cast<std::int64_t>(plan_.scene.receivers.size()); }

void ShotFiles::add(std::int64_t shot, std::span<const double> samples, const std::string& computed_by) {
    const RecordedTraces traces(samples, plan_.scene.receivers.size());
    const std::filesystem::path path = folder_ / name(shot);
    AtomicFile target(path);
    Hdf5Writer file(target.temporary(), path, record_bytes);
    file.group("/traces");
    file.create("/traces/pressure", {1, receivers(), traces.steps(0)}, plan_.decision.shape.precision);
    const ShownField field = shown_field(plan_.scene);
    file.attribute("/traces/pressure", "units", field.units);
    if (plan_.scene.medium.physics) file.strings("/traces/field", {field.name, field.units});
    file.integers("/traces/shot", std::vector<std::int64_t>{shot + 1});
    file.strings("/traces/computed_by", {computed_by});
    file.strings("/traces/stencil", {plan_.decision.shape.stencil.name});
    file.attribute("/traces", "time_step_s", plan_.decision.time_step_s);
    write_shot(file, "/traces/pressure", 0, traces, 0);
    file.close();
    write_integrity_record(target.temporary(), path, identities_.of(plan_.scene, shot));
    target.commit();
    steps_.at(static_cast<std::size_t>(shot)) = traces.steps(0);
}

void ShotFiles::adopt(std::span<const std::int64_t> shots) {
    for (const std::int64_t shot : shots) steps_.at(static_cast<std::size_t>(shot)) = plan_.decision.steps;
}

void ShotFiles::remove() noexcept {
    open_.reset();
    std::error_code ignored;
    for (std::int64_t shot = 0; shot < shots(); ++shot) std::filesystem::remove(folder_ / name(shot), ignored);
    std::filesystem::remove(folder_ / "shots", ignored);  // only if it is empty now
}

std::vector<double> ShotFiles::block(std::int64_t shot, std::int64_t first, std::int64_t count) const {
    if (steps(shot) == 0) return {};
    if (shot != open_shot_) {
        open_ = std::make_unique<Hdf5Reader>(folder_ / name(shot));
        open_shot_ = shot;
    }
    return open_->block("/traces/pressure", {0, first, 0}, {1, count, steps(shot)});
}

}  // namespace wavesim

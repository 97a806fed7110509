// SPDX-License-Identifier: MIT
#include "io/result/shot_record.hpp"

#include <fmt/format.h>

#include "io/result/planned_files.hpp"

namespace wavesim {

ShotRecord::ShotRecord(const PlanView& plan, const std::filesystem::path& folder)
    : planned_(plan), plan_(plan.outline()), folder_(folder) {
    clear();
}

void ShotRecord::clear() {
    samples_.clear();
    correction_ = Correction::due;
    snapshots_.clear();
    if (wants_pictures(plan_)) pictures_ = std::make_unique<PendingPictures>(planned_, folder_);
}

/// Allocates the exact size instead of doubling, since the forecast counts each sample once.
void ShotRecord::make_room() {
    samples_.reserve(static_cast<std::size_t>(plan_.decision.steps_run()) * plan_.scene.receivers.size());
}

void ShotRecord::add_samples(std::span<const double> values) {
    if (samples_.empty()) make_room();
    samples_.insert(samples_.end(), values.begin(), values.end());
}

double ShotRecord::correct(const TraceCorrection& correction) {
    correction_ = Correction::done;
    return correction(samples_);
}

void ShotRecord::leave_uncorrected() {
    correction_ = Correction::left_out;
    const std::int64_t most = (plan_.decision.steps - 1) * receivers();
    if (std::ssize(samples_) > most) samples_.resize(static_cast<std::size_t>(most));
}

std::vector<StateArray> ShotRecord::state() { return state(steps(0), static_cast<std::int64_t>(snapshots_.size())); }

std::vector<StateArray> ShotRecord::state_as_in(const StateSource& source) {
    const std::int64_t steps = rows_in(source, "samples");
    const std::int64_t snapshots = rows_in(source, "snapshots");
    if (steps > plan_.decision.steps_run() ||
        snapshots > (plan_.decision.snapshots ? plan_.decision.snapshots->count : 0))
        throw StateError(fmt::format("the state has {} samples per trace and {} snapshots, more than are planned",
                                     steps, snapshots));
    return state(steps, snapshots);
}

std::vector<StateArray> ShotRecord::state(std::int64_t steps, std::int64_t snapshots) {
    static_assert(sizeof(Snapshot) == 2 * sizeof(std::int64_t));
    std::vector<StateArray> arrays{
        {{"samples", ElementType::float64, {steps, receivers()}},
         [this](StateSink& sink) { save_memory(sink, std::as_bytes(std::span(samples_))); },
         [this, steps](StateSource& source) {
             make_room();
             samples_.resize(static_cast<std::size_t>(steps * receivers()));
             load_memory(source, std::as_writable_bytes(std::span(samples_)));
         }},
        {{"snapshots", ElementType::int64, {snapshots, 2}},  // index, step
         [this](StateSink& sink) { save_memory(sink, std::as_bytes(std::span(snapshots_))); },
         [this, snapshots](StateSource& source) {
             snapshots_.resize(static_cast<std::size_t>(snapshots));
             load_memory(source, std::as_writable_bytes(std::span(snapshots_)));
         }}};
    if (!pictures_) return arrays;
    for (StateArray& array : pictures_->state(snapshots)) arrays.push_back(std::move(array));
    return arrays;
}

}  // namespace wavesim

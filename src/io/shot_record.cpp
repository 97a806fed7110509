// SPDX-License-Identifier: MIT
#include "io/shot_record.hpp"

#include "io/planned_files.hpp"

namespace wavesim {

ShotRecord::ShotRecord(const Plan& plan, const std::filesystem::path& folder) : plan_(plan), folder_(folder) {
    clear();
}

void ShotRecord::clear() {
    samples_.clear();
    snapshots_.clear();
    if (wants_pictures(plan_)) pictures_ = std::make_unique<PendingPictures>(plan_, folder_);
}

void ShotRecord::add_samples(std::span<const double> values) {
    if (samples_.empty())  // no growth by doubling: the forecast counts each sample once
        samples_.reserve(static_cast<std::size_t>(plan_.decision.steps) * plan_.scene.receivers.size());
    samples_.insert(samples_.end(), values.begin(), values.end());
}

void ShotRecord::add_plane(std::span<const double> values) {
    if (pictures_) pictures_->add(values);
}

}  // namespace wavesim

// SPDX-License-Identifier: MIT
#include "io/pending_pictures.hpp"

#include <algorithm>
#include <vector>

namespace wavesim {

PendingPictures::PendingPictures(const Plan& plan, const std::filesystem::path& folder)
    : view_(slice_view(plan)), spool_(folder, static_cast<std::size_t>(view_.across * view_.up), folder / "pictures") {}

void PendingPictures::add(std::span<const double> values) {
    const std::vector<float> plane(values.begin(), values.end());
    spool_.add(plane);
    scale_pa_ = std::max(scale_pa_, picture_peak(view_, plane));
}

std::string PendingPictures::png(std::size_t i, double time_s) const {
    return draw_slice(view_, spool_.read(i), scale_pa_ > 0 ? scale_pa_ : 1, time_s).png();
}

}  // namespace wavesim

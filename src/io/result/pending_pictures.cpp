// SPDX-License-Identifier: MIT
#include "io/result/pending_pictures.hpp"

#include <algorithm>

#include "io/result/slice_view.hpp"

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

std::vector<StateArray> PendingPictures::state(std::int64_t planes) {
    return {{{"planes", ElementType::float32, {planes, view_.up, view_.across}},
             [this, planes](StateSink& sink) {
                 for (std::int64_t i = 0; i < planes; ++i)
                     save_memory(sink, std::as_bytes(std::span<const float>(spool_.read(static_cast<std::size_t>(i)))));
             },
             [this, planes](StateSource& source) {
                 std::vector<float> plane(static_cast<std::size_t>(view_.across * view_.up));
                 for (std::int64_t i = 0; i < planes; ++i) {
                     load_memory(source, std::as_writable_bytes(std::span(plane)));
                     spool_.add(plane);
                 }
             }},
            state_value("darkest_pa", scale_pa_)};
}

}  // namespace wavesim

// SPDX-License-Identifier: MIT
#include "io/result/pending_pictures.hpp"

#include <algorithm>

#include "io/result/slice_view.hpp"

namespace wavesim {

PendingPictures::PendingPictures(const PlanView& plan, const std::filesystem::path& folder)
    : view_(slice_view(plan)), waiting_(folder, folder / "pictures") {}

void PendingPictures::add(std::span<const double> values) {
    const std::vector<float> plane(values.begin(), values.end());
    const std::int64_t place = waiting_.add(std::as_bytes(std::span(plane)));
    const std::lock_guard lock(mutex_);
    planes_.push_back({place, {}, {}});
}

std::vector<float> PendingPictures::read(std::size_t i) const {
    std::vector<float> plane(static_cast<std::size_t>(view_.across * view_.up));
    const std::int64_t place = [&] {
        const std::lock_guard lock(mutex_);
        return planes_.at(i).place;
    }();
    waiting_.read(place, std::as_writable_bytes(std::span(plane)));
    return plane;
}

/// Updates the darkest colour with a plane.
double PendingPictures::find_peak(std::size_t i, std::span<const float> plane) {
    const double peak_pa = picture_peak(view_, plane);
    const std::lock_guard lock(mutex_);
    planes_[i].peak_pa = peak_pa;
    scale_so_far_pa_ = std::max(scale_so_far_pa_, peak_pa);
    return scale_so_far_pa_;
}

std::string PendingPictures::draw(std::span<const float> plane, double scale_pa, double time_s) const {
    return draw_slice(view_, plane, scale_pa > 0 ? scale_pa : 1, time_s).png();
}

void PendingPictures::draw_ahead(WorkerPool& pool, double time_s) {
    if (!pool.idle()) return;
    pool.post([this, i = planes_.size() - 1, time_s] {
        const std::vector<float> plane = read(i);
        const double scale_pa = find_peak(i, plane);
        const std::string bytes = draw(plane, scale_pa, time_s);
        const std::int64_t place = waiting_.add(std::as_bytes(std::span(bytes)));
        const std::lock_guard lock(mutex_);
        planes_[i].drawn = Drawn{scale_pa, place, bytes.size()};
    });
}

void PendingPictures::settle(WorkerPool& pool) {
    for (std::size_t i = 0; i < planes_.size(); ++i) {
        const bool known = [&] {
            const std::lock_guard lock(mutex_);
            return planes_[i].peak_pa.has_value();
        }();
        if (!known) pool.post([this, i] { find_peak(i, read(i)); });
    }
    pool.wait();
    scale_pa_ = scale_so_far_pa_;
}

std::string PendingPictures::png(std::size_t i, double time_s) const {
    const std::optional<Drawn>& drawn = planes_.at(i).drawn;
    if (!drawn || drawn->scale_pa != scale_pa_) return draw(read(i), scale_pa_, time_s);
    std::string bytes(drawn->size, '\0');
    waiting_.read(drawn->place, std::as_writable_bytes(std::span(bytes)));
    return bytes;
}

std::vector<StateArray> PendingPictures::state(std::int64_t planes) {
    return {{{"planes", ElementType::float32, {planes, view_.up, view_.across}},
             [this, planes](StateSink& sink) {
                 for (std::int64_t i = 0; i < planes; ++i)
                     save_memory(sink, std::as_bytes(std::span<const float>(read(static_cast<std::size_t>(i)))));
             },
             [this, planes](StateSource& source) {
                 std::vector<float> plane(static_cast<std::size_t>(view_.across * view_.up));
                 for (std::int64_t i = 0; i < planes; ++i) {
                     load_memory(source, std::as_writable_bytes(std::span(plane)));
                     planes_.push_back({waiting_.add(std::as_bytes(std::span(plane))), 0.0, {}});  // lighter than the
                                                                                                   // darkest colour
                 }
             }},
            state_value("darkest_pa", scale_so_far_pa_)};
}

}  // namespace wavesim

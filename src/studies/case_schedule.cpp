// SPDX-License-Identifier: MIT
#include "studies/case_schedule.hpp"

#include <algorithm>
#include <numeric>

namespace wavesim {

int cases_at_once(const std::vector<CaseForecast>& cases, const CaseResources& resources) {
    std::vector<std::int64_t> memory;
    int on_cpu = 0, on_gpu = 0;
    for (const CaseForecast& one : cases) {
        memory.push_back(one.memory_bytes);
        ++(one.on_gpu ? on_gpu : on_cpu);
    }
    int most = std::min(on_cpu, resources.cores);
    most += std::min(on_gpu, resources.gpus * resources.cases_per_gpu);
    if (resources.most_at_once > 0) most = std::min(most, resources.most_at_once);
    std::ranges::sort(memory, std::greater<>());
    int fit = 0;
    std::int64_t used = 0;
    for (const std::int64_t bytes : memory) {
        used += bytes;
        if (used > resources.memory_bytes) break;
        ++fit;
    }
    return std::max(1, std::min(most, fit));
}

CaseSchedule::CaseSchedule(std::vector<CaseForecast> cases, const CaseResources& resources)
    : cases_(std::move(cases)),
      resources_(resources),
      waiting_(cases_.size()),
      on_gpu_(static_cast<std::size_t>(std::max(0, resources.gpus))) {
    std::iota(waiting_.rbegin(), waiting_.rend(), 0);
}

std::optional<int> CaseSchedule::free_gpu() const {
    const auto least = std::ranges::min_element(on_gpu_);
    if (least == on_gpu_.end() || *least >= resources_.cases_per_gpu) return {};
    return static_cast<int>(least - on_gpu_.begin());
}

CaseSchedule::Start CaseSchedule::hand_out(std::vector<std::size_t>::reverse_iterator place, int gpu) {
    const Start start{*place, gpu};
    waiting_.erase(std::next(place).base());
    memory_ += cases_[start.number].memory_bytes;
    ++running_;
    if (gpu >= 0) ++on_gpu_[static_cast<std::size_t>(gpu)];
    return start;
}

std::optional<CaseSchedule::Start> CaseSchedule::next() {
    for (auto place = waiting_.rbegin(); place != waiting_.rend(); ++place) {
        const CaseForecast& one = cases_[*place];
        if (running_ > 0 && memory_ + one.memory_bytes > resources_.memory_bytes) continue;
        if (!one.on_gpu) return hand_out(place, -1);
        if (const std::optional<int> gpu = free_gpu()) return hand_out(place, *gpu);
    }
    return {};
}

std::optional<CaseSchedule::Start> CaseSchedule::next_short(double most_seconds) {
    const auto place = std::ranges::find_if(waiting_.rbegin(), waiting_.rend(), [&](std::size_t number) {
        const CaseForecast& one = cases_[number];
        return !one.on_gpu && one.seconds <= most_seconds && memory_ + one.memory_bytes <= resources_.memory_bytes;
    });
    if (place == waiting_.rend()) return {};
    return hand_out(place, -1);
}

void CaseSchedule::end(const Start& start) {
    memory_ -= cases_[start.number].memory_bytes;
    --running_;
    if (start.gpu >= 0) --on_gpu_[static_cast<std::size_t>(start.gpu)];
}

void CaseSchedule::put_back(const Start& start) {
    end(start);
    waiting_.push_back(start.number);
}

}  // namespace wavesim

// SPDX-License-Identifier: MIT
#include "studies/case_schedule.hpp"

#include <algorithm>
#include <numeric>
#include <utility>

namespace wavesim {

int cases_at_once(const std::vector<CaseForecast>& cases, const CaseResources& resources) {
    std::vector<std::int64_t> memory;
    std::vector<int> gpus;
    int on_cpu = 0;
    for (const CaseForecast& one : cases) {
        memory.push_back(one.memory_bytes);
        if (one.on_gpu)
            gpus.push_back(std::min(one.gpus, resources.gpus));
        else
            ++on_cpu;
    }
    int most = std::min(on_cpu, resources.cores);
    std::ranges::sort(gpus);
    int places = resources.gpus * resources.cases_per_gpu;
    for (const int wanted : gpus) {
        places -= wanted;
        if (places < 0 || wanted == 0) break;
        ++most;
    }
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

/// The GPUs with the fewest cases; empty if not so many are free.
std::vector<int> CaseSchedule::free_gpus(int count) const {
    std::vector<int> gpus(on_gpu_.size());
    std::iota(gpus.begin(), gpus.end(), 0);
    const auto load = [this](int gpu) { return on_gpu_[static_cast<std::size_t>(gpu)]; };
    std::ranges::stable_sort(gpus, {}, load);
    const auto wanted = std::min(gpus.size(), static_cast<std::size_t>(std::max(1, count)));
    if (wanted == 0 || load(gpus[wanted - 1]) >= resources_.cases_per_gpu) return {};
    gpus.resize(wanted);
    std::ranges::sort(gpus);
    return gpus;
}

CaseSchedule::Start CaseSchedule::hand_out(std::vector<std::size_t>::reverse_iterator place, std::vector<int> gpus) {
    Start start{*place, std::move(gpus)};
    waiting_.erase(std::next(place).base());
    memory_ += cases_[start.number].memory_bytes;
    ++running_;
    for (const int gpu : start.gpus) ++on_gpu_[static_cast<std::size_t>(gpu)];
    return start;
}

std::optional<CaseSchedule::Start> CaseSchedule::next() {
    bool gpus_wanted = false;  // by a case that waits for them
    for (auto place = waiting_.rbegin(); place != waiting_.rend(); ++place) {
        const CaseForecast& one = cases_[*place];
        if (running_ > 0 && memory_ + one.memory_bytes > resources_.memory_bytes) continue;
        if (!one.on_gpu) return hand_out(place, {});
        if (gpus_wanted) continue;
        if (std::vector<int> gpus = free_gpus(one.gpus); !gpus.empty()) return hand_out(place, std::move(gpus));
        gpus_wanted = true;
    }
    return {};
}

std::optional<CaseSchedule::Start> CaseSchedule::next_short(double most_seconds) {
    const auto place = std::ranges::find_if(waiting_.rbegin(), waiting_.rend(), [&](std::size_t number) {
        const CaseForecast& one = cases_[number];
        return !one.on_gpu && one.seconds <= most_seconds && memory_ + one.memory_bytes <= resources_.memory_bytes;
    });
    if (place == waiting_.rend()) return {};
    return hand_out(place, {});
}

void CaseSchedule::end(const Start& start) {
    memory_ -= cases_[start.number].memory_bytes;
    --running_;
    for (const int gpu : start.gpus) --on_gpu_[static_cast<std::size_t>(gpu)];
}

void CaseSchedule::put_back(const Start& start) {
    end(start);
    waiting_.push_back(start.number);
}

}  // namespace wavesim

// SPDX-License-Identifier: MIT
#include "stencils/gpu/common/device_pages.hpp"

namespace wavesim {

namespace {

constexpr std::int64_t page = std::int64_t{2} << 20;

}  // namespace

std::int64_t trace_capacity(const StencilProblem& problem) {
    const std::int64_t receivers = std::max<std::int64_t>(1, std::ssize(problem.receivers));
    return std::clamp<std::int64_t>((std::int64_t{64} << 20) / (8 * receivers), 2, 65536);
}

std::int64_t device_pages(const std::vector<std::int64_t>& sizes) {
    const auto up = [](std::int64_t size, std::int64_t unit) { return (size + unit - 1) / unit * unit; };
    std::int64_t large = 0;
    std::int64_t small = 0;
    for (const std::int64_t size : sizes) (size >= page / 2 ? large : small) += up(size, size >= page / 2 ? page : 512);
    return large + up(small, page);
}

}  // namespace wavesim

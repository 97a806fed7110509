// SPDX-License-Identifier: MIT
#include "app/exact_comparison.hpp"

#include <utility>

#include "stencils/backend/stopwatch.hpp"

namespace wavesim {

namespace {

struct Stopped {};

constexpr double look_interval_s = 0.2;

}  // namespace

bool wants_comparison(const PlanOutline& plan, const ResultWriter& writer) {
    return plan.scene.outputs.compare != ExactReference::none && !writer.samples().empty();
}

std::optional<Comparison> compare_result(const PlanOutline& plan, ResultWriter& writer, RunConsole& console,
                                         const std::atomic<bool>& stop) {
    const Stopwatch comparing;
    double looked_s = 0;
    const auto look = [&](double fraction) {
        if (stop.load()) throw Stopped{};
        const double now_s = comparing.seconds();
        if (now_s - looked_s < look_interval_s) return;
        looked_s = now_s;
        console.comparing({fraction, now_s});
    };
    Comparison comparison;
    try {
        comparison = compare_with_exact(plan, writer.samples(), look);
    } catch (const Stopped&) {
        return {};
    }
    ResultComparison stored{comparison.reference, comparison.exact, {}};
    for (const ReceiverComparison& row : comparison.receivers) stored.relative_error.push_back(row.relative_error);
    writer.compare_with(std::move(stored));
    return comparison;
}

}  // namespace wavesim

// SPDX-License-Identifier: MIT
#include "app/run_summary.hpp"

#include <fmt/core.h>
#include <malloc.h>
#include <sys/resource.h>

#include <fstream>

#include "app/field_text.hpp"
#include "app/quantity_text.hpp"
#include "app/shot_word.hpp"
#include "io/shown_field.hpp"
#include "solvers/scene/survey.hpp"

namespace wavesim {

std::int64_t peak_memory() {
    // Not from getrusage(2), which includes the memory of the parent process before exec.
    std::ifstream status("/proc/self/status");
    const std::string label = "VmHWM:";
    for (std::string word; status >> word;) {
        std::int64_t kilobytes = 0;
        if (word == label && status >> kilobytes) return kilobytes * 1024;
    }
    rusage usage{};
    getrusage(RUSAGE_SELF, &usage);
    return static_cast<std::int64_t>(usage.ru_maxrss) * 1024;
}

void forget_peak_memory() {
    // Linux resets the high-water mark of resident memory (proc(5)); failure is harmless.
    constexpr std::size_t little = 8 << 20;
    if (mallinfo2().fordblks > little) malloc_trim(0);  // freed arrays that the allocator has kept
    std::ofstream("/proc/self/clear_refs") << '5';
}

namespace {

/// Adds the rows that only a run on a GPU has.
template <class Row>
void add_gpu(const Row& row, const PlanOutline& plan, const RunReport& report, const RunCost& cost) {
    const BackendFacts& facts = report.facts;
    if (plan.decision.slabs.any())
        row("Devices", fmt::format("{} GPUs shared the grid, from {} to {}; forecast {} of the memory of each at most",
                                   plan.decision.slabs.slabs.size(), plan.decision.slabs.slabs.front().device,
                                   plan.decision.slabs.slabs.back().device, bytes_text(plan.forecast.memory.device)));
    else
        row("Device", fmt::format("{} ({}), forecast {} of its memory", cost.gpu->name, cost.gpu->index,
                                  bytes_text(plan.forecast.memory.device)));
    row("", fmt::format("context {}; then first step after {}, {}", duration_text(cost.gpu->context_s),
                        duration_text(report.setup_s + report.first_step_s),
                        facts.kernels_from_cache ? std::string("kernels from the cache")
                                                 : "kernels compiled in " + duration_text(facts.compile_s)));
    const PlannedRegion& region = plan.decision.regions.at(0);
    if (region.steps_together > 1)
        row("Passes",
            facts.tile == region.tile
                ? fmt::format("{} steps per pass over memory, {:.0f} % of the nodes", region.steps_together,
                              100.0 * static_cast<double>(region.nodes()) / static_cast<double>(plan.grid().nodes()))
                : "none: the GPU cannot hold all blocks of a pass at once, so it did single steps");
    if (cost.joules)
        row("Energy", fmt::format("{}, {} per node and step", si_text(*cost.joules, "J"),
                                  si_text(*cost.joules / (static_cast<double>(report.steps_run) *
                                                          static_cast<double>(plan.grid().nodes())),
                                          "J")));
    else
        row("Energy", "not available: " + cost.no_joules);
}

}  // namespace

std::string cost_text(const PlanOutline& plan, const RunReport& report, const RunCost& cost) {
    std::string text;
    const auto row = [&text](const std::string& label, const std::string& value) {
        text += fmt::format("{:<12}{}\n", label, value);
    };
    const std::int64_t shots = shot_count(plan.scene);
    if (shots > 1) {
        std::string counts = fmt::format(
            "{} of {}", plan.decision.steps > 0 ? (report.steps_before + report.steps_done) / plan.decision.steps : 0,
            shots);
        if (report.steps_before > 0)
            counts += fmt::format(", {} of them from an earlier run", report.steps_before / plan.decision.steps);
        row(std::string_view(shot_word(plan.scene)) == "shot" ? "Shots" : "Sources", counts);
    }
    row("Steps",
        fmt::format(
            "{} of {}, {} of sound{}", count_text(report.steps_done), count_text(plan.decision.steps * shots),
            si_text(static_cast<double>(report.steps_done) * plan.decision.time_step_s, "s"),
            report.resumed_at == 0 ? "" : fmt::format("; {} by an earlier run", count_text(report.resumed_at))));
    if (report.resumable) row("", "the state is saved: the same command goes on");
    row("Time", fmt::format("steps {}, set-up {}, looking at the field {}, writing while stepping {}",
                            duration_text(report.step_loop_s), duration_text(report.setup_s),
                            duration_text(report.health_s), duration_text(report.output_s)));
    row("", fmt::format("scene {}, plan {}, measuring memory {}", duration_text(cost.read_s),
                        duration_text(cost.plan_s), duration_text(cost.measure_s)));
    if (report.ctpn_s > 0) {
        std::string speed = fmt::format("{} per node and step (CTPN), {}", si_text(report.ctpn_s, "s"),
                                        si_text(1 / report.ctpn_s, "node/s"));
        const double rate = cost.gpu ? cost.gpu->triad.of(plan.decision.shape.precision) : cost.triad_bytes_per_s;
        const std::int64_t fields = 2 * plan.grid().nodes() * bytes_of(plan.decision.shape.precision);
        if (!cost.gpu && fields <= cost.cache_bytes) {
            speed += ", from fields in the cache";
        } else if (rate > 0) {
            // The floor F: an in-place triad moves three values per node (two reads, one write).
            const double floor_s = 3 * static_cast<double>(bytes_of(plan.decision.shape.precision)) / rate;
            speed +=
                fmt::format(", {:.0f} % of the memory rate ({})", 100 * floor_s / report.ctpn_s, si_text(rate, "B/s"));
        }
        row("Speed", speed);
    }
    const ShownField field = shown_field(plan.scene);
    if (!plan.scene.receivers.empty())
        row("Peak", report.peak_pa > 0
                        ? fmt::format("{}, the largest {} at a receiver", field_value_text(report.peak_pa, field.units),
                                      plan.scene.medium.physics ? field.name : "pressure")
                        : "no sound at any receiver");
    if (cost.gpu) add_gpu(row, plan, report, cost);
    row("Backend", report.isa.empty() ? report.backend : fmt::format("{} ({})", report.backend, report.isa));
    if (!plan.report.chosen_by.empty()) row("", plan.report.chosen_by);
    return text;
}

Bound bound_of(const RunReport& report, double writing_s, const WritingEffort& effort) {
    if (report.step_loop_s >= report.output_s + writing_s) return Bound::steps;
    return effort.encoding_s > effort.disk_s ? Bound::encoding : Bound::disk;
}

const char* word_of(Bound bound) {
    switch (bound) {
        case Bound::steps: return "steps";
        case Bound::disk: return "disk";
        case Bound::encoding: return "encoding";
    }
    return "";
}

std::string effort_text(const PlanOutline& plan, std::int64_t peak_bytes, double total_s, double write_s, Bound bound) {
    const char* const by = bound == Bound::steps  ? "its steps"
                           : bound == Bound::disk ? "the disk"
                                                  : "drawing pictures and making sound files";
    return fmt::format(
        "Took {} in all, {} of it to write the results, and {} of memory at the peak (forecast {}). Bound by {}.\n",
        duration_text(total_s), duration_text(write_s), bytes_text(peak_bytes),
        bytes_text(plan.forecast.memory.total()), by);
}

}  // namespace wavesim

// SPDX-License-Identifier: MIT
// Fields that stay on chip for many steps, on the emulator with all blocks at once.
#pragma once
#include "emulated_steps.hpp"
#include "stencils/gpu/resident/resident.cuh"
#include "stencils/gpu/resident/resident_lists.hpp"
#include "stencils/gpu/temporal/temporal_points.cuh"

namespace wavesim {

template <class Spec>
ScalarProblem room_on_chip(std::uint64_t seed) {
    std::mt19937_64 random(seed);
    ScalarProblem problem = furnished(Spec::tiling().extent, Spec::stencil(), random);
    problem.precision = Precision::float32;
    problem.halo = Spec::sides();
    // Corrections read neighbours of their node, not the first row of the next plane.
    const Corrections all = std::exchange(problem.walls.corrections, {});
    for (std::size_t i = 0; i < all.size(); ++i) {
        const auto is_neighbour = [&](const Corrections::Term& term) {
            return std::abs(node_at(problem.extent, all.node(i) + term.offset).y -
                            node_at(problem.extent, all.node(i)).y) <= 1;
        };
        if (std::ranges::all_of(all.terms(i), is_neighbour)) problem.walls.corrections.add(all.node(i), all, i);
    }
    return problem;
}

template <class Spec>
std::vector<double> noise_on_chip(const ScalarProblem& problem) {
    std::mt19937_64 random(4);
    std::uniform_real_distribution<float> draw(-1, 1);
    std::vector<double> start(static_cast<std::size_t>(problem.extent.nodes()));
    for (std::size_t i = 0; i < start.size(); ++i)
        start[i] =
            in_spans(problem.walls.solids, static_cast<std::int64_t>(i)) ? 0.0 : static_cast<double>(draw(random));
    return start;
}

/// A launch of some steps, and what is around it.
template <class Spec, class Rule = kernels::DifferentWords>
struct ChipRun {
    using Kernel = kernels::Resident<Spec, Rule>;
    const ScalarProblem& problem;
    DeviceLayout layout;
    ResidentLists chip;
    std::array<std::vector<float>, 2> fields, spare;
    EmulatedLists<float> lists;
    std::vector<kernels::ExchangeWord> words;
    std::vector<float> samples;
    kernels::Int64 given_up = 0, patience = kernels::Int64{1} << 60, step = 0;
    std::function<bool()> stays_away = [] { return false; };

    ChipRun(const ScalarProblem& asked, const std::vector<double>& start, int steps)
        : problem(asked),
          layout(device_layout(asked.extent, asked.precision)),
          chip(resident_lists(asked, Spec::tiling(),
                              merge_nodes(asked, layout, RowEndMover::passes, Spec::tiling().node_blocks()))),
          lists(asked, layout, chip.table, steps) {
        for (auto* levels : {&fields, &spare})
            for (auto& level : *levels) level.assign(static_cast<std::size_t>(layout.values), 0);
        for (std::int64_t i = 0; i < asked.extent.nodes(); ++i)
            fields[0][static_cast<std::size_t>(layout.offset(i))] =
                static_cast<float>(start[static_cast<std::size_t>(i)]);
        lists.keep(fields[0]);
        samples.assign(static_cast<std::size_t>(steps) * chip.heard.size() + 1, NAN);
    }

    void launch(int steps, std::uint64_t seed) {
        ASSERT_EQ(Spec::tiling().items(), Spec::items);
        ASSERT_EQ(Spec::tiling().blocks(), Spec::blocks);
        ASSERT_EQ(Spec::tiling().shared_bytes(), Kernel::shared_bytes);
        words.assign(2UL * Spec::blocks * Spec::items, kernels::reserved_word());
        const auto parity = static_cast<std::size_t>(step % 2);
        kernels::ResidentArguments<float> a{};
        a.now = fields[parity].data(), a.before = fields[1 - parity].data();
        a.last = spare[0].data(), a.last_but_one = spare[1].data();
        a.pitch = static_cast<int>(layout.pitch), a.plane = layout.plane;
        a.passes = lists.at(0, nullptr, nullptr);
        for (std::size_t p : {0UL, 1UL}) a.kept[p] = lists.at(p, nullptr, nullptr).before;
        a.block = chip.blocks.data(), a.exchange = chip.exchanges.data(), a.words = words.data();
        a.heard = chip.heard.data(), a.samples = samples.data(), a.heard_nodes = static_cast<int>(chip.heard.size());
        a.steps = steps, a.step = step, a.given_up = &given_up, a.patience_ns = patience;
        emulator::BlockEmulator emulator(seed);
        for (const auto* levels : {&fields, &spare})
            for (const auto& level : *levels) emulator.allow(level.data(), level.size());
        emulator.allow(words.data(), words.size());
        emulator.allow(samples.data(), samples.size());
        emulator.allow(&given_up, 1);
        emulator.launch_together(Spec::blocks, 1, 1, Kernel::threads, Kernel::shared_bytes, [&] {
            if (!stays_away()) emulator::run_or_enter<Kernel, Spec>(a);
        });
        settle(a);
    }
    /// What the launches after it do.
    void settle(const kernels::ResidentArguments<float>& a) {
        const auto last = static_cast<std::size_t>((step + a.steps) % 2);
        kernels::LevelCopies<float> copies{};
        for (std::size_t copy : {0UL, 1UL}) {
            copies.from[copy] = spare[copy].data();
            copies.to[copy] = fields[copy == 0 ? last : 1 - last].data();
            copies.count[copy] = layout.values;
        }
        copies.copies = 2, copies.blocks = 3, copies.given_up = &given_up;
        copies.reached = &step, copies.step = step + a.steps;
        emulator::BlockEmulator emulator(2);
        for (const auto* levels : {&fields, &spare})
            for (const auto& level : *levels) emulator.allow(level.data(), level.size());
        emulator.allow(&given_up, 1);
        emulator.launch_together(3, 1, 1, 64, 0, [&] { kernels::copy_levels(copies); });
        kernels::Int64 counts[2] = {0, 0};
        const kernels::SampleArguments<float> taken{a.samples,
                                                    a.heard_nodes,
                                                    a.passes.receiver_first,
                                                    a.passes.receiver_weight,
                                                    a.passes.receivers,
                                                    a.steps,
                                                    a.passes.traces,
                                                    a.passes.trace_start,
                                                    a.step,
                                                    counts};
        emulator.launch(a.passes.receivers * a.steps, 1, 1, kernels::pass_threads, kernels::pass_threads * 8,
                        [&] { kernels::finish_pass(taken); });
    }
};

inline std::int64_t other_bits(const std::array<std::vector<float>, 2>& a, const std::array<std::vector<float>, 2>& b) {
    std::int64_t other = 0;
    for (std::size_t level : {0UL, 1UL})
        for (std::size_t i = 0; i < a[level].size(); ++i)
            other += std::memcmp(&a[level][i], &b[level][i], sizeof(float)) != 0;
    return other;
}

}  // namespace wavesim

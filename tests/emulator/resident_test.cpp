// SPDX-License-Identifier: MIT
// Fields that stay on chip for many steps, on the emulator with all blocks at once: furnished rooms bit for bit as by
// one launch per step, and faults of the exchange that are planted and found.
#include <gtest/gtest.h>

#include "emulated_chip.hpp"

namespace wavesim {
namespace {

using kernels::ExchangeWord;

struct HalfSides {
    static constexpr int halo[6] = {1, 1, 1, 1, 1, 1};
};
struct OtherSides {
    static constexpr int halo[6] = {2, 1, 1, 2, 2, 1};
};

/// A grid of NX x NY x NZ nodes in BY x BZ blocks, and the same by one launch per step.
template <Set set, int NX, int NY, int NZ, int BY, int BZ, class Sides = HalfSides>
struct OnChip : InOneLaunch<TestSpec<float, set, 1, 16, 4, 1, false>, 32, 4, 4, 1, false> {
    static constexpr int nx = NX, ny = NY, nz = NZ, blocks = BY * BZ;
    static constexpr int tile_y = (NY + BY - 1) / BY, tile_z = (NZ + BZ - 1) / BZ, packs = (NX + 3) / 4;
    static constexpr int threads = (packs * tile_y + 31) / 32 * 32;
    static constexpr int items = packs * (2 * (tile_y + tile_z) + (set == Set::star ? 0 : 4));
    static constexpr int halo_x_low = Sides::halo[0], halo_x_high = Sides::halo[1];
    static constexpr int halo_y_low = Sides::halo[2], halo_y_high = Sides::halo[3];
    static constexpr int halo_z_low = Sides::halo[4], halo_z_high = Sides::halo[5];
    using Single = InOneLaunch<TestSpec<float, set, 1, 16, 4, 1, false>, 32, 4, 4, 1, false>;

    static ResidentTiling tiling() { return {{NX, NY, NZ}, set != Set::star, BY, BZ}; }
    static SideRules sides() {
        SideRules rules;
        for (std::size_t side = 0; side < 6; ++side) rules[side] = static_cast<HaloRule>(Sides::halo[side]);
        return rules;
    }
};

template <class Spec>
class ResidentOnEmulator : public ::testing::Test {};
using Rooms =
    ::testing::Types<OnChip<Set::star, 23, 13, 11, 1, 1>, OnChip<Set::star, 23, 13, 11, 3, 2>,
                     OnChip<Set::star, 17, 11, 13, 2, 5, OtherSides>, OnChip<Set::box, 23, 13, 11, 2, 3>,
                     OnChip<Set::box, 20, 11, 13, 5, 1, OtherSides>, OnChip<Set::ball, 17, 19, 9, 3, 3, OtherSides>>;
TYPED_TEST_SUITE(ResidentOnEmulator, Rooms);

/// Launches of several lengths, from even and odd steps.
TYPED_TEST(ResidentOnEmulator, HasTheBitsOfOneLaunchPerStep) {
    constexpr int steps = 9;
    const ScalarProblem problem = room_on_chip<TypeParam>(17);
    const std::vector<double> start = noise_on_chip<TypeParam>(problem);
    StepRun<typename TypeParam::Single> single(problem, start, whole_step_blocks(TypeParam::tile(), problem.extent),
                                               steps);
    single.in_one_launch(steps, 5, {});
    for (const std::uint64_t seed : {std::uint64_t{6}, emulator::backwards}) {
        ChipRun<TypeParam> chip(problem, start, steps);
        for (const int together : {1, 5, 3}) chip.launch(together, seed);
        EXPECT_EQ(chip.step, steps);
        EXPECT_EQ(chip.given_up, 0);
        EXPECT_EQ(other_bits(chip.fields, single.fields), 0);
        EXPECT_EQ(chip.lists.traces, single.lists.traces);
    }
}

using Cut = OnChip<Set::box, 12, 12, 10, 2, 2>;

/// A room at rest in which one node moves after a while: equal packs, and such that follow them.
TEST(ResidentExchange, PassesPacksThatDoNotChange) {
    constexpr int steps = 14;
    ScalarProblem problem = room_on_chip<Cut>(18);
    problem.sources = {{{{Cut::tiling().extent.index(1, 1, 1)}, {1.0}}, {0, 0, 0, 0, 0, 1, 0, 0, 2}}};
    const std::vector<double> rest(static_cast<std::size_t>(problem.extent.nodes()), 0.0);
    StepRun<Cut::Single> single(problem, rest, whole_step_blocks(Cut::tile(), problem.extent), steps);
    single.in_one_launch(steps, 5, {});
    ChipRun<Cut> chip(problem, rest, steps);
    chip.launch(steps, 7);
    EXPECT_EQ(other_bits(chip.fields, single.fields), 0);
    EXPECT_NE(chip.fields[0], std::vector<float>(chip.fields[0].size(), 0.0f));
}

/// Sends the reserved word again where it stands already.
struct TwiceTheSameWord : kernels::DifferentWords {
    static bool reserves(const ExchangeWord& pack, const ExchangeWord& before, bool) {
        return kernels::equal_words(pack, before);
    }
};
/// Sends an equal pack as it is.
struct NoReservedWord : kernels::DifferentWords {
    static bool reserves(const ExchangeWord&, const ExchangeWord&, bool) { return false; }
};
/// Takes the reserved word for one that has come, whatever stood there.
struct TakesWhatStands : kernels::DifferentWords {
    static bool has_come(const ExchangeWord& word, const ExchangeWord& before, bool) {
        return kernels::equal_words(word, kernels::reserved_word()) || !kernels::equal_words(word, before);
    }
};

template <class Rule>
ChipRun<Cut, Rule> at_rest(const ScalarProblem& problem) {
    return {problem, std::vector<double>(static_cast<std::size_t>(problem.extent.nodes()), 0.0), 8};
}

TEST(ResidentExchange, WaitsForeverForAWordThatIsSentTwice) {
    const ScalarProblem problem = room_on_chip<Cut>(18);
    EXPECT_THROW(at_rest<TwiceTheSameWord>(problem).launch(8, 7), emulator::Violation);
}

TEST(ResidentExchange, WaitsForeverWhereTheReservedWordIsForgotten) {
    const ScalarProblem problem = room_on_chip<Cut>(18);
    EXPECT_THROW(at_rest<NoReservedWord>(problem).launch(8, 7), emulator::Violation);
}

/// Three blocks in a row that send each other packs out of few, so that packs often equal those of one, two or four
/// steps before. Returns how many packs are not those that were sent.
template <class Rule>
int wrong_packs(int steps, int kinds, std::uint64_t seed) {
    constexpr int items = 3, blocks = 3, level = 4 * 2 * items;
    std::mt19937_64 random(seed);
    std::uniform_int_distribution<int> draw(0, kinds - 1);
    std::vector<float> value(static_cast<std::size_t>(steps * blocks * items));
    for (float& of : value) of = static_cast<float>(draw(random));
    const auto sent = [&](int n, int block, int item) {
        return value[static_cast<std::size_t>((n * blocks + block) * items + item)];
    };
    // Blocks 0 and 1 exchange items 0 and 1, blocks 1 and 2 items 2 and 0.
    const std::array<std::vector<kernels::Exchange>, blocks> lists{
        {{{0, 3, 1 * items + 0}, {1, 4, 1 * items + 1}},
         {{0, 3, 0 * items + 0}, {1, 4, 0 * items + 1}, {2, 5, 2 * items + 0}},
         {{0, 3, 1 * items + 2}}}};
    std::vector<ExchangeWord> words(2 * blocks * items, kernels::reserved_word());
    kernels::Int64 given_up = 0;
    kernels::ResidentArguments<float> a{};
    a.words = words.data(), a.given_up = &given_up, a.patience_ns = kernels::Int64{1} << 60;
    emulator::BlockEmulator emulator(seed);
    emulator.allow(words.data(), words.size());
    emulator.allow(&given_up, 1);
    int wrong = 0;
    constexpr int shared = 2 * level * 4 + items * 16;
    emulator.launch_together(blocks, 1, 1, 32, shared, [&] {
        float* const levels = kernels::shared_memory<float>();
        auto* const before = reinterpret_cast<ExchangeWord*>(levels + 2 * level);
        const int block = kernels::block_x(), thread = kernels::thread_index();
        const auto& list = lists[static_cast<std::size_t>(block)];
        const auto count = static_cast<int>(list.size());
        if (thread < items) before[thread] = kernels::reserved_word();
        kernels::BlockExchange<32, items, Rule> exchange(a, count, before, list.data());
        for (int n = 0; n < steps; ++n) {
            float* const now = levels + n % 2 * level;
            float* const next = levels + (1 - n % 2) * level;
            if (thread < count)
                for (int i = 0; i < 4; ++i)
                    next[4 * list[static_cast<std::size_t>(thread)].from + i] = sent(n, block, thread);
            kernels::barrier();
            exchange.send(now, next, n % 2, blocks * items);
            exchange.receive(next, n % 2, blocks * items, block * items);
            kernels::barrier();
            if (thread >= count) continue;
            const kernels::Exchange& item = list[static_cast<std::size_t>(thread)];
            const float expected = sent(n, item.to / items, item.to % items);
            for (int i = 0; i < 4; ++i) wrong += next[4 * item.into + i] != expected;
        }
    });
    return wrong;
}

TEST(ResidentExchange, BringsEveryPackHoweverOftenPacksRepeat) {
    for (const int kinds : {1, 2, 3})
        for (const std::uint64_t seed : {1, 2, 3}) EXPECT_EQ(wrong_packs<kernels::DifferentWords>(150, kinds, seed), 0);
}

/// Each of the faults, as soon as packs repeat.
TEST(ResidentExchange, NeedsEveryPartOfItsRule) {
    EXPECT_THROW((void)wrong_packs<TwiceTheSameWord>(150, 2, 1), emulator::Violation);
    EXPECT_THROW((void)wrong_packs<NoReservedWord>(150, 2, 1), emulator::Violation);
    const auto taken = [] { return wrong_packs<TakesWhatStands>(150, 2, 1); };
    EXPECT_TRUE([&] {
        try {
            return taken() > 0;
        } catch (const emulator::Violation&) {
            return true;
        }
    }());
}

/// The packs at edges come last in the lists.
TEST(ResidentExchange, NeedsTheEdges) {
    const ScalarProblem problem = room_on_chip<Cut>(18);
    const std::vector<double> start = noise_on_chip<Cut>(problem);
    ChipRun<Cut> right(problem, start, 6);
    right.launch(6, 7);
    ChipRun<Cut> wrong(problem, start, 6);
    for (kernels::ResidentBlock& block : wrong.chip.blocks) block.exchanges -= Cut::packs;
    wrong.launch(6, 7);
    EXPECT_GT(other_bits(right.fields, wrong.fields), 0);
}

/// Every pack at a face or an edge goes once, to the place beyond it.
TEST(ResidentExchange, SendsEveryPackToItsPlaceBeyondTheOtherBlock) {
    for (const bool corners : {false, true}) {
        const ResidentTiling tiling{{23, 13, 11}, corners, 3, 2};
        const auto list = exchanges_of(tiling);
        const auto position = [&](int block, int pack) {
            const int row = tiling.step(0, 1, 0) / 4, plane = tiling.step(0, 0, 1) / 4;
            const kernels::ResidentBlock part = tiling.part(block);
            return Node{4 * (pack % row), part.y0 + pack % plane / row - 1, part.z0 + pack / plane - 1};
        };
        std::set<int> slots;
        for (int block = 0; block < tiling.blocks(); ++block)
            for (int i = 0; i < tiling.items(); ++i) {
                const kernels::Exchange& item = list[static_cast<std::size_t>(block * tiling.items() + i)];
                if (item.from == item.into) continue;
                const int other = item.to / tiling.items();
                const kernels::Exchange& there = list[static_cast<std::size_t>(item.to)];
                EXPECT_TRUE(slots.insert(item.to).second);
                EXPECT_EQ(there.to, block * tiling.items() + i);
                const Node sent = position(block, item.from), placed = position(other, there.into);
                EXPECT_EQ(std::tuple(sent.x, sent.y, sent.z), std::tuple(placed.x, placed.y, placed.z));
                EXPECT_EQ(tiling.block_of(sent), block);
            }
        // 6 packs of a row: 2 x 2 faces between parts along y, of 5 and 6 planes, 3 along z, of 4, 4 and 5 rows, and 4
        // edges, each twice.
        EXPECT_EQ(slots.size(), 2 * 6 * (2 * (5 + 6) + (4 + 4 + 5) + (corners ? 4 : 0)));
    }
}

/// A block that never comes: the launch ends, and the state before it is whole.
TEST(ResidentDeadline, EndsALaunchThatWaitsAndKeepsTheStateBeforeIt) {
    const ScalarProblem problem = room_on_chip<Cut>(18);
    const std::vector<double> start = noise_on_chip<Cut>(problem);
    ChipRun<Cut> chip(problem, start, 9);
    chip.launch(3, 7);
    const auto whole = chip.fields;
    chip.patience = 0;
    chip.stays_away = [] { return kernels::block_x() == 2; };
    chip.launch(4, 7);
    EXPECT_EQ(chip.given_up, 1);
    EXPECT_EQ(chip.step, 3);
    EXPECT_EQ(other_bits(chip.fields, whole), 0);
    chip.stays_away = [] { return false; };
    chip.launch(2, 7);  // one that was queued behind it does nothing
    EXPECT_EQ(chip.step, 3);
    EXPECT_EQ(other_bits(chip.fields, whole), 0);
}

}  // namespace
}  // namespace wavesim

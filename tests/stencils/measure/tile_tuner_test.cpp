// SPDX-License-Identifier: MIT
// Tiles are timed by planted times: what is the quickest is known.
#include "stencils/measure/tile_tuner.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <map>

#include "stencils/gpu/families/modelled_h200.hpp"
#include "stencils/rtc/kernel_error.hpp"

namespace wavesim::test {
namespace {

using ::testing::ElementsAre;

bool always() { return true; }

/// Two backends with the same bits, one with other bits, and one without a choice of tiles.
struct Table {
    std::vector<BackendEntry> rows;

    Table() {
        add("plain", {}, {});
        add("sweep", {{"8x8", 4e-12}, {"16x8", 3e-12}, {"32x8", 5e-12}}, "");
        add("other", {{"4x4", 1e-12}, {"8x4", 1e-12}}, "plain");
        add("copies", {{"8x8", 3.5e-12}, {"64x8", 2e-12}}, "sweep");
    }
    void add(const std::string& name, const std::vector<TileTime>& times, const std::string& same_bits_as) {
        MediumSupport support{.is_kind = is_kind<ScalarShape>,
                              .propose = [](const Inquiry&) { return Proposal{}; },
                              .open = nullptr,
                              .work = nullptr};
        if (!times.empty()) support.tile_times = [times](const StencilProblem&, const Machine&) { return times; };
        rows.push_back({name, "", {support}, "", true, same_bits_as});
    }
    std::vector<TileCandidate> candidates(std::size_t best) const {
        return tile_candidates(shape(), alike_backends(shape(), {}, rows), {}, best);
    }
    static ProblemShape shape() {
        return static_cast<const ProblemShape&>(box("leggy-2", {96, 80, 64}, Precision::float64));
    }
};

std::vector<std::string> names(const std::vector<TileCandidate>& candidates) {
    std::vector<std::string> texts;
    for (const TileCandidate& one : candidates) texts.push_back(one.backend->name + " " + one.tile);
    return texts;
}

/// Samples by name in ps, one after the other; the last one stays. Counts what is asked.
struct Planted {
    std::map<std::string, std::vector<double>> ps;
    std::map<std::string, int> spills = {};
    std::vector<std::string> asked = {};

    TileSample operator()(const ProblemShape&, const TileCandidate& candidate) {
        const std::string name = names({candidate}).front();
        const auto before = static_cast<std::size_t>(std::ranges::count(asked, name));
        asked.push_back(name);
        const std::vector<double>& all = ps.at(name);
        if (all.empty()) throw KernelError("it does not compile");
        return {1e-12 * all[std::min(before, all.size() - 1)], spills[name]};
    }
};

std::vector<TunedRow> rows(const Table& table, Planted& planted, std::size_t best = 5, int rounds = 3) {
    const auto timer = [&planted](const ProblemShape& shape, const TileCandidate& one) { return planted(shape, one); };
    return tune_tiles(Table::shape(), table.candidates(best), timer, rounds, always)->rows;
}

Planted usual_times() {
    return {
        {{"sweep 8x8", {4}}, {"sweep 16x8", {4.4}}, {"sweep 32x8", {3}}, {"copies 8x8", {6}}, {"copies 64x8", {7}}}};
}

TEST(TileTuner, TakesBackendsWithTheBitsOfTheFirstThatHasTiles) {
    const Table table;
    std::vector<std::string> found;
    for (const BackendEntry* entry : alike_backends(Table::shape(), {}, table.rows)) found.push_back(entry->name);

    EXPECT_THAT(found, ElementsAre("sweep", "copies"));
}

TEST(TileTuner, MeasuresTheUsualOnesAndTheBestRankedOthers) {
    const Table table;
    EXPECT_THAT(names(table.candidates(2)), ElementsAre("sweep 8x8", "copies 8x8", "copies 64x8", "sweep 16x8"));
    EXPECT_THAT(names(table.candidates(9)),
                ElementsAre("sweep 8x8", "copies 8x8", "copies 64x8", "sweep 16x8", "sweep 32x8"));
}

TEST(TileTuner, FindsThePlantedBestOfEveryBackend) {
    const Table table;
    Planted planted = usual_times();
    const std::vector<TunedRow> found = rows(table, planted);

    ASSERT_EQ(found.size(), 2);
    EXPECT_EQ(found[0].backend, "sweep");
    EXPECT_EQ(found[0].tile, "32x8");
    EXPECT_EQ(found[0].usual, "8x8");
    EXPECT_DOUBLE_EQ(found[0].ps, 3);
    EXPECT_DOUBLE_EQ(found[0].usual_ps, 4);
    EXPECT_DOUBLE_EQ(found[0].expected_ps, 5);
    EXPECT_EQ(found[0].first, "16x8");
    EXPECT_DOUBLE_EQ(found[0].first_ps, 4.4);
    EXPECT_EQ(found[0].stencil, "leggy-2");
    EXPECT_EQ(found[0].precision, Precision::float64);
    EXPECT_EQ(found[0].medium, "one");
    EXPECT_EQ(found[0].extent, (Extent{96, 80, 64}));
    EXPECT_EQ(found[1].backend, "copies");
    EXPECT_EQ(found[1].tile, "8x8");
    EXPECT_EQ(found[1].first, "64x8");
}

TEST(TileTuner, TakesSamplesInTurnAndTheirMedian) {
    const Table table;
    Planted planted = usual_times();
    planted.ps["sweep 16x8"] = {9, 2, 2.5};  // the median is the quickest, the mean is not
    planted.ps["sweep 32x8"] = {1, 8, 8};    // the least sample is, the median is not

    EXPECT_EQ(rows(table, planted).front().tile, "16x8");
    EXPECT_EQ(planted.asked.size(), 15);
    EXPECT_THAT(std::vector(planted.asked.begin() + 4, planted.asked.begin() + 6),
                ElementsAre("sweep 32x8", "sweep 8x8"));
}

TEST(TileTuner, KeepsTheUsualTileUnlessAnotherIsClearlyQuicker) {
    const Table table;
    Planted planted = usual_times();
    planted.ps["sweep 32x8"] = {4};
    EXPECT_EQ(rows(table, planted).front().tile, "8x8");
    planted.ps["sweep 32x8"] = {0.997 * 4};
    EXPECT_EQ(rows(table, planted).front().tile, "8x8");
    planted.ps["sweep 32x8"] = {0.99 * 4};
    EXPECT_EQ(rows(table, planted).front().tile, "32x8");
    planted.ps["sweep 16x8"] = {0.99 * 4};  // of two that are as quick the better ranked one
    EXPECT_EQ(rows(table, planted).front().tile, "16x8");
}

TEST(TileTuner, LeavesOutTilesThatFailOrSpill) {
    const Table table;
    Planted planted = usual_times();
    planted.ps["sweep 16x8"] = {};
    planted.spills = {{"sweep 32x8", 24}, {"copies 8x8", 8}};
    const auto timer = [&](const ProblemShape& shape, const TileCandidate& one) { return planted(shape, one); };
    const auto tuned = tune_tiles(Table::shape(), table.candidates(5), timer, 3, always);

    EXPECT_THAT(tuned->left_out,
                ElementsAre("sweep, tile 16x8: it does not compile", "sweep, tile 32x8: 24 bytes of registers spill"));
    EXPECT_EQ(tuned->rows[0].tile, "8x8");
    EXPECT_EQ(tuned->rows[0].first_ps, 0);
    EXPECT_EQ(tuned->rows[1].tile, "8x8");  // the usual tile may spill
    EXPECT_EQ(std::ranges::count(planted.asked, "sweep 32x8"), 1);
}

TEST(TileTuner, HasNoRowWhereTheUsualTileFails) {
    const Table table;
    Planted planted = usual_times();
    planted.ps["sweep 8x8"] = {};
    const std::vector<TunedRow> found = rows(table, planted);

    ASSERT_EQ(found.size(), 1);
    EXPECT_EQ(found[0].backend, "copies");
}

TEST(TileTuner, StopsBetweenSamples) {
    const Table table;
    Planted planted = usual_times();
    const auto timer = [&](const ProblemShape& shape, const TileCandidate& one) { return planted(shape, one); };
    const auto up_to = [&](std::size_t samples) {
        planted.asked.clear();
        return tune_tiles(Table::shape(), table.candidates(5), timer, 3,
                          [&] { return planted.asked.size() < samples; });
    };
    EXPECT_FALSE(up_to(14).has_value());
    EXPECT_EQ(planted.asked.size(), 14);
    EXPECT_TRUE(up_to(15).has_value());
}

/// The kernels of this program, ranked for a known card.
TEST(TileTuner, RanksTheTilesOfTheSweeps) {
    const Machine machine = h200(Precision::float32, 2.77);
    const ProblemShape shape = box("leggy-4", {512, 512, 512}, Precision::float32);
    const std::vector<const BackendEntry*> backends = alike_backends(shape, machine);
    ASSERT_EQ(backends.size(), 2);
    EXPECT_EQ(backends[0]->name, "stream25.sweep");
    EXPECT_EQ(backends[1]->name, "semi.tma");

    const std::vector<TileCandidate> all = tile_candidates(shape, backends, machine, 1000);
    EXPECT_EQ(all[0].tile, backends[0]->propose({shape, {}, {}}, machine).tiles.front());
    EXPECT_TRUE(all[0].usual && all[1].usual);
    EXPECT_EQ(all.size(), backends[0]->propose({shape, {}, {}}, machine).tiles.size() +
                              backends[1]->propose({shape, {}, {}}, machine).tiles.size());
    for (std::size_t i = 3; i < all.size(); ++i) EXPECT_LE(all[i - 1].predicted_s, all[i].predicted_s);
    // Small tiles read their halos again and again.
    EXPECT_GT(all.back().predicted_s, 1.3 * all[0].predicted_s);
}

}  // namespace
}  // namespace wavesim::test

// SPDX-License-Identifier: MIT
#include "stencils/gpu/single/thread_cost.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>
#include <stdexcept>

#include "stencils/gpu/density/density_times.hpp"
#include "stencils/gpu/families/modelled_h200.hpp"
#include "stencils/gpu/per_node/per_node_times.hpp"
#include "stencils/gpu/resident/resident_times.hpp"
#include "stencils/gpu/semi/semi_times.hpp"
#include "stencils/gpu/sweep/sweep_times.hpp"
#include "stencils/gpu/temporal/pass_times.hpp"
#include "stencils/gpu/temporal/strip_times.hpp"
#include "stencils/gpu/tti/tti_times.hpp"
#include "stencils/gpu/whole_step/whole_step_times.hpp"
#include "stencils/registry/backend_registry.hpp"

namespace wavesim {
namespace {

std::vector<Stencil> all_stencils() {
    std::vector<Stencil> all;
    for (const CatalogueEntry& entry : stencil_catalogue())
        for (const int dims : {2, 3}) all.push_back(make_stencil(entry.name, dims));
    return all;
}

/// No row is without a stencil, because one before it holds wherever it does.
TEST(ThreadRows, AreAllMet) {
    const std::vector<Stencil> stencils = all_stencils();
    for (const std::span<const ThreadRow> rows :
         {std::span<const ThreadRow>(sweep_times), std::span<const ThreadRow>(bulk_sweep_times),
          std::span<const ThreadRow>(per_node_times), std::span<const ThreadRow>(density_times),
          std::span<const ThreadRow>(semi_times)}) {
        std::set<const ThreadRow*> met;
        for (const ThreadRow& wanted : rows)
            for (const Stencil& stencil : stencils)
                for (const ThreadRow& row : rows)
                    if (row.holds(wanted.backend, wanted.card, stencil)) {
                        met.insert(&row);
                        break;
                    }
        for (const ThreadRow& row : rows)
            EXPECT_TRUE(met.contains(&row)) << row.backend << ", row " << &row - rows.data();
    }
}

/// Every form has a row for each stencil that it runs, and threads take some time.
TEST(ThreadRows, HaveOneForEveryStencil) {
    for (const BackendEntry* entry : all_backends())
        for (const Stencil& stencil : all_stencils())
            for (const Precision precision : {Precision::float32, Precision::float64}) {
                StencilProblem problem =
                    test::box(stencil.name, stencil.dims == 2 ? Extent{900, 1, 900} : Extent{300, 300, 300}, precision);
                Proposal proposal;
                ASSERT_NO_THROW(proposal = entry->propose(problem, test::h200(precision, 2.766), 1000))
                    << entry->name << stencil.name;
                if (proposal.why_not.empty() && entry->on_gpu()) {
                    EXPECT_GT(proposal.ctpn_s, 0) << entry->name << " " << stencil.name;
                }
            }
}

/// The rows of one card say nothing of another; a GPU without rows takes those of the first card.
TEST(ThreadRows, AreThoseOfTheCard) {
    constexpr ThreadRow rows[] = {{.backend = "a", .card = "Slow", .cost = {.constant = 7}},
                                  {.backend = "a", .card = h200, .cost = {.constant = 3}}};
    const Stencil stencil = make_stencil("leggy-1", 3);
    EXPECT_EQ(thread_ps(rows, "a", h200, stencil, Precision::float32), 3);
    EXPECT_EQ(thread_ps(rows, "a", "Slow", stencil, Precision::float32), 7);
    EXPECT_THROW((void)thread_ps(rows, "a", "Other", stencil, Precision::float32), std::logic_error);
    Gpu gpu;
    for (const char* name : {"NVIDIA H200", "NVIDIA H200 NVL", "NVIDIA A100-SXM4-80GB", ""}) {
        gpu.name = name;
        EXPECT_EQ(card_of(gpu).name, h200) << name;
    }
}

/// A row of a card that is none would never be used.
TEST(ThreadRows, NameACardThatIsThere) {
    const auto there = [](std::string_view name) {
        return std::ranges::count(fitted_cards, name, &FittedCard::name) == 1;
    };
    for (const std::span<const ThreadRow> rows :
         {std::span<const ThreadRow>(sweep_times), std::span<const ThreadRow>(bulk_sweep_times),
          std::span<const ThreadRow>(per_node_times), std::span<const ThreadRow>(density_times),
          std::span<const ThreadRow>(semi_times)})
        for (const ThreadRow& row : rows) EXPECT_TRUE(there(row.card)) << row.backend;
    for (const TtiTime& row : tti_times) EXPECT_TRUE(there(row.card));
    for (const K73SemiTime& row : k73_semi_times) EXPECT_TRUE(there(row.card)) << row.backend;
    for (const PassTime& row : pass_times()) EXPECT_TRUE(there(row.card));
    for (const StripTime& row : strip_times) EXPECT_TRUE(there(row.card));
    for (const ResidentTime& row : resident_times) EXPECT_TRUE(there(row.card));
    for (const WholeStepTime& row : whole_step_times) EXPECT_TRUE(there(row.card));
}

TEST(ThreadRows, AreNotMadeUp) {
    EXPECT_THROW((void)thread_ps(sweep_times, "texture.loop", h200, make_stencil("leggy-1", 3), Precision::float32),
                 std::logic_error);
}

}  // namespace
}  // namespace wavesim

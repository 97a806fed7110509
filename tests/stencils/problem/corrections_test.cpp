// SPDX-License-Identifier: MIT
#include "stencils/problem/corrections.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <random>
#include <stdexcept>
#include <utility>
#include <vector>

namespace wavesim {
namespace {

using Term = Corrections::Term;

std::map<std::int64_t, double> read_by(const Corrections& rows, std::size_t i) {
    std::map<std::int64_t, double> read;
    rows.for_each_term(i, [&](std::int64_t neighbour, double weight) { read[neighbour] = weight; });
    return read;
}

TEST(Corrections, KeepTheTermsOfEveryNode) {
    // Rows that differ in one offset or in one weight, in random order, so that hashes meet and tables grow.
    std::mt19937 random(3);
    Corrections rows;
    std::vector<std::vector<Term>> added;
    for (std::int64_t node = 0; node < 20'000; ++node) {
        std::vector<Term> terms;
        for (unsigned k = 0; k <= random() % 4; ++k)
            terms.push_back({static_cast<std::int64_t>(random() % 7) - 3, 0.125 * static_cast<double>(random() % 5)});
        rows.add(3 * node, terms);
        added.push_back(terms);
    }
    ASSERT_EQ(rows.size(), added.size());
    std::map<std::uint32_t, std::size_t> first;  // node of each row
    for (std::size_t i = 0; i < added.size(); ++i) {
        EXPECT_EQ(rows.node(i), static_cast<std::int64_t>(3 * i));
        ASSERT_EQ(std::vector<Term>(rows.terms(i).begin(), rows.terms(i).end()), added[i]) << i;
        const auto [known, is_new] = first.try_emplace(rows.row(i), i);
        EXPECT_EQ(added[known->second], added[i]) << i;
    }
    std::vector<std::vector<Term>> distinct = added;
    const auto before = [](const Term& a, const Term& b) {
        return std::pair(a.offset, a.weight) < std::pair(b.offset, b.weight);
    };
    std::ranges::sort(distinct, [&](const auto& a, const auto& b) {
        return std::lexicographical_compare(a.begin(), a.end(), b.begin(), b.end(), before);
    });
    EXPECT_EQ(std::ssize(first), std::unique(distinct.begin(), distinct.end()) - distinct.begin());
}

TEST(Corrections, TakeTwelveBytesPerNodeWithSharedTerms) {
    Corrections rows;
    for (std::int64_t node = 0; node < 100'000; ++node) {
        const bool even = node % 2 == 0;
        rows.add(node, {{even ? 1 : -1, 0.25}, {0, -0.5}, {even ? 70 : 71, 0.25}});
    }
    EXPECT_GE(rows.bytes(), 12 * 100'000);
    EXPECT_LE(rows.bytes(), 12 * 100'000 + 1000);
    rows.set_factors([](std::int64_t) { return 0.5F; });
    EXPECT_GE(rows.bytes(), 16 * 100'000);
    EXPECT_LE(rows.bytes(), 16 * 100'000 + 1000);
}

TEST(Corrections, MultiplyTheirWeightsByTheFactorOfTheNode) {
    Corrections rows;
    rows.add(2, {{1, 0.1}, {-2, 0.3}});
    rows.add(5, {{1, 0.1}, {-2, 0.3}});
    rows.set_factors([](std::int64_t node) { return node == 2 ? 0.7F : 0.9F; });
    EXPECT_EQ(read_by(rows, 0), (std::map<std::int64_t, double>{{3, 0.1 * double{0.7F}}, {0, 0.3 * double{0.7F}}}));
    EXPECT_EQ(read_by(rows, 1), (std::map<std::int64_t, double>{{6, 0.1 * double{0.9F}}, {3, 0.3 * double{0.9F}}}));
    EXPECT_EQ(rows.row(0), rows.row(1));
    Corrections part;  // a node without a factor, then one of the others
    part.add(1, {{0, 0.2}});
    part.add(9, rows, 1);
    EXPECT_EQ(read_by(part, 0), (std::map<std::int64_t, double>{{1, 0.2}}));
    EXPECT_EQ(read_by(part, 1), (std::map<std::int64_t, double>{{10, 0.1 * double{0.9F}}, {7, 0.3 * double{0.9F}}}));
}

TEST(Corrections, GoByAscendingNodes) {
    Corrections rows;
    rows.add(7, {{0, 0.1}});
    EXPECT_THROW(rows.add(7, {{0, 0.1}}), std::invalid_argument);
    EXPECT_THROW(rows.add(6, {{0, 0.1}}), std::invalid_argument);
}

}  // namespace
}  // namespace wavesim

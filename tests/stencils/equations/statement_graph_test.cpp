// SPDX-License-Identifier: MIT
#include "stencils/equations/statement_graph.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "stencils/equations/some_programs.hpp"

namespace wavesim::equations {
namespace {

StatementGraph graph(const Program& program, int reach, int dims) {
    return graph_of(program, Differences(leggy(reach, dims), program.declared.order));
}

Reach reach(std::array<int, 3> low, std::array<int, 3> high) { return {low, high}; }

TEST(StatementGraph, KnowsTheReachAlongEachAxis) {
    const Program program =
        read_statements("one-sided", declared({3}, {field("u", 1)}), {"u.new = u[8,0,-1] + u[-2,0,0] + 2*u"});

    const StatementGraph found = graph(program, 1, 3);

    ASSERT_EQ(found.nodes.size(), 1);
    ASSERT_EQ(found.nodes[0].reads.size(), 1);
    EXPECT_EQ(found.nodes[0].reads[0].reach, reach({-2, 0, -1}, {8, 0, 0}));
    EXPECT_EQ(found.nodes[0].reads[0].nodes, 3);
    EXPECT_EQ(found.halo(0), 8);
    EXPECT_EQ(found.halo(1), 0);
    EXPECT_EQ(found.halo(2), 1);
}

TEST(StatementGraph, IntermediatesAreComputedWhereOthersReadThem) {
    const Program program =
        read_statements("flux", declared({2}, {field("p", 2)}, {parameter("b")}),
                        {"bx = (b + b[1,0])/2", "fx = bx*d1x+(p)", "p.new = 2*p - p.old + d1x-(fx)"});

    const StatementGraph found = graph(program, 3, 2);

    ASSERT_EQ(program.statements[1].name, "fx");
    EXPECT_TRUE(found.nodes[0].fixed);
    EXPECT_FALSE(found.nodes[1].fixed);
    EXPECT_EQ(found.nodes[1].beyond, reach({-2, 0, 0}, {1, 0, 0}));
    EXPECT_EQ(found.fields[0], reach({-3, 0, 0}, {3, 0, 0}));
    EXPECT_EQ(found.parameters[0], reach({-2, 0, 0}, {2, 0, 0}));
    EXPECT_THAT(std::vector<int>({found.nodes[0].stage, found.nodes[1].stage, found.nodes[2].stage}),
                testing::ElementsAre(0, 0, 1));
}

TEST(StatementGraph, ElasticWavesTakeTwoStages) {
    EXPECT_EQ(graph(elastic(0.5), 1, 2).stages(), 2);
    EXPECT_EQ(graph(scalar_wave(), 4, 3).stages(), 1);
}

TEST(StatementGraph, SaysWhatDoesNotFit) {
    std::vector<std::string> chain{"a0 = p[0,8]"};
    for (int i = 1; i < 7; ++i) chain.push_back("a" + std::to_string(i) + " = a" + std::to_string(i - 1) + "[0,8]");
    const auto with_end = [&](const std::string& end) {
        std::vector<std::string> all = chain;
        all.push_back("p.new = p + " + end);
        return graph(read_statements("chain", declared({2}, {field("p", 1)}), all), 1, 2);
    };

    EXPECT_EQ(reach_fault(with_end("a6[0,-1]")),
              "the statements of one step reach 56 nodes along z, one through the other, and 48 fit");
    chain.pop_back();
    EXPECT_EQ(reach_fault(with_end("a5")), "");
}

}  // namespace
}  // namespace wavesim::equations

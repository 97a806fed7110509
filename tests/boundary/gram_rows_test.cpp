// SPDX-License-Identifier: MIT
#include "boundary/gram_rows.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <map>
#include <random>
#include <stdexcept>

#include "boundary/corner_tuning.hpp"
#include "boundary/local_walls.hpp"
#include "boundary/patch_forms.hpp"
#include "dense_operator.hpp"
#include "reference_stepper.hpp"
#include "room_cases.hpp"

namespace wavesim {
namespace {

const std::vector<std::string> walked_stencils{"compact-33-me4", "compact-57-opt",  "compact-57-fine", "compact-57-me4",
                                               "compact-93-opt", "compact-123-me6", "box-125-opt"};

/// Rooms that stress the operator: rubble, a checkerboard with holes, plates and slits of one cell.
std::vector<VoxelRoom> rooms(int dims) {
    const Extent extent = dims == 3 ? Extent{7, 6, 5} : Extent{14, 1, 11};
    std::vector<VoxelRoom> all;
    for (const double share : {0.05, 0.25, 0.6}) all.push_back(random_room(extent, share, 17, 1, dims));
    VoxelRoom board = random_room(extent, 0.1, 5, 1, dims);
    for (std::int64_t i = 0; i < extent.nodes(); ++i) {
        const Node n = node_at(extent, i);
        if ((n.x + n.y + n.z) % 2 == 0) board.solid[static_cast<std::size_t>(i)] ^= 1;
    }
    all.push_back(board);
    VoxelRoom plates = empty_room(extent, dims);
    fill_box(plates, {{1, 0, 0}, {2, extent.ny, extent.nz - 1}}, 0);
    fill_box(plates, {{3, 0, 2}, {extent.nx, extent.ny, 3}}, 0);
    all.push_back(plates);
    return all;
}

TEST(GramRows, TheOperatorIsSymmetricAndWithinItsProvenBound) {
    for (const int dims : {2, 3})
        for (const std::string& name : walked_stencils)
            for (const VoxelRoom& room : rooms(dims)) {
                const Stencil stencil = make_stencil(name, dims);
                const double courant = limit_of(stencil, room);
                const WallPlan plan = build_walls(stencil, courant, room, {0}, WallForm::automatic);
                const Eigen::MatrixXd k = dense_stiffness(problem_in(stencil, courant, room, {0}));
                const Eigen::VectorXd eigenvalues = spectrum(k);

                EXPECT_LE(asymmetry(k), 4e-15) << name << dims;
                EXPECT_GE(eigenvalues.minCoeff(), -1e-13) << name << dims;
                EXPECT_LE(eigenvalues.maxCoeff(), plan.spectral_bound * (1 + 1e-13)) << name << dims;
                EXPECT_LE((k * Eigen::VectorXd::Ones(k.cols())).cwiseAbs().maxCoeff(), 4e-14) << name << dims;
            }
}

using Cell = std::array<std::int64_t, 3>;

/// Shares of the ends of the reflecting walks from a node to an offset, written out for the whole room.
std::map<Cell, double> walk(const VoxelRoom& room, const Cell& from, const Offset& to) {
    std::vector<int> word;
    for (const auto& [axis, steps] : {std::pair{0, to.x}, {1, to.y}, {2, to.z}})
        for (int i = 0; i < std::abs(steps); ++i) word.push_back(axis);
    std::vector<std::vector<int>> words;
    std::sort(word.begin(), word.end());
    do words.push_back(word);
    while (std::next_permutation(word.begin(), word.end()));
    std::map<Cell, double> ends;
    for (const std::vector<int>& steps : words) {
        Cell at = from;
        std::array<int, 3> sign{to.x < 0 ? -1 : 1, to.y < 0 ? -1 : 1, to.z < 0 ? -1 : 1};
        for (const int axis : steps) {
            const auto d = static_cast<std::size_t>(axis);
            Cell next = at;
            next[d] += sign[d];
            if (room.is_air(next[0], next[1], next[2]))
                at = next;
            else
                sign[d] = -sign[d];
        }
        ends[at] += 1.0 / static_cast<double>(words.size());
    }
    return ends;
}

/// The sum of E^T Q E over all air nodes.
Eigen::MatrixXd operator_by_definition(const GramMatrix& gram, const VoxelRoom& room) {
    const auto n = static_cast<Eigen::Index>(room.extent.nodes());
    const std::size_t points = gram.patch.size();
    Eigen::MatrixXd k = Eigen::MatrixXd::Zero(n, n);
    for (std::int64_t i = 0; i < n; ++i) {
        const Node at = node_at(room.extent, i);
        if (!room.is_air(at.x, at.y, at.z)) continue;
        std::vector<std::map<Cell, double>> ends;
        for (const Offset& s : gram.patch.points()) ends.push_back(walk(room, {at.x, at.y, at.z}, s));
        for (std::size_t s = 0; s < points; ++s)
            for (std::size_t t = 0; t < points; ++t)
                for (const auto& [a, share] : ends[s])
                    for (const auto& [b, other] : ends[t])
                        k(room.extent.index(a[0], a[1], a[2]), room.extent.index(b[0], b[1], b[2])) +=
                            share * gram.at(s, t) * other;
    }
    return k;
}

TEST(GramRows, AreThoseOfTheDefinition) {
    for (const int dims : {2, 3})
        for (const char* name : {"compact-57-fine", "compact-123-me6"})
            for (const VoxelRoom& room : rooms(dims)) {
                const Stencil stencil = make_stencil(name, dims);
                const Eigen::MatrixXd k = dense_stiffness(problem_in(stencil, 0.7, room, {0}));
                EXPECT_LE((k - operator_by_definition(*find_tuned_gram(stencil).matrix, room)).cwiseAbs().maxCoeff(),
                          1e-13)
                    << name << dims;
            }
}

/// Rows that are made anew for nearly every node, since nearly nothing is kept, and rows of the two halves of a room.
TEST(GramRows, AreTheSameWhateverIsKeptAndInWhateverPieces) {
    const Stencil stencil = make_stencil("compact-57-fine", 3);
    const GramMatrix gram = *find_tuned_gram(stencil).matrix;
    const VoxelRoom room = rooms(3)[1];
    const SolidRows rows(room);
    const auto made = [&](const std::vector<Planes>& pieces, const KeptRows& kept) {
        Corrections all;
        for (const Planes& planes : pieces) add_gram_rows(stencil, gram, 0.7, room, rows, planes, all, kept);
        std::vector<std::pair<std::int64_t, std::vector<Corrections::Term>>> list;
        for (std::size_t i = 0; i < all.size(); ++i)
            list.emplace_back(all.node(i), std::vector(all.terms(i).begin(), all.terms(i).end()));
        return list;
    };
    const Eigen::MatrixXd defined = operator_by_definition(gram, room);
    const std::size_t one_form = gram.q.size() * sizeof(double);
    for (const KeptRows& kept : {KeptRows{1, 1}, {500, 3 * one_form}, {1, 3 * one_form}, KeptRows{}}) {
        ScalarProblem problem = problem_in(stencil, 0.7, room, {0});
        problem.walls.corrections = {};
        add_gram_rows(stencil, gram, 0.7, room, rows, all_planes(room.extent), problem.walls.corrections, kept);
        EXPECT_LE((dense_stiffness(problem) - defined).cwiseAbs().maxCoeff(), 1e-13) << kept.entries;
    }
    EXPECT_EQ(made({{0, 2}, {2, 5}}, {300, 2 * one_form}), made({all_planes(room.extent)}, {}));
}

/// Of two patterns a memory for one form keeps the last; forms are those of the definition each time.
TEST(PatchForms, AreTheSameWhateverIsKept) {
    const GramMatrix gram = *find_tuned_gram(make_stencil("compact-57-fine", 3)).matrix;
    PatchForms usual(gram), small(gram, gram.q.size() * sizeof(double));
    const std::uint64_t all = gram.patch.size() >= 64 ? ~std::uint64_t{0} : (std::uint64_t{1} << gram.patch.size()) - 1;
    const std::vector<double> open = usual.of(all), half = usual.of(all & 0x5555555555555555U);
    EXPECT_NE(open, half);
    for (int round = 0; round < 2; ++round) {
        EXPECT_EQ(small.of(all), open);
        EXPECT_EQ(small.of(all & 0x5555555555555555U), half);
    }
}

/// Around a node beside a side, and around one beside a solid that ends where the side would, the same nodes are air.
/// But the bulk operator mirrors at sides alone.
TEST(GramRows, ASideIsNoSolid) {
    const Stencil stencil = make_stencil("compact-57-fine", 3);
    VoxelRoom room = empty_room({10, 17, 4});
    fill_box(room, {{0, 9, 0}, {4, 17, 4}}, 0);
    fill_box(room, {{2, 3, 1}, {3, 5, 3}}, 0);
    fill_box(room, {{6, 13, 1}, {7, 15, 3}}, 0);
    const Eigen::MatrixXd k = dense_stiffness(problem_in(stencil, 0.7, room, {0}));
    EXPECT_LE((k - operator_by_definition(*find_tuned_gram(stencil).matrix, room)).cwiseAbs().maxCoeff(), 1e-13);
}

/// Two boxes hollowed out of solid; by default they touch along an edge only.
VoxelRoom two_cavities(const NodeBox& one, const NodeBox& other) {
    VoxelRoom room = empty_room({11, 10, 8});
    room.solid.assign(static_cast<std::size_t>(room.extent.nodes()), 1);
    for (const NodeBox& box : {one, other})
        for (std::int64_t z = box.from.z; z < box.to.z; ++z)
            for (std::int64_t y = box.from.y; y < box.to.y; ++y)
                for (std::int64_t x = box.from.x; x < box.to.x; ++x)
                    room.solid[static_cast<std::size_t>(room.extent.index(x, y, z))] = 0;
    return room;
}

/// Largest difference of the operator in a box of a room from that in the same box alone, with mirrored sides.
double difference_from_box(const Stencil& stencil, const VoxelRoom& room, const NodeBox& box) {
    const Extent inside = box.extent();
    const Eigen::MatrixXd alone = dense_stiffness(problem_in(stencil, 0.5, empty_room(inside), {0}));
    const ScalarProblem problem = problem_in(stencil, 0.5, room, {0});
    std::vector<double> unit(static_cast<std::size_t>(room.extent.nodes())), column(unit);
    double worst = 0;
    for (std::int64_t j = 0; j < inside.nodes(); ++j) {
        const Node b = node_at(inside, j);
        const auto source =
            static_cast<std::size_t>(room.extent.index(box.from.x + b.x, box.from.y + b.y, box.from.z + b.z));
        unit[source] = 1;
        apply_stiffness(problem, unit, column);
        unit[source] = 0;
        for (std::int64_t i = 0; i < room.extent.nodes(); ++i) {
            const Node n = node_at(room.extent, i);
            const Node a{n.x - box.from.x, n.y - box.from.y, n.z - box.from.z};
            const double wanted = inside.contains(a.x, a.y, a.z) ? alone(inside.index(a.x, a.y, a.z), j) : 0;
            worst = std::max(worst, std::abs(column[static_cast<std::size_t>(i)] - wanted));
        }
    }
    return worst;
}

TEST(GramRows, CavitiesAreMirroredBoxesThatDoNotLeak) {
    const NodeBox one{{1, 1, 1}, {5, 4, 4}};
    const std::vector<NodeBox> others{{{5, 4, 1}, {9, 9, 4}},   // touches along an edge
                                      {{5, 4, 4}, {10, 8, 7}},  // touches at a corner
                                      {{6, 1, 1}, {10, 5, 4}},  // behind a plate of one cell
                                      {{1, 5, 1}, {2, 9, 6}}};  // one cell wide
    for (const std::string& name : walked_stencils)
        for (const NodeBox& other : others) {
            const Stencil stencil = make_stencil(name, 3);
            const VoxelRoom room = two_cavities(one, other);
            EXPECT_LE(difference_from_box(stencil, room, one), 2e-13) << name;
            EXPECT_LE(difference_from_box(stencil, room, other), 2e-13) << name;
        }
}

TEST(GramRows, NeverReadFurtherThanTheStencil) {
    const VoxelRoom room = random_room({13, 12, 11}, 0.2, 7);
    for (const std::string& name : walked_stencils) {
        const Stencil stencil = make_stencil(name, 3);
        const Corrections rows = build_walls(stencil, 0.5, room, {0}, WallForm::automatic).passes.corrections;
        int furthest = 0;
        for (std::size_t i = 0; i < rows.size(); ++i)
            for (const Corrections::Term& term : rows.terms(i)) {
                const Node a = node_at(room.extent, rows.node(i)), b = node_at(room.extent, rows.node(i) + term.offset);
                for (const std::int64_t d : {a.x - b.x, a.y - b.y, a.z - b.z})
                    furthest = std::max(furthest, static_cast<int>(std::abs(d)));
            }
        EXPECT_LE(furthest, radius(stencil)) << name;
    }
}

/// A free surface is the odd part of twice the room.
TEST(GramRows, BesideAFreeSurfaceAreThoseOfTheOddExtension) {
    for (const char* name : {"compact-57-fine", "compact-123-me6"}) {
        const Stencil stencil = make_stencil(name, 3);
        const std::int64_t reach = wall_support(stencil).solids_reach;
        VoxelRoom half = empty_room({6, 5, 7 + reach}), twice = empty_room({6, 5, 2 * (7 + reach)});
        half.side_kind[static_cast<std::size_t>(Side::z_max)] = SideKind::free_surface;
        for (VoxelRoom* room : {&half, &twice}) {
            fill_box(*room, {{2, 1, 5}, {4, 5, 7}}, 0);
            fill_box(*room, {{0, 0, 0}, {3, 2, 3}}, 0);
        }
        fill_box(twice, {{2, 1, 7 + 2 * reach}, {4, 5, 9 + 2 * reach}}, 0);
        fill_box(twice, {{0, 0, 11 + 2 * reach}, {3, 2, 14 + 2 * reach}}, 0);
        const std::vector<double> field = random_field(half, 3);
        std::vector<double> odd(field), expected(2 * field.size()), result(field.size());
        const std::int64_t plane = half.extent.nx * half.extent.ny;
        for (std::int64_t z = half.extent.nz - 1; z >= 0; --z)
            for (std::int64_t i = 0; i < plane; ++i) odd.push_back(-field[static_cast<std::size_t>(z * plane + i)]);
        apply_stiffness(problem_in(stencil, 0.7, half, {0}), field, result);
        apply_stiffness(problem_in(stencil, 0.7, twice, {0}), odd, expected);
        double worst = 0;
        for (std::size_t i = 0; i < result.size(); ++i) worst = std::max(worst, std::abs(result[i] - expected[i]));
        EXPECT_LE(worst, 1e-13) << name;
        half = empty_room(half.extent);
        half.side_kind[static_cast<std::size_t>(Side::z_max)] = SideKind::free_surface;
        fill_box(half, {{2, 1, 6}, {4, 5, 8}}, 0);  // one cell too near
        EXPECT_THROW(build_walls(stencil, 0.7, half, {0}, WallForm::automatic), std::domain_error) << name;
    }
}

/// With the factor c_i^2 of each node the operator is symmetric in the weights 1 / c_i^2 and keeps the bound of the
/// fastest speed.
TEST(GramRows, MediaThatVaryKeepTheBoundOfTheFastestSpeed) {
    for (const char* name : {"compact-57-fine", "compact-123-me6"}) {
        const Stencil stencil = make_stencil(name, 3);
        const VoxelRoom room = random_room({7, 6, 5}, 0.2, 23);
        const double courant = limit_of(stencil, room);
        ScalarProblem problem = problem_in(stencil, courant, room, {0});
        const Eigen::MatrixXd uniform = dense_stiffness(problem);
        NodeFactors factors;
        std::mt19937 random(4);
        for (std::int64_t i = 0; i < room.extent.nodes(); ++i)
            factors.of_node.push_back(0.1F + 0.9F * static_cast<float>(random() % 1000) / 999.0F);
        WallPasses bulk_and_walls = problem.walls;
        fit_walls_to_medium(factors, bulk_and_walls);
        problem.walls.corrections = {};
        const Eigen::MatrixXd bulk = dense_stiffness(problem);
        // What backends compute: the factor on the bulk operator, corrections that hold it already.
        Eigen::MatrixXd local = bulk;
        for (Eigen::Index i = 0; i < local.rows(); ++i)
            local.row(i) *= static_cast<double>(factors.of_node[static_cast<std::size_t>(i)]);
        const Corrections& rows = bulk_and_walls.corrections;
        for (std::size_t i = 0; i < rows.size(); ++i)
            rows.for_each_term(i, [&](std::int64_t neighbour, double weight) {
                local(rows.node(i), neighbour) -= weight / (courant * courant);
            });
        Eigen::VectorXd speed(local.rows());
        for (Eigen::Index i = 0; i < speed.size(); ++i)
            speed(i) = std::sqrt(static_cast<double>(factors.of_node[static_cast<std::size_t>(i)]));
        const Eigen::MatrixXd scaled = speed.cwiseInverse().asDiagonal() * local * speed.asDiagonal();
        EXPECT_LE(asymmetry(scaled), 1e-13) << name;
        const Eigen::VectorXd eigenvalues = spectrum(scaled);
        EXPECT_GE(eigenvalues.minCoeff(), -1e-13) << name;
        EXPECT_LE(eigenvalues.maxCoeff(), 4 / (courant * courant)) << name;
        EXPECT_LT(eigenvalues.maxCoeff(), spectrum(uniform).maxCoeff()) << name;
    }
}

/// A solid in the middle of a large room changes rows up to solids_reach away and no others.
TEST(GramRows, OnlyNodesNearSolidsAreTouched) {
    for (const char* name : {"compact-57-fine", "compact-123-me6"}) {
        const Stencil stencil = make_stencil(name, 3);
        VoxelRoom room = empty_room({21, 20, 19});
        fill_box(room, {{9, 9, 8}, {12, 11, 9}}, 0);
        const Corrections rows = build_walls(stencil, 0.5, room, {0}, WallForm::automatic).passes.corrections;
        const int reach = wall_support(stencil).solids_reach;
        std::int64_t furthest = 0;
        for (const std::int64_t node : rows.nodes()) {
            const Node n = node_at(room.extent, node);
            furthest = std::max({furthest, 9 - n.x, n.x - 11, 9 - n.y, n.y - 10, 8 - n.z, n.z - 8});
        }
        EXPECT_LE(furthest, reach) << name;
        EXPECT_GE(furthest, radius(stencil)) << name;
        EXPECT_TRUE(std::is_sorted(rows.nodes().begin(), rows.nodes().end()));
    }
}

}  // namespace
}  // namespace wavesim

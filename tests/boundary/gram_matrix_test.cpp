// SPDX-License-Identifier: MIT
#include "boundary/gram_matrix.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <complex>

#include <Eigen/Eigenvalues>

#include "boundary/corner_tuning.hpp"
#include "boundary/wall_bounds.hpp"
#include "boundary/walls.hpp"
#include "room_cases.hpp"

namespace wavesim {
namespace {

Eigen::MatrixXd dense(const GramMatrix& gram) {
    const auto n = static_cast<Eigen::Index>(gram.patch.size());
    Eigen::MatrixXd q(n, n);
    for (Eigen::Index a = 0; a < n; ++a)
        for (Eigen::Index b = 0; b < n; ++b)
            q(a, b) = gram.at(static_cast<std::size_t>(a), static_cast<std::size_t>(b));
    return q;
}

/// v(k)^* Q v(k) with v(k)_s = exp(i k s).
double symbol_of(const GramMatrix& gram, const std::array<double, 3>& k) {
    const Eigen::MatrixXd q = dense(gram);
    Eigen::VectorXcd wave(q.cols());
    for (Eigen::Index s = 0; s < q.cols(); ++s) {
        const Offset& at = gram.patch.points()[static_cast<std::size_t>(s)];
        wave(s) = std::polar(1.0, k[0] * at.x + k[1] * at.y + k[2] * at.z);
    }
    return wave.dot(q * wave).real();
}

const std::vector<const char*> large_stencils{"compact-33",      "compact-33-me4",  "compact-33-opt", "compact-57",
                                              "compact-57-opt",  "compact-57-fine", "compact-57-me4", "compact-81-opt",
                                              "compact-93",      "compact-123-me6", "box-125-opt",    "box-125-fine",
                                              "compact-123-me4", "compact-27"};

TEST(GramMatrix, HasTheSymbolOfTheStencil) {
    for (const int dims : {2, 3})
        for (const char* name : large_stencils) {
            const Stencil stencil = make_stencil(name, dims);
            const GramSearch found = find_gram(stencil);
            ASSERT_TRUE(found.matrix) << name << found.why_not;
            const StencilSymbol symbol(stencil);
            for (const std::array<double, 3>& k :
                 {std::array{0.3, 0.0, 0.0}, {1.1, -0.4, 2.0}, {3.1, 2.2, -1.7}, {3.0, 3.1, 3.14}}) {
                const std::array<double, 3> wave{k[0], dims == 2 ? 0 : k[1], k[2]};
                EXPECT_NEAR(symbol_of(*found.matrix, wave), symbol(wave), 1e-13 * found.matrix->bound) << name << dims;
            }
        }
}

TEST(GramMatrix, IsPositiveAndItsBoundIsThatOfFreeSpace) {
    for (const int dims : {2, 3})
        for (const char* name : large_stencils) {
            const Stencil stencil = make_stencil(name, dims);
            const GramSearch found = find_gram(stencil);
            ASSERT_TRUE(found.matrix) << name << found.why_not;
            const Eigen::MatrixXd q = dense(*found.matrix);
            const double scale = q.cwiseAbs().maxCoeff();
            const Eigen::VectorXd eigenvalues = Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd>(q).eigenvalues();
            EXPECT_GE(eigenvalues(0), -1e-14 * scale) << name;
            EXPECT_LE((q * Eigen::VectorXd::Ones(q.cols())).cwiseAbs().maxCoeff(), 1e-13 * scale) << name;
            EXPECT_LE((q - q.transpose()).cwiseAbs().maxCoeff(), 0) << name;
            const double limit = 2 / std::sqrt(found.matrix->bound), free = StencilAnalysis(stencil).courant_max();
            EXPECT_LE(limit, free * (1 + 1e-9)) << name;  // a bound for every room holds for free space
            EXPECT_GE(limit, 0.9995 * free) << name << dims;
            for (std::size_t a = 0; a < found.matrix->patch.size(); ++a)
                for (std::size_t b = 0; b < found.matrix->patch.size(); ++b)
                    if (largest_of(found.matrix->patch.points()[a] - found.matrix->patch.points()[b]) >
                        radius(stencil)) {
                        EXPECT_NEAR(found.matrix->at(a, b), 0, 1e-14 * scale) << name;
                    }
        }
}

/// Tuning changes Q alone: its conditions and its bound stay.
TEST(GramMatrix, TunedToACornerKeepsItsBound) {
    for (const char* name : {"compact-57-opt", "compact-57-fine", "compact-123-me6", "compact-33-me4"}) {
        const Stencil stencil = make_stencil(name, 3);
        const GramMatrix plain = *find_gram(stencil).matrix, tuned = *find_tuned_gram(stencil).matrix;
        EXPECT_LE(tuned.bound, plain.bound * (1 + 1e-6)) << name;
        EXPECT_GE(Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd>(dense(tuned)).eigenvalues()(0), -1e-14) << name;
        const std::array<double, 3> wave{2.1, -0.7, 1.3};
        EXPECT_NEAR(symbol_of(tuned, wave), StencilSymbol(stencil)(wave), 1e-13 * tuned.bound) << name;
        const CornerMode before = corner_mode(plain), after = corner_mode(tuned);
        const double exact = exact_corner_eigenvalue(2 / std::sqrt(tuned.bound));
        EXPECT_GT(std::abs(before.eigenvalue / exact - 1), 1e-4) << name;
        EXPECT_LT(std::abs(after.eigenvalue / exact - 1), 1e-8) << name;
    }
}

TEST(GramMatrix, IsRefusedWithAReason) {
    EXPECT_EQ(find_gram(make_stencil("compact-461-me8", 3)).why_not,
              "it reaches too far for the matrices that prove it there");
    Stencil negative;  // negative for waves along the axes near pi
    negative.shells = {{1, 0, 0}, {2, 0, 0}, {1, 1, 0}};
    negative.a = {-1, 0.5, 0};
    EXPECT_EQ(find_gram(negative).why_not, "it is unstable in free space");
}

}  // namespace
}  // namespace wavesim

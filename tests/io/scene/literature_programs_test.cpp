// SPDX-License-Identifier: MIT
// The four stencils of STENCILGEN that have several fields or statements (configs/stencils), against their formulas as
// loops, at all nodes that read no image.
#include <gtest/gtest.h>

#include <cmath>
#include <functional>
#include <map>
#include <random>

#include "io/scene/equations_file.hpp"
#include "stencils/backend/backend.hpp"
#include "stencils/problem/memory_state.hpp"
#include "stencils/registry/backend_registry.hpp"
#include "stencils/scheme/catalogue.hpp"

namespace wavesim {
namespace {

using LiteratureValues = std::vector<double>;

class LiteraturePrograms : public ::testing::Test {
  protected:
    static constexpr int nx = 13, ny = 12, nz = 14;

    /// Reads a program, gives random values to everything, and computes a step.
    void step(const std::string& name, double least) {
        const auto file = std::filesystem::path(WAVESIM_SOURCE_DIR) / "configs/stencils/equations" / (name + ".yaml");
        const auto program = std::make_shared<const equations::Program>(read_equations(file));
        ProblemShape shape;
        shape.extent = {nx, ny, nz};
        shape.precision = Precision::float64;
        shape.stencil = make_stencil("leggy-1", 3);
        shape.halo.fill(HaloRule::mirror_half);
        const auto parameters = program->declared.parameters.size();
        shape.medium = ProgramShape{program, 0, 1, 1, static_cast<int>(parameters)};
        ProgramProblem problem(shape);
        std::mt19937 random(3);
        std::uniform_real_distribution<double> any(least, 1);
        for (const equations::Parameter& parameter : program->declared.parameters) {
            LiteratureValues values(nx * ny * nz);
            for (double& value : values) value = any(random);
            before[parameter.name] = values;
            problem.parameters.push_back(std::move(values));
        }
        const auto backend = find_backend("cpu")->open(problem, {});
        test::MemoryState state;
        backend->save(state);
        for (const ArrayInfo& info : state.arrays()) {
            if (info.name == "step") continue;
            const auto values = state.values<double>(info.name);
            for (double& value : values) value = any(random);
            before[info.name] = LiteratureValues(values.begin(), values.end());
        }
        backend->load(state);
        backend->advance(1);
        test::MemoryState saved;
        backend->save(saved);
        for (const ArrayInfo& info : saved.arrays()) {
            if (info.name == "step") continue;
            const auto values = saved.values<double>(info.name);
            after[info.name] = LiteratureValues(values.begin(), values.end());
        }
    }
    static std::size_t place(int x, int y, int z) { return static_cast<std::size_t>((z * ny + y) * nx + x); }
    double at(const std::string& name, int x, int y, int z) const { return before.at(name)[place(x, y, z)]; }

    void expect(const std::string& name, int margin, const std::function<double(int, int, int)>& formula) const {
        int compared = 0;
        for (int z = margin; z < nz - margin; ++z)
            for (int y = margin; y < ny - margin; ++y)
                for (int x = margin; x < nx - margin; ++x) {
                    const double expected = formula(x, y, z);
                    ASSERT_NEAR(after.at(name)[place(x, y, z)], expected, 1e-12 * (1 + std::abs(expected)))
                        << name << " " << x << " " << y << " " << z;
                    ++compared;
                }
        EXPECT_GT(compared, 100);
    }

    std::map<std::string, LiteratureValues> before, after;
};

TEST_F(LiteraturePrograms, ChebyshevSmoother) {
    step("cheby", -1);
    expect("u", 1, [&](int x, int y, int z) {
        double total = 0;
        for (int k = -1; k <= 1; ++k)
            for (int j = -1; j <= 1; ++j)
                for (int i = -1; i <= 1; ++i) {
                    constexpr double weight[] = {-4.26, 0.46, 0.1, 0.03};
                    total += weight[i * i + j * j + k * k] * at("u", x + i, y + j, z + k);
                }
        const double u = at("u", x, y, z);
        const double residual = at("rhs", x, y, z) - (u - 0.5 * total);
        return u + 0.2 * (u - at("u_old", x, y, z)) + 0.3 * at("dinv", x, y, z) * residual;
    });
}

TEST_F(LiteraturePrograms, Denoising) {
    step("denoise3d", 0.1);
    constexpr int beside[6][3] = {{1, 0, 0}, {-1, 0, 0}, {0, 1, 0}, {0, -1, 0}, {0, 0, 1}, {0, 0, -1}};
    const auto slope = [&](int x, int y, int z) {
        double squares = 1e-20;
        for (const auto& d : beside) squares += std::pow(at("u", x, y, z) - at("u", x + d[0], y + d[1], z + d[2]), 2);
        return 1 / std::sqrt(squares);
    };
    expect("u", 2, [&](int x, int y, int z) {
        const double sigma2 = 0.05 * 0.05, gamma = 0.065 / sigma2;
        const double u = at("u", x, y, z), f = at("f", x, y, z);
        double r = u * f / sigma2;
        r = r * (2.38944 + r * (0.950037 + r)) / (4.65314 + r * (2.57541 + r * (1.48937 + r)));
        double above = gamma * f * r, below = gamma;
        for (const auto& d : beside) {
            const double g = slope(x + d[0], y + d[1], z + d[2]);
            above += g * at("u", x + d[0], y + d[1], z + d[2]);
            below += g;
        }
        return (u + 5 * above) / (1 + 5 * below);
    });
}

TEST_F(LiteraturePrograms, Curl) {
    step("curl", -1);
    const double hx = 0.01, hy = 0.02, hz = 0.03;
    const auto forward = [&](const char* name, int x, int y, int z, int axis) {
        return at(name, x + (axis == 0), y + (axis == 1), z + (axis == 2)) - at(name, x, y, z);
    };
    const auto c = [&](int which, int x, int y, int z) {
        if (which == 0) return hz * forward("ay", x, y, z, 2) - hy * forward("az", x, y, z, 1) + at("ax", x, y, z);
        if (which == 1) return hz * forward("ax", x, y, z, 2) - hx * forward("az", x, y, z, 0) + at("ay", x, y, z);
        return hy * forward("ax", x, y, z, 1) - hx * forward("ay", x, y, z, 0) + at("az", x, y, z);
    };
    const auto back = [&](int which, int x, int y, int z, int axis) {
        return c(which, x, y, z) - c(which, x - (axis == 0), y - (axis == 1), z - (axis == 2));
    };
    expect("ax", 1,
           [&](int x, int y, int z) { return hz * back(1, x, y, z, 2) - hy * back(2, x, y, z, 1) + c(0, x, y, z); });
    expect("ay", 1,
           [&](int x, int y, int z) { return hz * back(0, x, y, z, 2) - hx * back(2, x, y, z, 0) + c(1, x, y, z); });
    expect("az", 1,
           [&](int x, int y, int z) { return hy * back(0, x, y, z, 1) - hx * back(1, x, y, z, 0) + c(2, x, y, z); });
}

TEST_F(LiteraturePrograms, HyperbolicTerm) {
    step("hypterm", 0.1);
    const double inverse[] = {0.1, 0.2, 0.3};
    /// The difference of order 8 of a product along an axis, over its spacing.
    const auto slope = [&](const std::function<double(int, int, int)>& value, int axis, int x, int y, int z) {
        constexpr double weight[] = {0.8, -0.2, 0.038, -0.0035};
        double total = 0;
        for (int d = 1; d <= 4; ++d) {
            const int i = axis == 0 ? d : 0, j = axis == 1 ? d : 0, k = axis == 2 ? d : 0;
            total += weight[d - 1] * (value(x + i, y + j, z + k) - value(x - i, y - j, z - k));
        }
        return total * inverse[axis];
    };
    const char* const momentum[] = {"m1", "m2", "m3"};
    const char* const velocity[] = {"v1", "v2", "v3"};
    expect("f0", 4, [&](int x, int y, int z) {
        double flux = at("f0", x, y, z);
        for (const int axis : {0, 1, 2})
            flux -= slope([&](int i, int j, int k) { return at(momentum[axis], i, j, k); }, axis, x, y, z);
        return flux;
    });
    for (const int which : {0, 1, 2})
        expect("f" + std::to_string(which + 1), 4, [&](int x, int y, int z) {
            double flux = at("f" + std::to_string(which + 1), x, y, z);
            for (const int axis : {0, 1, 2})
                flux -= slope(
                    [&](int i, int j, int k) {
                        return at(momentum[which], i, j, k) * at(velocity[axis], i, j, k) +
                               (axis == which ? at("p", i, j, k) : 0);
                    },
                    axis, x, y, z);
            return flux;
        });
    expect("f4", 4, [&](int x, int y, int z) {
        double flux = at("f4", x, y, z);
        for (const int axis : {0, 1, 2})
            flux -= slope([&](int i, int j,
                              int k) { return (at("e", i, j, k) + at("p", i, j, k)) * at(velocity[axis], i, j, k); },
                          axis, x, y, z);
        return flux;
    });
}

}  // namespace
}  // namespace wavesim

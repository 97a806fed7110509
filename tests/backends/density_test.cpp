// SPDX-License-Identifier: MIT
// Media whose density varies, against the definition in density_operator.hpp: the field after some steps, the energy
// that the scheme conserves, its limit.
#include "stencils/density/density_operator.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <random>

#include "backends/definitions.hpp"
#include "backends/equal_sets.hpp"
#include "backends/machine_here.hpp"
#include "backends/resumed.hpp"
#include "stencils/backend/backend.hpp"
#include "stencils/backend/isa.hpp"
#include "stencils/backend/some_gpu.hpp"
#include "stencils/gpu/common/visible_gpus.hpp"
#include "stencils/problem/fluids.hpp"
#include "stencils/registry/backend_registry.hpp"

namespace wavesim {
namespace {

using Field = std::vector<double>;

/// Random moduli and buoyancies over `contrast`; sides as given, at a share of the limit for this medium.
DensityProblem problem_of(const Extent& extent, int half_order, const std::array<HaloRule, 6>& sides, double fraction,
                          float contrast = 4) {
    DensityProblem problem;
    problem.extent = extent;
    problem.precision = Precision::float64;
    problem.stencil = density_stencil(half_order, extent.ny == 1 ? 2 : 3);
    problem.halo = sides;
    problem.speed.varies = true;
    problem.kind().half_order = half_order;
    problem.fluid = test::random_fluid(extent, problem.stencil.dims, contrast, 3);
    problem.courant = fraction * 2 / std::sqrt(density_spectral_bound(problem));
    return problem;
}

std::array<HaloRule, 6> all(HaloRule rule) { return {rule, rule, rule, rule, rule, rule}; }
constexpr std::array<HaloRule, 6> mixed{HaloRule::mirror_half, HaloRule::odd_half,    HaloRule::zero,
                                        HaloRule::mirror_half, HaloRule::mirror_half, HaloRule::odd_half};

Field noise(const Extent& extent, unsigned seed) {
    std::mt19937 random(seed);
    std::uniform_real_distribution<double> value(-1, 1);
    Field field(static_cast<std::size_t>(extent.nodes()));
    for (double& v : field) v = value(random);
    return field;
}

double modulus(const DensityProblem& problem, std::int64_t node) {
    return static_cast<double>(problem.fluid.modulus[static_cast<std::size_t>(node)]);
}

/// sum_d D- b D+ p, node by node.
Field divergence_of_flux(const DensityProblem& problem, const Field& p) {
    const Extent& e = problem.extent;
    const std::vector<double> s = test::staggered_difference(problem.kind().half_order);
    Field result(p.size(), 0.0);
    const std::array<std::int64_t, 3> steps{1, e.nx, e.nx * e.ny};
    for (std::int64_t node = 0; node < e.nodes(); ++node)
        for (int axis = 0; axis < 3; ++axis) {
            if (problem.stencil.dims == 2 && axis == 1) continue;
            const auto a = static_cast<std::size_t>(axis);
            const std::int64_t n = e.along(axis);
            const std::int64_t i = node / steps[a] % n;
            const HaloRule low = problem.halo[2 * a];
            const HaloRule high = problem.halo[2 * a + 1];
            const auto pressure = [&](std::int64_t t) {
                const test::Image image = test::image_of(t, n, low, high);
                if (image.sign == 0) return 0.0;
                return image.sign * p[static_cast<std::size_t>(node + (image.node - i) * steps[a])];
            };
            const auto flux = [&](std::int64_t face) {
                double slope = 0;
                for (std::int64_t m = 1; m <= problem.kind().half_order; ++m)
                    slope += s[static_cast<std::size_t>(m - 1)] * (pressure(face + m) - pressure(face - m + 1));
                Node before = node_at(e, node);
                (axis == 0 ? before.x : axis == 1 ? before.y : before.z) = test::face_of(face, n, low, high);
                return test::buoyancy_of(problem.fluid, e, axis, before) * slope;
            };
            for (std::int64_t m = 1; m <= problem.kind().half_order; ++m)
                result[static_cast<std::size_t>(node)] +=
                    s[static_cast<std::size_t>(m - 1)] * (flux(i + m - 1) - flux(i - m));
        }
    return result;
}

/// The backend with two levels of noise in it.
std::unique_ptr<StencilBackend> noisy(const DensityProblem& problem, const BackendOptions& options) {
    auto backend = find_backend("cpu")->open(problem, options);
    backend->write(FieldLevel::previous, noise(problem.extent, 21));
    backend->write(FieldLevel::current, noise(problem.extent, 22));
    return backend;
}

Field read(const StencilBackend& backend, const DensityProblem& problem, FieldLevel level = FieldLevel::current) {
    const Extent& e = problem.extent;
    Field field(static_cast<std::size_t>(e.nodes()));
    backend.read(level, {{0, 0, 0}, {e.nx, e.ny, e.nz}}, field);
    return field;
}

double largest_difference(const Field& a, const Field& b) {
    double peak = 0;
    double worst = 0;
    for (std::size_t i = 0; i < a.size(); ++i) {
        peak = std::max(peak, std::abs(b[i]));
        worst = std::max(worst, std::abs(a[i] - b[i]));
    }
    return worst / peak;
}

TEST(VariableDensity, DoesWhatItsDefinitionSays) {
    for (const Extent extent : {Extent{37, 1, 19}, Extent{21, 11, 9}, Extent{3, 5, 40}})
        for (const int order : {1, 2, 4, 6})
            for (const Precision precision : {Precision::float64, Precision::float32}) {
                DensityProblem problem = problem_of(extent, order, mixed, 0.9);
                problem.precision = precision;
                Field before = noise(extent, 21);
                Field now = noise(extent, 22);
                for (int step = 0; step < 10; ++step) {
                    const Field change = divergence_of_flux(problem, now);
                    for (std::size_t i = 0; i < now.size(); ++i) {
                        const double next = 2 * now[i] - before[i] +
                                            problem.courant * problem.courant *
                                                modulus(problem, static_cast<std::int64_t>(i)) * change[i];
                        before[i] = now[i];
                        now[i] = next;
                    }
                }
                for (const cpu::Isa isa : cpu::available_isas()) {
                    const auto backend = noisy(problem, {2, to_string(isa)});
                    backend->advance(10);
                    EXPECT_LE(largest_difference(read(*backend, problem), now),
                              precision == Precision::float64 ? 1e-13 : 1e-5)
                        << extent.nx << " x " << extent.ny << " x " << extent.nz << ", M = " << order << ", "
                        << to_string(isa);
                }
            }
}

TEST(VariableDensity, NoBitDependsOnThreads) {
    const DensityProblem problem = problem_of({50, 30, 20}, 4, mixed, 0.9);
    const auto one = noisy(problem, {1, ""});
    const auto three = noisy(problem, {3, ""});
    one->advance(30);
    three->advance(30);
    EXPECT_EQ(read(*one, problem), read(*three, problem));
}

TEST(VariableDensity, GoesOnFromASavedStep) {
    const DensityProblem problem = problem_of({50, 3, 20}, 4, mixed, 0.9);
    for (const int step : {4, 7}) {
        const auto straight = noisy(problem, {1, ""});
        straight->advance(step);
        test::expect_to_go_on(*straight, *find_backend("cpu")->open(problem, {3, ""}), 5);
    }
}

/// 1/2 sum (p+ - p)^2 / k + courant^2 / 2 sum_faces b (D+ p+) (D+ p), the second sum by parts.
double energy(const StencilBackend& backend, const DensityProblem& problem) {
    const Field now = read(backend, problem, FieldLevel::previous);
    const Field next = read(backend, problem, FieldLevel::current);
    const Field change = divergence_of_flux(problem, now);
    double sum = 0;
    for (std::size_t i = 0; i < now.size(); ++i) {
        sum += (next[i] - now[i]) * (next[i] - now[i]) / modulus(problem, static_cast<std::int64_t>(i));
        sum -= problem.courant * problem.courant * next[i] * change[i];
    }
    return sum / 2;
}

TEST(VariableDensity, ConservesItsEnergyBetweenWallsAndFreeSurfaces) {
    for (const Extent extent : {Extent{40, 1, 33}, Extent{15, 13, 14}})
        for (const int order : {1, 2, 4})
            for (const auto& sides : {all(HaloRule::mirror_half), mixed}) {
                const DensityProblem problem = problem_of(extent, order, sides, 0.95);
                const auto backend = noisy(problem, {1, ""});
                backend->advance(1);
                const double before = energy(*backend, problem);
                backend->advance(400);
                EXPECT_GT(before, 0);
                EXPECT_NEAR(energy(*backend, problem) / before, 1, 1e-12) << "M = " << order;
            }
}

/// At the very limit noise does not grow, not even where water meets air.
TEST(VariableDensity, IsStableAtItsLimit) {
    for (const float contrast : {4.0F, 1000.0F})
        for (const int order : {1, 2, 4}) {
            const DensityProblem problem = problem_of({30, 1, 30}, order, all(HaloRule::odd_half), 0.9999, contrast);
            const auto backend = noisy(problem, {1, ""});
            backend->write(FieldLevel::previous, noise(problem.extent, 22));  // at rest
            backend->advance(100);
            const double before = backend->health().peak;
            backend->advance(10'000);
            EXPECT_LT(backend->health().peak, 3 * before) << "M = " << order << ", contrast " << contrast;
        }
}

/// Layers of 6 cells at every side, as leggy-M has them.
void add_layers(DensityProblem& problem) {
    AbsorbingLayers& layers = problem.layers;
    layers.half_order = problem.kind().half_order;
    for (int d = 0; d < 3; ++d) {
        if (d == 1 && problem.extent.ny == 1) continue;
        const auto axis = static_cast<std::size_t>(d);
        layers.width[2 * axis] = layers.width[2 * axis + 1] = 6;
        const std::int64_t n = problem.extent.along(d);
        for (std::int64_t i = 0; i < n; ++i) {
            const bool inside = i < 6 || i >= n - 6;
            layers.decay[axis].push_back(inside ? 0.8 : 0.9);
            layers.gain[axis].push_back(inside ? -0.15 : 0);
        }
    }
}

TEST(VariableDensity, MovesToAnInstructionSetWithTheSameBits) {
    if (test::moves_between_equal_sets().empty()) GTEST_SKIP() << "this CPU lacks AVX-512";
    for (const auto& [from, to] : test::moves_between_equal_sets())
        for (const Extent extent : {Extent{77, 1, 25}, Extent{41, 19, 21}})
            for (const int order : {1, 2, 3, 4, 6})
                for (const bool layered : {false, true})
                    for (const Precision precision : {Precision::float64, Precision::float32}) {
                        SCOPED_TRACE(from + " to " + to + ", M = " + std::to_string(order));
                        DensityProblem problem = problem_of(extent, order, layered ? all(HaloRule::zero) : mixed, 0.8);
                        if (layered) add_layers(problem);
                        problem.precision = precision;
                        const auto straight = noisy(problem, {2, from});
                        straight->advance(7);
                        test::expect_to_move(*straight, *find_backend("cpu")->open(problem, {3, to}), 8);
                    }
}

/// Traces of a pulse of some 10 cells that crosses 10 wavelengths and more.
Field traces_of(DensityProblem problem) {
    const Extent& e = problem.extent;
    Injection source{{{e.index(30, 0, 60)}, {1}}, {}};
    for (int n = 0; n < 80; ++n) {
        const double a = std::pow((n - 40) / 10.0, 2);
        source.signal.push_back((1 - 2 * a) * std::exp(-a));
    }
    problem.sources = {source};
    problem.receivers = {{{e.index(150, 0, 70)}, {1}}, {{e.index(140, 0, 20)}, {1}}};
    const auto backend = find_backend("cpu")->open(problem, {2, ""});
    backend->advance(500);
    Field traces;
    backend->take_traces(traces);
    return traces;
}

/// Ranges of 5 octaves, with values between two codes: the same everywhere but in a corner, and gradients.
TEST(VariableDensity, CodesOf16BitsChangeTheAnswerByLessThanOneIn10000) {
    const Extent extent{170, 1, 120};
    for (const bool gradients : {false, true}) {
        DensityProblem problem = problem_of(extent, 4, mixed, 0.9);
        const auto octaves = [&](double at) { return static_cast<float>(std::exp2(-5 * at)); };
        problem.fluid = test::make_fluid(
            extent, 2,
            [&](const Node& n) {
                if (gradients) return 1234.567F * octaves(static_cast<double>(n.z) / 170);
                return n.x + n.z == 0 ? 1234.567F * octaves(1) : 1234.567F;
            },
            [&](int, const Node& n) {
                if (gradients) return 0.000713F * octaves(static_cast<double>(n.x) / 300);
                return n.x + n.z == 0 ? 0.000713F * octaves(1) : 0.000713F;
            });
        problem.courant = 0.9 * 2 / std::sqrt(density_spectral_bound(problem));
        DensityProblem coded = problem;
        coded.store_fluid(MediumStorage::int16);
        EXPECT_GT(coded.code.most_speed_error(), 1e-5);
        const double difference = largest_difference(traces_of(coded), traces_of(problem));
        EXPECT_GT(difference, 0);
        EXPECT_LE(difference, 1e-4);
        RecordProperty(gradients ? "gradients" : "uniform", std::to_string(difference));
    }
}

class VariableDensityOnGpu : public testing::TestWithParam<const char*> {};
INSTANTIATE_TEST_SUITE_P(Forms, VariableDensityOnGpu, testing::Values("texture.density", "stream25.density"),
                         [](const auto& form) { return form.index == 0 ? "NodePerThread" : "Sweep"; });

TEST_P(VariableDensityOnGpu, AgreesWithTheCpu) {
    if (const std::string why = cuda_why_not(); !why.empty()) GTEST_SKIP() << why;
    const BackendEntry& gpu = *find_backend(GetParam());
    const bool sweeps = GetParam() == std::string("stream25.density");
    for (const Extent extent : {sweeps ? Extent{150, 71, 90} : Extent{77, 1, 45}, Extent{41, 29, 33}})
        for (const int order : {1, 2, 4, 6})
            for (const bool layered : {false, true})
                for (const Precision precision : {Precision::float64, Precision::float32}) {
                    DensityProblem problem = problem_of(extent, order, layered ? all(HaloRule::zero) : mixed, 0.8);
                    if (layered) add_layers(problem);
                    const std::int64_t middle = extent.index(extent.nx / 2, extent.ny / 2, extent.nz / 2);
                    if (order == 2 || order == 4) problem.store_fluid(MediumStorage::int16);
                    problem.sources = {{{{middle}, {1}}, {1.0, 0.5, -0.25}}};
                    problem.receivers = {{{middle + 3, middle + 4}, {0.25, 0.75}}};
                    SCOPED_TRACE("M = " + std::to_string(order) + (layered ? ", layers" : "") +
                                 (precision == Precision::float32 ? ", float" : ""));
                    const auto cpu = noisy(problem, {2, ""});
                    problem.precision = precision;
                    ASSERT_EQ(gpu.propose(problem, test::machine_here()).why_not, "");
                    const auto device = gpu.open(problem, {2, ""});
                    device->write(FieldLevel::previous, noise(extent, 21));
                    device->write(FieldLevel::current, noise(extent, 22));
                    cpu->advance(101);
                    device->advance(101);
                    const double bound = precision == Precision::float64 ? 1e-12 : 2e-5;
                    EXPECT_LE(largest_difference(read(*device, problem), read(*cpu, problem)), bound);
                    Field expected;
                    Field found;
                    cpu->take_traces(expected);
                    device->take_traces(found);
                    ASSERT_EQ(found.size(), 101U);
                    EXPECT_LE(largest_difference(found, expected), bound);
                    test::expect_to_go_on(*device, *gpu.open(problem, {2, ""}), 6);
                }
}

TEST(VariableDensity, RunsOnTheCpuAndInTwoFormsOfTheGpu) {
    const DensityProblem problem = problem_of({20, 20, 20}, 2, all(HaloRule::mirror_half), 0.9);
    Machine machine;
    machine.gpu = test::some_gpu();
    for (const BackendEntry* entry : all_backends())
        EXPECT_EQ(entry->propose(problem, machine).why_not.empty(),
                  entry->name == "cpu" || entry->name.ends_with(".density"))
            << entry->name << ": " << entry->propose(problem, machine).why_not;
    DensityProblem solid = problem;
    solid.walls.solids = {{100, 1}};
    EXPECT_EQ(find_backend("cpu")->propose(solid, machine).why_not,
              "solids in a medium whose density varies are not known to be stable");
    DensityProblem without = problem;
    without.fluid.low_side[1].clear();
    EXPECT_THROW(find_backend("cpu")->open(without, {}), std::invalid_argument);
}

}  // namespace
}  // namespace wavesim

// SPDX-License-Identifier: MIT
// Media whose density varies, against plane waves at interfaces of two fluids, head-on and oblique, and the symmetry of
// the equation; absorbing layers beside them.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <complex>
#include <numbers>
#include <random>

#include "boundary/absorbing.hpp"
#include "physics/scene_builder.hpp"
#include "physics/tested_backend.hpp"
#include "solvers/ways/open_sides.hpp"
#include "stencils/density/density_operator.hpp"
#include "stencils/problem/fluids.hpp"

namespace wavesim {
namespace {

using std::numbers::pi;
using test::cell;
using test::node;
using test::sound_speed;
using Complex = std::complex<double>;

/// Two fluids; speeds relative to the first, which has speed and density 1.
struct Fluid {
    double speed;
    double density;
};

/// A flat duct of `width` nodes with rigid sides along x, in which cos(pi (x + 1/2) / width) travels along z as a plane
/// wave travels obliquely: k_x = pi / width, and 0 for one node. Nodes z >= lower are of the second fluid.
struct Duct {
    std::int64_t width;
    int half_order;
    double courant_fraction;
};
constexpr std::int64_t layer = 60;  ///< cells that absorb, at both ends
constexpr std::int64_t source_z = layer + 10;
constexpr std::int64_t upper_receiver = layer + 50;
constexpr std::int64_t lower = layer + 70;
constexpr std::int64_t duct_length = 2 * layer + 110;
constexpr double duration = 700;
constexpr std::int64_t beside = 1;
/// Spectra are taken at complex frequencies, where the formulas hold as well and what lies beyond the end of the traces
/// has died out.
constexpr double damping = 0.015;
constexpr std::size_t receiver_count = 5;

double k_across(const Duct& duct) { return duct.width == 1 ? 0 : pi / static_cast<double>(duct.width); }

/// Traces (step, receiver) beside the interface of `second`; receivers at z, on the antinode x = 0.
std::vector<double> duct_traces(const Duct& duct, const Fluid& fastest, const Fluid& second,
                                const std::vector<std::int64_t>& receivers, double& time_step) {
    DensityProblem problem;
    problem.extent = {duct.width, 1, duct_length};
    problem.precision = Precision::float64;
    problem.stencil = density_stencil(duct.half_order, 2);
    problem.halo.fill(HaloRule::mirror_half);
    problem.halo[4] = problem.halo[5] = HaloRule::zero;
    const double top = std::max(1.0, fastest.speed);
    problem.speed.varies = true;
    problem.kind().half_order = duct.half_order;
    std::vector<float> factors, densities;
    for (std::int64_t i = 0; i < problem.extent.nodes(); ++i) {
        const Fluid here = i / duct.width < lower ? Fluid{1, 1} : second;
        factors.push_back(static_cast<float>(std::pow(here.speed / top, 2)));
        densities.push_back(static_cast<float>(here.density));
    }
    problem.fluid = test::fluid_of_nodes(problem.extent, 2, factors, densities);
    problem.courant = duct.courant_fraction * 2 / std::sqrt(density_spectral_bound(problem));
    if (time_step > 0) problem.courant = time_step * top;
    time_step = problem.courant / top;
    std::array<LayerProfile, 6> ends;
    ends[4] = ends[5] = {layer, 1e-9};
    problem.layers = build_layers(problem.stencil, problem.courant, problem.extent, ends, 1 / (16 * top));
    const auto steps = static_cast<std::int64_t>(duration / time_step);
    Injection injection;
    for (std::int64_t x = 0; x < duct.width; ++x) {
        injection.at.nodes.push_back(problem.extent.index(x, 0, source_z));
        injection.at.weights.push_back(std::cos(k_across(duct) * (static_cast<double>(x) + 0.5)));
    }
    for (std::int64_t n = 0; n < steps; ++n) {
        const double a = std::pow(pi * static_cast<double>(n) * time_step / 16 - 1.5 * pi, 2);
        injection.signal.push_back((1 - 2 * a) * std::exp(-a));
    }
    problem.sources = {injection};
    for (const std::int64_t z : receivers) problem.receivers.push_back({{problem.extent.index(0, 0, z)}, {1.0}});
    const auto backend = test::tested_backend(problem).open(problem, {1, ""});  // so small that threads only wait
    backend->advance(steps);
    std::vector<double> traces;
    backend->take_traces(traces);
    return traces;
}

Complex spectrum(const std::vector<double>& traces, std::size_t r, Complex omega, double time_step) {
    Complex sum = 0;
    for (std::size_t n = 0; n < traces.size() / receiver_count; ++n)
        sum += traces[receiver_count * n + r] * std::exp(Complex(0, -static_cast<double>(n) * time_step) * omega);
    return sum;
}

struct Coefficients {
    Complex reflected;
    Complex through;
};

/// k_z in a fluid; waves die out along z.
Complex k_along(Complex omega, double kx, const Fluid& fluid) {
    const Complex k = std::sqrt(omega * omega / (fluid.speed * fluid.speed) - kx * kx);
    return k.imag() > 0 ? -k : k;
}

Coefficients exact(Complex omega, double kx, const Fluid& second) {
    const Complex first = k_along(omega, kx, {1, 1});
    const Complex next = k_along(omega, kx, second);
    const Complex sum = second.density * first + next;
    return {(second.density * first - next) / sum, 2 * second.density * first / sum};
}

/// Measured by comparison with a duct of one fluid. What comes back to the upper receiver stands, without an interface,
/// at its mirror image. Half of the way between two receivers tells the wave on the interface from that beside it.
std::vector<Coefficients> measure(const Duct& duct, const Fluid& second, const std::vector<Complex>& omegas) {
    const std::vector<std::int64_t> receivers{upper_receiver, 2 * lower - 1 - upper_receiver, lower - 1 - beside,
                                              lower + beside, lower + 3 * beside + 1};
    double time_step = 0;
    const auto both = duct_traces(duct, second, second, receivers, time_step);
    const auto one = duct_traces(duct, second, {1, 1}, receivers, time_step);
    std::vector<Coefficients> measured;
    for (const Complex omega : omegas) {
        const auto of = [&](const std::vector<double>& traces, std::size_t r) {
            return spectrum(traces, r, omega, time_step);
        };
        const Complex incident = of(one, 2) * std::sqrt(of(one, 3) / of(one, 2));
        const Complex through = of(both, 3) * std::sqrt(of(both, 3) / of(both, 4));
        measured.push_back({(of(both, 0) - of(one, 0)) / of(one, 1), through / incident});
    }
    return measured;
}

/// R = (Z2 - Z1) / (Z2 + Z1), T = 1 + R with 16 points per wavelength in the first fluid. At one speed M = 1 is exact.
TEST(VariableDensity, InterfacesReflectAndTransmitHeadOn) {
    struct Case {
        int half_order;
        Fluid second;
        double most_reflected;
        double most_through;
    };
    for (const Case& c :
         {Case{1, {1.6, 2.5}, 0.005, 0.02}, Case{1, {1, 2.5}, 1e-4, 1e-4}, Case{1, {1, 0.4}, 1e-4, 1e-4},
          Case{2, {1.6, 2.5}, 0.002, 0.002}, Case{2, {1, 2.5}, 0.006, 0.006}, Case{2, {1, 0.4}, 0.006, 0.006},
          Case{4, {1.6, 2.5}, 0.002, 0.002}, Case{4, {1, 2.5}, 0.006, 0.006}, Case{4, {1, 0.4}, 0.006, 0.006}}) {
        const Complex omega(2 * pi / 16, -damping);
        const double impedance = c.second.density * c.second.speed;
        const double reflected = (impedance - 1) / (impedance + 1);

        const Coefficients found = measure({1, c.half_order, 0.3}, c.second, {omega}).at(0);

        EXPECT_LE(std::abs(found.reflected - reflected), c.most_reflected)
            << "M = " << c.half_order << ", " << impedance;
        EXPECT_LE(std::abs(found.through - (1 + reflected)), c.most_through)
            << "M = " << c.half_order << ", " << impedance;
    }
}

/// 20 to 65 degrees, 11 to 29 points per wavelength in the first fluid; where sound is 1.6 times as fast below,
/// reflection is total beyond 38.7 degrees. The error is of second order for every M.
TEST(VariableDensity, InterfacesReflectAndTransmitObliquely) {
    for (const int order : {1, 2, 4})
        for (const Fluid& second : {Fluid{1.6, 2.5}, Fluid{1, 2.5}, Fluid{0.8, 0.5}}) {
            const Duct duct{16, order, 0.3};
            std::vector<Complex> omegas;
            for (const double degrees : {20.0, 30.0, 50.0, 65.0})
                omegas.emplace_back(k_across(duct) / std::sin(degrees * pi / 180), -damping);

            const auto found = measure(duct, second, omegas);

            for (std::size_t i = 0; i < omegas.size(); ++i) {
                const Coefficients wanted = exact(omegas[i], k_across(duct), second);
                const double points = 2 * pi / omegas[i].real();
                const double most = (order == 1 ? 8 : 2) / (points * points);
                EXPECT_LE(std::abs(found[i].reflected - wanted.reflected), most) << "M = " << order << ", " << points;
                EXPECT_LE(std::abs(found[i].through - wanted.through), most) << "M = " << order << ", " << points;
            }
        }
}

/// Two fluids with a source and a receiver in each, a scene as a user writes it.
Scene two_fluids(const std::string& stencil) {
    Scene scene = test::box_scene({30, 24, 40}, stencil, 0.25);
    scene.medium.layers = Medium::Layers{2, {20 * cell}, {sound_speed, 1.5 * sound_speed}, {1000, 2300}};
    scene.boundaries.kind[static_cast<std::size_t>(Side::z_max)] = SideKind::free_surface;
    scene.sources = {test::ricker({11.3 * cell, 9.1 * cell, 30.4 * cell}, 12)};
    scene.receivers = {test::receiver("other", {20.2 * cell, 12.7 * cell, 9.2 * cell})};
    return scene;
}

/// Reciprocity when both send the same volume: amplitudes in Pa m are in proportion to the density.
TEST(VariableDensity, SoundTakesTheSameWayBack) {
    Scene there = two_fluids("leggy-2");
    Scene back = there;
    std::swap(back.sources[0].position, back.receivers[0].position);
    there.sources[0].signal.amplitude_pa_m = 2300;  // in the upper fluid
    back.sources[0].signal.amplitude_pa_m = 1000;

    const std::vector<double> a = test::run(test::plan_of(there));
    const std::vector<double> b = test::run(test::plan_of(back));

    double peak = 0;
    double difference = 0;
    for (std::size_t n = 0; n < a.size(); ++n) {
        peak = std::max(peak, std::abs(a[n]));
        difference = std::max(difference, std::abs(a[n] - b[n]));
    }
    EXPECT_GT(peak, 1);
    EXPECT_LE(difference, 1e-12 * peak);
}

TEST(VariableDensity, ThePlanSaysWhatRuns) {
    const Plan plan = test::plan_of(two_fluids("leggy-4"));
    EXPECT_EQ(plan.decision.shape.stencil.name, "staggered-4");
    EXPECT_EQ(std::get<DensityShape>(plan.decision.shape.medium).half_order, 4);
    EXPECT_LE(plan.decision.courant_limit, 2 / (std::sqrt(3) * 2.5725));
    EXPECT_GE(plan.decision.courant_limit, 0.98 * 2 / (std::sqrt(3) * 2.5726));
    const auto density = [&](std::int64_t z) {  // of a face along a layer
        const FluidMedium& fluid = std::get<DensityProblem>(plan.problem).fluid;
        return 1 / fluid.buoyancy[0][static_cast<std::size_t>(plan.grid().index(3, 3, z))];
    };
    EXPECT_FLOAT_EQ(density(18), 1000);
    // The interface lies between both: the larger buoyancy gives 1/24 of the step.
    EXPECT_FLOAT_EQ(density(19), 24 / (23.0 / 1000 + 1.0 / 2300));
    EXPECT_FLOAT_EQ(density(20), 24 / (23.0 / 2300 + 1.0 / 1000));
    EXPECT_NE(test::plan_of(two_fluids("auto")).decision.shape.stencil.name.find("staggered-"), std::string::npos);
}

/// One density in every layer is the medium without densities: leggy-1 to the last bits of rounding, where the density
/// is a power of 2, whose inverse is a float.
TEST(VariableDensity, OneDensityIsNoDensity) {
    Scene scene = two_fluids("leggy-1");
    scene.medium.layers->densities_kg_m3 = {1024, 1024};
    const std::vector<double> with = test::run(test::plan_of(scene));
    scene.medium.layers->densities_kg_m3.clear();
    const std::vector<double> without = test::run(test::plan_of(scene));
    ASSERT_EQ(with.size(), without.size());
    double peak = 0;
    for (const double p : without) peak = std::max(peak, std::abs(p));
    for (std::size_t n = 0; n < with.size(); ++n) EXPECT_NEAR(with[n], without[n], 1e-10 * peak) << n;
}

/// 60 x 60 cells of two fluids, absorbing on every side, against the same in 300 x 300 cells.
TEST(VariableDensity, AbsorbingLayersTakeWhatMeetsThem) {
    const auto traces = [](const std::string& stencil, std::int64_t more) {
        Scene scene = test::box_scene({60 + 2 * more, 1, 60 + 2 * more}, stencil, 260 * cell / (1.5 * sound_speed));
        const double shift = static_cast<double>(more) * cell;
        scene.medium.layers = Medium::Layers{2, {30 * cell + shift}, {1.5 * sound_speed, sound_speed}, {2300, 1000}};
        scene.boundaries.kind = {SideKind::absorbing, SideKind::absorbing, SideKind::wall,
                                 SideKind::wall,      SideKind::absorbing, SideKind::absorbing};
        for (const std::size_t s : {0U, 1U, 4U, 5U}) scene.boundaries.layer[s].cells = 20;
        scene.sources = {test::ricker({25.5 * cell + shift, 0, 40.5 * cell + shift}, 10)};
        for (const auto& [x, z] : {std::pair{57.5, 40.5}, {30.5, 57.5}, {30.5, 2.5}, {57.5, 2.5}})
            scene.receivers.push_back(
                test::receiver(std::to_string(x + 100 * z), {x * cell + shift, 0, z * cell + shift}));
        return test::run(test::plan_of(scene));
    };
    struct Case {
        std::string stencil;
        double most_db;
    };
    for (const auto& [stencil, most_db] : {Case{"leggy-1", -65}, Case{"leggy-2", -75}, Case{"leggy-4", -90}}) {
        const std::vector<double> near = traces(stencil, 0);
        const std::vector<double> far = traces(stencil, 120);
        ASSERT_EQ(near.size(), far.size());
        double peak = 0;
        double error = 0;
        for (std::size_t n = 0; n < near.size(); ++n) {
            peak = std::max(peak, std::abs(far[n]));
            error = std::max(error, std::abs(near[n] - far[n]));
        }
        EXPECT_LE(20 * std::log10(error / peak), most_db) << stencil;
        RecordProperty(stencil, std::to_string(20 * std::log10(error / peak)));
    }
}

/// Peak after 20,000 steps over that after the first 200, from noise. Random speeds and densities, or one speed and
/// densities that hardly differ, where nothing scatters waves that layers amplify.
double left_of_noise(int order, bool random_medium, const std::array<HaloRule, 6>& halo, std::int64_t cells) {
    constexpr Extent domain{24, 1, 24};
    std::array<std::int64_t, 6> layers{};
    std::array<LayerProfile, 6> sides;
    for (std::size_t s = 0; s < 6; ++s)
        if (halo[s] == HaloRule::zero) layers[s] = sides[s].cells = cells;
    DensityProblem problem;
    problem.extent = grow_extent(domain, layers);
    problem.precision = Precision::float64;
    problem.stencil = density_stencil(order, 2);
    problem.halo = halo;
    problem.speed.varies = true;
    problem.kind().half_order = order;
    std::mt19937 random(9);
    std::uniform_real_distribution<float> uniform(0, 1);
    std::vector<float> factors, densities;
    for (std::int64_t i = 0; i < domain.nodes(); ++i) {
        const float speed = uniform(random);
        const float density = uniform(random);
        factors.push_back(random_medium ? 0.1F + 0.9F * speed : 1.0F);
        densities.push_back(std::pow(random_medium ? 4.0F : 1.001F, density));
    }
    problem.fluid = test::fluid_of_nodes(problem.extent, 2, grow_values(factors, domain, layers),
                                         grow_values(densities, domain, layers));
    problem.courant = 0.999 * 2 / std::sqrt(density_spectral_bound(problem));
    problem.layers = build_layers(problem.stencil, problem.courant, problem.extent, sides, 0.1);
    std::vector<double> field(static_cast<std::size_t>(problem.extent.nodes()));
    for (double& v : field) v = static_cast<double>(2 * uniform(random) - 1);
    const auto backend = test::tested_backend(problem).open(problem, {1, ""});
    backend->write(FieldLevel::previous, field);
    backend->write(FieldLevel::current, field);
    backend->advance(200);
    const double before = backend->health().peak;
    backend->advance(20'000);
    return backend->health().peak / before;
}

TEST(VariableDensity, LayersStayQuietFor20000Steps) {
    constexpr HaloRule open = HaloRule::zero, rigid = HaloRule::mirror_half;
    for (const int order : {1, 4, 12}) {  // LayerEigenvalues has all
        for (const HaloRule bottom : {rigid, HaloRule::odd_half})
            EXPECT_LT(left_of_noise(order, true, {open, open, rigid, rigid, bottom, open}, 10), 1) << "M = " << order;
        for (const std::int64_t cells : {4, 8, 20}) {
            EXPECT_LT(left_of_noise(order, false, {open, rigid, rigid, rigid, rigid, rigid}, cells), 1)
                << "M = " << order << ", " << cells;
            EXPECT_LT(left_of_noise(order, false, {open, open, rigid, rigid, rigid, open}, cells), 1)
                << "M = " << order << ", " << cells;
        }
    }
}

}  // namespace
}  // namespace wavesim

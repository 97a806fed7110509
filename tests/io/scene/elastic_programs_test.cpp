// SPDX-License-Identifier: MIT
// Elastic waves of configs/programs against closed forms: in 3D, and at free surfaces.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <random>

#include "io/scene/elastic_waves.hpp"

namespace wavesim::test {
namespace {

using Vector = std::array<double, 3>;

constexpr double cp = 2000;
constexpr double cs = 900;
constexpr double rho = 2300;
constexpr double spacing = 5;
const std::array<std::string, 3> velocities{"vx", "vy", "vz"};

/// Largest error of all velocities after ten periods of a standing wave of a box with smooth rigid walls, relative to
/// its amplitude. v_d = A_d sin(k_d x_d) times the cosines of the other two axes, about 17 nodes per wavelength.
double error_of_mode(const Vector& amplitude, const Vector& k, double speed) {
    const Extent e{24, 20, 16};
    const double time_step = 0.4 * stable_step(changed_program("elastic_3d"), 3, spacing, {cp, cs, rho});
    ElasticBox box(changed_program("elastic_3d"), e, all_rigid, {{cp}, {cs}, {rho}}, spacing, time_step);
    const double omega = speed * std::hypot(k[0], k[1], k[2]);
    const auto shape = [&](std::size_t d, std::int64_t x, std::int64_t y, std::int64_t z) {
        const std::array<std::int64_t, 3> at{x, y, z};
        double value = amplitude[d];
        for (std::size_t axis = 0; axis < 3; ++axis) {
            const double place = (static_cast<double>(at[axis]) + (axis == d ? 1 : 0.5)) * spacing;
            value *= axis == d ? std::sin(k[axis] * place) : std::cos(k[axis] * place);
        }
        return value;
    };
    for (std::size_t d = 0; d < 3; ++d)
        box.for_each(velocities[d], [&](std::int64_t x, std::int64_t y, std::int64_t z) {
            box.at(velocities[d], x, y, z) = shape(d, x, y, z) * std::cos(omega * time_step / 2);
        });
    box.mirror();
    const int steps = static_cast<int>(10 * 2 * M_PI / (omega * time_step));
    for (int n = 0; n < steps; ++n) box.advance();
    double worst = 0;
    for (std::size_t d = 0; d < 3; ++d)
        box.for_each(velocities[d], [&](std::int64_t x, std::int64_t y, std::int64_t z) {
            const double expected = shape(d, x, y, z) * std::cos(omega * (steps - 0.5) * time_step);
            worst = std::max(worst, std::abs(box.at(velocities[d], x, y, z) - expected));
        });
    return worst / std::hypot(amplitude[0], amplitude[1], amplitude[2]);
}

TEST(ElasticPrograms, WavesIn3DAreTheClosedFormsOfPAndS) {
    const Vector k{2 * M_PI / (24 * spacing), M_PI / (20 * spacing), M_PI / (16 * spacing)};
    const Vector across{0.3 * k[1] + k[2], 0.7 * k[2] - 0.3 * k[0], -k[0] - 0.7 * k[1]};
    EXPECT_LT(error_of_mode(k, k, cp), 0.02);
    EXPECT_LT(error_of_mode(across, k, cs), 0.02);
    EXPECT_GT(error_of_mode(k, k, 1.01 * cp), 0.1);
}

/// Numbers with a mean, which vary by `part` of it.
std::vector<double> varying(const Extent& e, double mean, double part, unsigned seed) {
    std::mt19937 random(seed);
    std::uniform_real_distribution<double> any(1 - part, 1 + part);
    std::vector<double> values(static_cast<std::size_t>(e.nodes()));
    for (double& value : values) value = mean * any(random);
    return values;
}

/// Energy between two steps, of velocities of half a step before and behind the stresses. Velocities on sides move half
/// a cell. Heterogeneous rock needs its own mean density and shear modulus at each place.
class Energy {
  public:
    Energy(ElasticBox& box, const Extent& e, const std::vector<std::vector<double>>& rock)
        : box_(box), e_(e), rock_(rock) {}

    /// Takes the velocities of half a step before.
    void look_before() {
        before_.clear();
        for (const std::string& v : velocities)
            box_.for_each(
                v, [&](std::int64_t x, std::int64_t y, std::int64_t z) { before_.push_back(box_.at(v, x, y, z)); });
    }
    /// Kinetic energy with the velocities of now.
    double kinetic() const {
        double sum = 0;
        std::size_t i = 0;
        for (std::size_t d = 0; d < 3; ++d)
            box_.for_each(velocities[d], [&](std::int64_t x, std::int64_t y, std::int64_t z) {
                const std::int64_t at = d == 0 ? x : d == 1 ? y : z;
                const bool side = at == -1 || at == e_.along(static_cast<int>(d)) - 1;
                const double density = 0.5 * (of(2, x, y, z) + of(2, x + (d == 0), y + (d == 1), z + (d == 2)));
                sum += (side ? 0.25 : 0.5) * density * before_[i++] * box_.at(velocities[d], x, y, z);
            });
        return sum;
    }
    double strain() const {
        double sum = 0;
        box_.for_each("sxx", [&](std::int64_t x, std::int64_t y, std::int64_t z) {
            const double mu = shear(x, y, z);
            const double lambda = of(2, x, y, z) * std::pow(of(0, x, y, z), 2) - 2 * mu;
            const double a = box_.at("sxx", x, y, z), b = box_.at("syy", x, y, z), c = box_.at("szz", x, y, z);
            sum += 0.25 / mu * (a * a + b * b + c * c - lambda / (3 * lambda + 2 * mu) * std::pow(a + b + c, 2));
        });
        for (const auto& [name, first, second] : {std::tuple("sxy", 0, 1), {"sxz", 0, 2}, {"syz", 1, 2}})
            box_.for_each(name, [&, name = std::string(name), i = first, j = second](std::int64_t x, std::int64_t y,
                                                                                     std::int64_t z) {
                const std::int64_t ix = i == 0, iy = i == 1, jy = j == 1, jz = j == 2;
                const double mean = 0.25 * (shear(x, y, z) + shear(x + ix, y + iy, z) + shear(x, y + jy, z + jz) +
                                            shear(x + ix, y + iy + jy, z + jz));
                sum += 0.5 / mean * std::pow(box_.at(name, x, y, z), 2);
            });
        return sum;
    }

  private:
    double of(std::size_t parameter, std::int64_t x, std::int64_t y, std::int64_t z) const {
        const auto inside = [](std::int64_t i, std::int64_t n) { return std::clamp<std::int64_t>(i, 0, n - 1); };
        return rock_[parameter]
                    [static_cast<std::size_t>(e_.index(inside(x, e_.nx), inside(y, e_.ny), inside(z, e_.nz)))];
    }
    double shear(std::int64_t x, std::int64_t y, std::int64_t z) const {
        return of(2, x, y, z) * std::pow(of(1, x, y, z), 2);
    }
    ElasticBox& box_;
    Extent e_;
    const std::vector<std::vector<double>>& rock_;
    std::vector<double> before_;
};

TEST(ElasticPrograms, EnergyOfOrderTwoIsConstantBesideFreeSurfaces) {
    const equations::Program program = changed_program("elastic_3d", "order: 4", "order: 2");
    const Extent e{7, 9, 8};
    const std::vector<std::vector<double>> rock{varying(e, cp, 0.1, 1), varying(e, cs, 0.2, 2),
                                                varying(e, rho, 0.3, 3)};
    const double time_step = 0.6 * stable_step(program, 3, spacing, {cp, cs, rho});
    std::array<HaloRule, 6> sides = all_free;
    sides[2] = HaloRule::mirror_half;
    ElasticBox box(program, e, sides, rock, spacing, time_step);
    Energy energy(box, e, rock);
    std::mt19937 random(4);
    std::uniform_real_distribution<double> any(-1, 1);
    for (const std::string& v : velocities)
        box.for_each(v, [&](std::int64_t x, std::int64_t y, std::int64_t z) { box.at(v, x, y, z) = any(random); });
    box.mirror();
    for (int n = 0; n < 5; ++n) box.advance();

    double first = 0;
    for (int n = 0; n < 200; ++n) {
        energy.look_before();
        const double strain = energy.strain();
        box.advance();
        const double now = strain + energy.kinetic();
        if (n == 0) first = now;
        ASSERT_NEAR(now, first, 1e-11 * first) << n;
        ASSERT_GT(strain, 1e-3 * first);
    }
}

/// Order 4 has one-sided differences there: noise must not grow at the step that plans take, for soft rock and hard.
TEST(ElasticPrograms, NoiseDoesNotGrowBesideFreeSurfaces) {
    for (const double ratio : {1.5, 3.0, 9.0}) {
        const equations::Program program = changed_program("elastic");
        const double time_step = 0.999 * stable_step(program, 2, spacing, {cp, cp / ratio, rho}) /
                                 std::pow(equations::one_sided_frequency, 2);
        ElasticBox box(program, {22, 1, 19}, all_free, {{cp}, {cp / ratio}, {rho}}, spacing, time_step);
        std::mt19937 random(5);
        std::uniform_real_distribution<double> any(-1, 1);
        box.for_each("vx",
                     [&](std::int64_t x, std::int64_t y, std::int64_t z) { box.at("vx", x, y, z) = any(random); });
        box.for_each("vz",
                     [&](std::int64_t x, std::int64_t y, std::int64_t z) { box.at("vz", x, y, z) = any(random); });
        box.mirror();
        double peak = 0;
        for (int n = 0; n < 6000; ++n) {
            box.advance();
            if (n % 100 != 99) continue;
            peak = 0;
            for (const char* v : {"vx", "vz"})
                box.for_each(v, [&](std::int64_t x, std::int64_t y, std::int64_t z) {
                    peak = std::max(peak, std::abs(box.at(v, x, y, z)));
                });
            ASSERT_LT(peak, 20) << ratio << ' ' << n;
        }
        EXPECT_GT(peak, 0.1);
    }
}

/// Lamb's problem with a buried line source: 20 nodes per shear wavelength of the peak frequency, ten wavelengths away.
/// The side through the source makes a second one of it, half a cell on its other side.
TEST(ElasticPrograms, SurfaceWavesAreThoseOfTheClosedForm) {
    const equations::Program program = changed_program("elastic");
    constexpr double fast = 1732;
    constexpr double slow = 1000;
    constexpr double frequency = slow / (20 * spacing);
    constexpr double delay = 1.2 / frequency;
    const double time_step = 0.5 * stable_step(program, 2, spacing, {fast, slow, rho});
    const auto steps = static_cast<int>((200 * spacing / (0.92 * slow) + 2.1 / frequency) / time_step);
    std::array<HaloRule, 6> sides = all_rigid;
    sides[4] = HaloRule::odd_half;
    const Extent e{400, 1, 250};
    ElasticBox box(program, e, sides, {{fast}, {slow}, {rho}}, spacing, time_step);
    const auto ricker = [&](double t) {
        const double u = std::pow(M_PI * frequency * (t - delay), 2);
        return (1 - 2 * u) * std::exp(-u);
    };
    const auto slope = [&](double t) {
        const double u = M_PI * frequency * (t - delay);
        return M_PI * frequency * (4 * u * u * u - 6 * u) * std::exp(-u * u);
    };
    constexpr std::int64_t depth = 10;
    constexpr std::int64_t at = 200;
    std::vector<double> along;
    std::vector<double> down;
    for (int n = 0; n < steps; ++n) {
        box.advance({{e.index(0, 0, depth), time_step * ricker((n + 0.5) * time_step) / (spacing * spacing)}});
        down.push_back(box.at("vz", at, 0, -1));
        along.push_back((15 * box.at("vx", at, 0, 0) - 10 * box.at("vx", at, 0, 1) + 3 * box.at("vx", at, 0, 2)) / 8);
    }

    const double until = steps * time_step;
    const auto surface = [&](double cells) {
        return SurfaceOfHalfSpace(cells * spacing, (depth + 0.5) * spacing, fast, slow, rho, until);
    };
    // The sources lie at -1/2 and 1/2 cells, vz at + 1/2 and vx at + 1.
    const std::array<SurfaceOfHalfSpace, 2> of_down{surface(at), surface(at + 1)};
    const std::array<SurfaceOfHalfSpace, 2> of_along{surface(at + 0.5), surface(at + 1.5)};
    double most_along = 0, most_down = 0, worst_along = 0, worst_down = 0;
    for (int n = 0; n < steps; n += 3) {
        const double t = (n + 0.5) * time_step;
        const auto i = static_cast<std::size_t>(n);
        const double exact_down = of_down[0].at(t, slope).down + of_down[1].at(t, slope).down;
        const double exact_along = of_along[0].at(t, slope).along + of_along[1].at(t, slope).along;
        most_down = std::max(most_down, std::abs(exact_down));
        most_along = std::max(most_along, std::abs(exact_along));
        worst_down = std::max(worst_down, std::abs(down[i] - exact_down));
        worst_along = std::max(worst_along, std::abs(along[i] - exact_along));
    }
    EXPECT_LT(worst_down, 0.02 * most_down);
    EXPECT_LT(worst_along, 0.02 * most_along);
}

}  // namespace
}  // namespace wavesim::test

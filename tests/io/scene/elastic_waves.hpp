// SPDX-License-Identifier: MIT
#pragma once
#include <array>
#include <cmath>
#include <complex>
#include <filesystem>
#include <string>
#include <vector>

#include "io/scene/equations_file.hpp"
#include "io/text_file.hpp"
#include "stencils/cpu/statements/statement_step.hpp"
#include "stencils/equations/step_limit.hpp"
#include "stencils/scheme/catalogue.hpp"

namespace wavesim::test {

/// A program of configs/programs, with one text in place of another.
inline equations::Program changed_program(const std::string& name, const std::string& from = "",
                                          const std::string& to = "") {
    const auto file = std::filesystem::path(WAVESIM_SOURCE_DIR) / "configs/programs" / (name + ".yaml");
    std::string text = read_text_file(file, "program", 1 << 20);
    if (!from.empty()) text.replace(text.find(from), from.size(), to);
    return parse_equations(text, name);
}

/// Elastic waves in a box: P speed, S speed and density per node, or one value each.
class ElasticBox {
  public:
    ElasticBox(const equations::Program& program, const Extent& extent, const std::array<HaloRule, 6>& sides,
               std::vector<std::vector<double>> parameters, double spacing, double time_step)
        : program_(program),
          step_(program,
                {extent, make_stencil("leggy-2", extent.ny == 1 ? 2 : 3), time_step, spacing, sides,
                 std::move(parameters)},
                cpu::choose_isa(""), 1) {}

    double& at(const std::string& field, std::int64_t x, std::int64_t y, std::int64_t z) {
        return step_.level(index(field), equations::Time::now)[step_.layout().at(x, y, z)];
    }
    /// Whether values of a field lie half a cell further along an axis.
    bool half(const std::string& field, std::size_t axis) const {
        return program_.declared.fields[static_cast<std::size_t>(index(field))].half[axis];
    }
    /// Calls act(x, y, z) for all values of a field that are no images.
    template <class Act>
    void for_each(const std::string& field, const Act& act) const {
        const Extent& e = step_.layout().extent;
        for (std::int64_t z = half(field, 2) ? -1 : 0; z < e.nz; ++z)
            for (std::int64_t y = half(field, 1) ? -1 : 0; y < e.ny; ++y)
                for (std::int64_t x = half(field, 0) ? -1 : 0; x < e.nx; ++x) act(x, y, z);
    }
    void mirror() {
        cpu::run_team(1, [&](const cpu::TeamMember& member) { step_.mirror(member); });
    }
    /// One step; `pushes` act on the normal stresses.
    void advance(const std::vector<cpu::Push<double>>& pushes = {}) {
        cpu::run_team(1, [&](const cpu::TeamMember& member) { step_.advance(member, pushes); });
        step_.rotate();
    }

  private:
    int index(const std::string& field) const {
        const auto& fields = program_.declared.fields;
        for (std::size_t f = 0; f < fields.size(); ++f)
            if (fields[f].name == field) return static_cast<int>(f);
        throw std::out_of_range(field);
    }
    equations::Program program_;
    cpu::StatementStep<double> step_;
};

/// The largest stable step of a program for these values of its parameters.
inline double stable_step(const equations::Program& program, int dims, double spacing,
                          const std::vector<double>& values) {
    return equations::step_limit(equations::Symbol(program, make_stencil("leggy-2", dims)), spacing, {values})
        .time_step;
}

inline constexpr std::array<HaloRule, 6> all_rigid{HaloRule::mirror_half, HaloRule::mirror_half, HaloRule::mirror_half,
                                                   HaloRule::mirror_half, HaloRule::mirror_half, HaloRule::mirror_half};
inline constexpr std::array<HaloRule, 6> all_free{HaloRule::odd_half, HaloRule::odd_half, HaloRule::odd_half,
                                                  HaloRule::odd_half, HaloRule::odd_half, HaloRule::odd_half};

/// Velocity of the surface of a half space at a distance x [m] from a line that pushes both normal stresses in a depth
/// h [m] with the signal s [Pa m2/s], per unit of s. Closed form: Garvin, Proc. R. Soc. A 234 (1956), 528, here with
/// the path of Cagniard p(t) = (i x t + h sqrt(t^2 - r^2/cp^2)) / r^2.
class SurfaceOfHalfSpace {
  public:
    SurfaceOfHalfSpace(double x, double h, double cp, double cs, double rho, double until_s) {
        using Complex = std::complex<double>;
        const double r = std::hypot(x, h);
        const double first = r / cp;
        const double most = std::acosh(std::max(until_s, 1.01 * first) / first);
        constexpr int parts = 4000;
        const double factor = 1 / (M_PI * rho * cp * cp * cs * cs) * most / parts;
        for (int i = 0; i <= parts; ++i) {
            const double turn = most * i / parts;  // t = first cosh(turn), which takes the root out of dp/dt
            const double t = first * std::cosh(turn);
            const double root = first * std::sinh(turn);
            const Complex p = Complex(h * root, x * t) / (r * r);
            const Complex slope = Complex(h * t, x * root) / (r * r);
            const Complex a = std::sqrt(p * p + 1 / (cp * cp));
            const Complex b = std::sqrt(p * p + 1 / (cs * cs));
            const Complex g = 2.0 * p * p + 1 / (cs * cs);
            const Complex rayleigh = g * g - 4.0 * p * p * a * b;
            const double share = factor * (i == 0 || i == parts ? 0.5 : 1);
            times_.push_back(t);
            along_.push_back(share * (Complex(0, 2) * p * b / rayleigh * slope).real());
            down_.push_back(share * (g / rayleigh * slope).real());
        }
    }
    struct Velocity {
        double along = 0;
        double down = 0;
    };
    /// At a time, for a signal with this derivative.
    template <class Slope>
    Velocity at(double t, const Slope& slope) const {
        Velocity v;
        for (std::size_t i = 0; i < times_.size() && times_[i] < t; ++i) {
            const double s = slope(t - times_[i]);
            v.along += s * along_[i];
            v.down += s * down_[i];
        }
        return v;
    }

  private:
    std::vector<double> times_, along_, down_;
};

}  // namespace wavesim::test

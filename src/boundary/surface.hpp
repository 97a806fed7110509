// SPDX-License-Identifier: MIT
#pragma once
#include <complex>
#include <optional>
#include <string>
#include <vector>

namespace wavesim {

/// Angle of incidence that an absorption coefficient refers to.
enum class Incidence { random, normal };

/// Fraction of the energy of sound that a surface absorbs, at a frequency.
struct AbsorptionBand {
    double hz = 0;
    double absorption = 0;
    bool operator==(const AbsorptionBand&) const = default;
};

/// Specific admittance rho c / Z at a frequency, for the time factor exp(i omega t): the imaginary part of springs is
/// positive, that of masses negative.
struct AdmittancePoint {
    double hz = 0;
    std::complex<double> admittance;
    bool operator==(const AdmittancePoint&) const = default;
};

/// A layer of wool or foam on a rigid wall, or in front of an air gap.
struct PorousLayer {
    double thickness_m = 0;
    double flow_resistivity = 0;  ///< Pa s/m2
    double gap_m = 0;
    bool operator==(const PorousLayer&) const = default;
};

/// Absorption by frequency, at the ascending centre frequencies of bands.
struct AbsorptionBands {
    std::vector<AbsorptionBand> values;
    Incidence incidence = Incidence::random;
    std::vector<AdmittancePoint> curve = {};  ///< the admittance with this absorption, if it is known
    bool operator==(const AbsorptionBands&) const = default;
};

/// How a surface reflects sound, as given in the scene.
struct SurfaceLaw {
    enum class Kind { rigid, admittance, absorption };
    std::string name;  ///< shown in reports; may be empty
    Kind kind = Kind::rigid;
    double value = 0;  ///< specific admittance g = rho c / Z, or absorption coefficient: the largest of `bands`
    Incidence incidence = Incidence::random;
    std::vector<AbsorptionBand> bands = {};   ///< absorption by frequency instead of `value`, ascending, or none
    std::vector<AdmittancePoint> curve = {};  ///< complex admittance that `bands` follow from, ascending, or none
    std::optional<PorousLayer> porous = {};   ///< the porous layer that has this admittance

    bool by_frequency() const { return !bands.empty(); }
    AbsorptionBands by_band() const { return {bands, incidence, curve}; }
    bool operator==(const SurfaceLaw&) const = default;
};

/// Specific admittance of a real locally reacting wall with normal-incidence absorption alpha in [0, 1]:
/// |R| = sqrt(1 - alpha), g = (1 - |R|) / (1 + |R|).
double admittance_from_normal_absorption(double alpha);
/// Random-incidence (Paris) absorption of a real specific admittance g >= 0:
/// integral over theta of (1 - |R|^2) sin 2 theta, R = (cos theta - g) / (cos theta + g).
double random_absorption(double admittance);
/// The largest random-incidence absorption that a real admittance reaches (0.9512 at g = 0.636).
inline constexpr double random_absorption_limit = 0.95;
/// Inverse of random_absorption on its rising branch; alpha in [0, random_absorption_limit].
double admittance_from_random_absorption(double alpha);
/// The largest absorption that a wall can have: 0.95 at random incidence, 1 at normal incidence.
double most_absorption(Incidence incidence);
/// Specific admittance g of any surface law; if it depends on frequency, at the largest absorption. Throws
/// std::domain_error outside the ranges above.
double admittance_of(const SurfaceLaw& law);
/// The same at a frequency: the real admittance with that absorption. Absorption above the largest possible value is
/// reduced to it.
double admittance_at(const SurfaceLaw& law, double hz);

/// Absorption at a frequency: interpolated between centres of bands along the logarithm of the frequency, constant
/// beyond the last.
double absorption_at(const std::vector<AbsorptionBand>& bands, double hz);

}  // namespace wavesim

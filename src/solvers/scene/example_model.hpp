// SPDX-License-Identifier: MIT
#pragma once
#include <array>

namespace wavesim {

/// Models of the subsurface that fill any domain.
enum class ExampleModel { two_layers, dipping_fault, salt_body, layers_tti };

/// Slowest and fastest sound of a model, m/s.
std::array<double, 2> example_speeds(ExampleModel model);

/// Speed of sound, m/s, at relative coordinates 0 to 1 of the domain: across it, and its depth (0 at the top).
///   two-layers     1500 m/s above half of the depth, 2500 m/s below
///   dipping-fault  five layers, 1500 to 3500 m/s, displaced by 0.12 of the depth where x > 0.35 + 0.3 depth
///   salt-body      water (1500 m/s) down to 0.1, then 1700 to 3300 m/s growing with depth; in it an ellipsoid of salt,
///                  4480 m/s, half axes 0.25 across and 0.17 down around (0.5, 0.5, 0.52)
///   layers-tti     the speeds of tilted_layers
double example_speed(ExampleModel model, double x, double y, double depth);

struct TiltedLayer {
    double sound_speed_m_s;
    double epsilon;
    double delta;
    double theta_degrees;
    double phi_degrees;
};
/// Thirds of the depth, from the bottom up: the values of the model layers-tti of Devito's examples/seismic
/// (https://github.com/devitocodes/devito, preset_models.py) with sharp interfaces. With v = speed - 1.5 km/s, epsilon
/// is 0.3 v, delta 0.2 v, theta 0.5 v and phi 0.25 v radians.
std::array<TiltedLayer, 3> tilted_layers();

}  // namespace wavesim

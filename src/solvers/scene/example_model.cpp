// SPDX-License-Identifier: MIT
#include "solvers/scene/example_model.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace wavesim {

namespace {

constexpr double water = 1500;
constexpr double salt = 4480;
constexpr double sediment = 1500, basement = 3500;  // slowest and fastest of the layers below

double layer(double depth, int count, double top, double bottom) {
    const double number = std::clamp(std::floor(depth * count), 0.0, count - 1.0);
    return top + (bottom - top) * number / (count - 1);
}

double salt_body(double x, double y, double depth) {
    const double from_centre = std::hypot((x - 0.5) / 0.25, (y - 0.5) / 0.25, (depth - 0.52) / 0.17);
    if (from_centre < 1) return salt;
    return depth < 0.1 ? water : 1700 + (3300 - 1700) * (depth - 0.1) / 0.9;
}

}  // namespace

std::array<double, 2> example_speeds(ExampleModel model) {
    switch (model) {
        case ExampleModel::two_layers: return {1500, 2500};
        case ExampleModel::salt_body: return {water, salt};
        case ExampleModel::dipping_fault:
        case ExampleModel::layers_tti: break;
    }
    return {sediment, basement};
}

double example_speed(ExampleModel model, double x, double y, double depth) {
    switch (model) {
        case ExampleModel::two_layers: return layer(depth, 2, 1500, 2500);
        case ExampleModel::dipping_fault:
            return layer(depth - (x > 0.35 + 0.3 * depth ? 0.12 : 0.0), 5, sediment, basement);
        case ExampleModel::salt_body: return salt_body(x, y, depth);
        case ExampleModel::layers_tti: break;
    }
    return layer(depth, 3, sediment, basement);
}

std::array<TiltedLayer, 3> tilted_layers() {
    const auto of = [](double speed) -> TiltedLayer {
        const double v = (speed - sediment) / 1000;
        const double degrees = 180 / std::numbers::pi;
        return {speed, 0.3 * v, 0.2 * v, 0.5 * v * degrees, 0.25 * v * degrees};
    };
    return {of(basement), of((sediment + basement) / 2), of(sediment)};
}

}  // namespace wavesim

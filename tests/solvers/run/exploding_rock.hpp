// SPDX-License-Identifier: MIT
#pragma once
#include "physics/scene_builder.hpp"

namespace wavesim::test {

/// Shales of four tilts, for which k73 is not stable, between layers that do not damp it: 90 x 70 cells of 10 m.
inline Plan exploding_rock(double duration_s, TtiForm form = TtiForm::k73) {
    const double scale = cell / 10 * 4345.9 / sound_speed;  // of times
    Scene scene = box_scene({90, 1, 70}, "leggy-4", scale * duration_s);
    for (const std::size_t s : {0U, 1U, 4U, 5U}) {
        scene.boundaries.kind[s] = SideKind::absorbing;
        scene.boundaries.layer[s].cells = 20;
    }
    const double c = sound_speed / 4345.9;
    scene.medium.layers =
        Medium::Layers{2, {15 * cell, 33 * cell, 52 * cell}, {3035.5 * c, 4351.4 * c, 1932.5 * c, 4345.9 * c}, {}};
    scene.tti = Anisotropy{};
    scene.tti->form = form;
    scene.tti->growth = Anisotropy::Growth::accepted;
    scene.tti->absorber = Anisotropy::Absorber::layers;
    scene.tti->layers = {{0.1559, 0.0646, -27.24, 0},
                         {0.2117, -0.0559, 46.15, 0},
                         {0.4139, 0.2812, -31.49, 0},
                         {0.2046, 0.0818, -7.44, 0}};
    scene.sources = {ricker(node(30, 0, 40), 86.9)};
    scene.receivers = {receiver("a", node(60, 0, 20))};
    return plan_of(scene, Precision::float32);
}

}  // namespace wavesim::test

// SPDX-License-Identifier: MIT
#pragma once
#include "physics/scene_builder.hpp"
#include "stencils/equations/some_programs.hpp"

namespace wavesim::test {

inline equations::Parameter from_speed(const std::string& name) {
    equations::Parameter made = equations::parameter(name);
    made.from = equations::ParameterSource::speed;
    return made;
}

/// Makes statements the medium of a scene, sources and receivers on the first field.
inline void take_program(Scene& scene, std::vector<equations::Field> fields,
                         std::vector<equations::Parameter> parameters, const std::vector<std::string>& statements) {
    fields.front().source = fields.front().receiver = true;
    Medium::Physics physics;
    for (const equations::Parameter& parameter : parameters)
        physics.parameters.push_back({parameter.name, parameter.value});
    for (const std::string& statement : statements) physics.text += statement + '\n';
    physics.program = std::make_shared<equations::Program>(equations::read_statements(
        "own", equations::declared({2, 3}, std::move(fields), std::move(parameters)), statements));
    scene.medium.physics = std::move(physics);
}

/// A rigid 2D box of 24 x 16 cells that moves the scalar wave with friction g [1/s].
inline Scene friction_scene(double g) {
    Scene scene = box_scene({24, 1, 16}, "leggy-2", 0.05);
    equations::Parameter friction = equations::parameter("g");
    friction.value = g;
    take_program(scene, {equations::field("p", 2)}, {from_speed("c"), friction},
                 {"p.new = (2*p - (1 - 0.5*g*dt)*p.old + (c*dt/dx)*(c*dt/dx)*laplace(p))/(1 + 0.5*g*dt)"});
    scene.sources = {ricker({3.5 * cell, 0, 4.5 * cell}, 16)};
    scene.receivers = {receiver("a", {15.5 * cell, 0, 9.5 * cell})};
    return scene;
}

}  // namespace wavesim::test

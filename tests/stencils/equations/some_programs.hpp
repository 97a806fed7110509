// SPDX-License-Identifier: MIT
#pragma once
#include <string>
#include <vector>

#include "stencils/equations/program_text.hpp"
#include "stencils/scheme/stencil.hpp"
#include "stencils/scheme/weights.hpp"

namespace wavesim::equations {

inline Stencil leggy(int reach, int dims) {
    Stencil stencil;
    stencil.name = "leggy-" + std::to_string(reach);
    stencil.dims = dims;
    stencil.shells = leggy_shells(reach);
    stencil.a = leggy_weights(reach);
    return stencil;
}

inline Field field(const std::string& name, int levels) {
    Field made;
    made.name = name;
    made.levels = levels;
    return made;
}

inline Parameter parameter(const std::string& name) {
    Parameter made;
    made.name = name;
    return made;
}

inline Declarations declared(std::vector<int> dims, std::vector<Field> fields, std::vector<Parameter> parameters = {},
                             std::map<std::string, double> constants = {}) {
    Declarations made;
    made.dims = std::move(dims);
    made.fields = std::move(fields);
    made.parameters = std::move(parameters);
    made.constants = std::move(constants);
    return made;
}

inline Program scalar_wave() {
    return read_statements("scalar", declared({2, 3}, {field("p", 2)}, {parameter("c")}),
                           {"p.new = 2*p - p.old + (c*dt/dx)*(c*dt/dx)*laplace(p)"});
}

/// r is the memory of a standard linear solid that relaxes at `rate` [1/s].
inline Program zener(double rate) {
    return read_statements("zener",
                           declared({2, 3}, {field("p", 2), field("r", 1)}, {parameter("tau")}, {{"rate", rate}}),
                           {"lap = laplace(p)", "r.new = (1 - rate*dt)*r + rate*dt*tau*lap",
                            "p.new = 2*p - p.old + (dt/dx)*(dt/dx)*((1 + tau)*lap - r.new)"});
}

/// Velocities and stresses in the (x, z) plane, P speed and density 1.
inline Program elastic(double shear_speed) {
    const double mu = shear_speed * shear_speed;
    return read_statements(
        "elastic",
        declared({2}, {field("vx", 1), field("vz", 1), field("sxx", 1), field("szz", 1), field("sxz", 1)}, {},
                 {{"mu", mu}, {"lambda", 1 - 2 * mu}}),
        {"vx.new = vx + dt/dx*(d1x+(sxx) + d1z-(sxz))", "vz.new = vz + dt/dx*(d1x-(sxz) + d1z+(szz))",
         "sxx.new = sxx + dt/dx*((lambda + 2*mu)*d1x-(vx.new) + lambda*d1z-(vz.new))",
         "szz.new = szz + dt/dx*(lambda*d1x-(vx.new) + (lambda + 2*mu)*d1z-(vz.new))",
         "sxz.new = sxz + dt/dx*mu*(d1z+(vx.new) + d1x+(vz.new))"});
}

}  // namespace wavesim::equations

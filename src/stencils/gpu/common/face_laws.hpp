// SPDX-License-Identifier: MIT
#pragma once
#include <vector>

#include "stencils/gpu/common/arguments.cuh"
#include "stencils/problem/passes.hpp"

namespace wavesim {

/// Coefficients of a face for the kernels (gpu/common/faces.cuh).
kernels::FaceLaw<double> explicit_face(const WallLaw& law, double courant);
/// Coefficients of all faces of one node with branch walls.
std::vector<kernels::FaceLaw<double>> branch_faces(const std::vector<WallLaw>& laws, double courant);

/// Converts a law to the precision of a field.
template <class Real>
std::vector<kernels::FaceLaw<Real>> rounded(const std::vector<kernels::FaceLaw<double>>& faces) {
    std::vector<kernels::FaceLaw<Real>> out;
    out.reserve(faces.size());
    for (const kernels::FaceLaw<double>& face : faces)
        out.push_back({face.branch, static_cast<Real>(face.share), static_cast<Real>(face.resistance),
                       static_cast<Real>(face.conductance), static_cast<Real>(face.push),
                       static_cast<Real>(face.inertia), static_cast<Real>(face.damping)});
    return out;
}

}  // namespace wavesim

// SPDX-License-Identifier: MIT
#include "stencils/gpu/common/face_laws.hpp"

#include "stencils/problem/wall_coefficients.hpp"

namespace wavesim {

kernels::FaceLaw<double> explicit_face(const WallLaw& law, double courant) {
    const ExplicitCoefficients face = explicit_coefficients(law, courant);
    return {0, 1, face.resistance, face.conductance, face.push, 0, 0};
}

std::vector<kernels::FaceLaw<double>> branch_faces(const std::vector<WallLaw>& laws, double courant) {
    double damping = 0;
    for (const WallLaw& law : laws) damping += branch_coefficients(law, courant).damping;
    std::vector<kernels::FaceLaw<double>> faces;
    for (const WallLaw& law : laws) {
        const BranchCoefficients face = branch_coefficients(law, courant);
        const double mass = laws.front().mass + damping;
        faces.push_back(
            {1, laws.front().mass / mass, 0, face.conductance, face.state_weight / mass, face.inertia, damping / mass});
    }
    return faces;
}

}  // namespace wavesim

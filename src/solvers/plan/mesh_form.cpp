// SPDX-License-Identifier: MIT
#include "solvers/plan/mesh_form.hpp"

#include <fmt/format.h>

#include "boundary/cut_rows.hpp"
#include "boundary/walls.hpp"

namespace wavesim {

MeshForm mesh_form(const Scene& scene, const Stencil& stencil, bool lossy, std::vector<Fault>& faults) {
    using Form = MeshWalls::Form;
    const Form asked = scene.geometry->form;
    if (asked == Form::voxel || asked == Form::areas) return {asked, {}};
    const auto stiffness = cut_stiffness(stencil);
    const bool has_ports = !lossy || scene.boundaries.walls == WallForm::vertex;
    if (stiffness && has_ports) return {Form::cut, *stiffness};
    if (asked == Form::automatic) return {Form::areas, {}};
    if (!stiffness)
        faults.push_back({"geometry.walls",
                          fmt::format("cut cells are known for leggy-1 and compact-27-iwb, not for {}", stencil.name),
                          "write stencil: compact-27-iwb, or walls: areas"});
    else
        faults.push_back({"geometry.walls", "cut cells whose walls take sound need walls at the vertices",
                          "write boundaries: {walls: vertex}, or walls: areas"});
    return {Form::areas, {}};
}

}  // namespace wavesim

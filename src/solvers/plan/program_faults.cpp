// SPDX-License-Identifier: MIT
#include "solvers/plan/program_faults.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "boundary/words.hpp"
#include "stencils/equations/linearity.hpp"
#include "stencils/equations/side_image.hpp"

namespace wavesim {

namespace {

using equations::Field;

constexpr const char* program_key = "medium.program";

bool is_lossy(const SurfaceLaw& law) { return law.kind != SurfaceLaw::Kind::rigid && law.value != 0; }

void find_faults_of_text(const Scene& scene, std::vector<Fault>& faults) {
    const equations::Program& program = *scene.medium.physics->program;
    const std::vector<int>& dims = program.declared.dims;
    if (std::ranges::find(dims, scene.dims) == dims.end())
        faults.push_back({program_key,
                          fmt::format("is for {}D scenes, and this one has {} dimensions", dims.front(), scene.dims),
                          ""});
    if (const std::string why = equations::why_not_linear(program); !why.empty())
        faults.push_back(
            {program_key, "is not linear (" + why + "), so its largest stable time step cannot be found", ""});
    const auto& fields = program.declared.fields;
    if (std::ranges::none_of(fields, &Field::receiver))
        faults.push_back({program_key, "has no field with `receiver: true`, so nothing would be heard", ""});
    const auto one = std::ranges::find_if(fields, &Field::source);
    if (one == fields.end())
        faults.push_back({program_key, "has no field with `source: true`, so sources would act on nothing", ""});
    else if (std::ranges::any_of(fields, [&](const Field& f) { return f.source && f.levels != one->levels; }))
        faults.push_back({program_key,
                          "lets sources act on fields of one level and of two, which take them differently",
                          "give all of them the same number of levels"});
    for (const Field& field : fields)
        if (field.source && !equations::goes_on_as_pressure(field))
            faults.push_back(
                {program_key,
                 fmt::format("gives the field {} other values beyond sides than a pressure has, so sources "
                             "between nodes would act wrongly there",
                             field.name),
                 "take them off that field"});
}

void find_faults_of_sides(const Scene& scene, std::vector<Fault>& faults) {
    const Boundaries& sides = scene.boundaries;
    for (std::size_t s = 0; s < 6; ++s)
        if (sides.kind[s] == SideKind::wall && is_lossy(sides.side[s]) && (scene.dims == 3 || s / 2 != 1)) {
            faults.push_back({"boundaries", "walls with losses are not there for programs",
                              "make every side rigid, free_surface or absorbing"});
            break;
        }
    for (std::size_t s = 0; s < 6; ++s)
        if (sides.kind[s] == SideKind::absorbing && sides.layer[s].reflection != 0) {
            faults.push_back({"boundaries", "beside programs a sponge absorbs, whose only number is its width in cells",
                              "leave the reflection out"});
            break;
        }
    if (sides.walls == WallForm::whole || sides.walls == WallForm::vertex || sides.walls == WallForm::lumped)
        faults.push_back({"boundaries.walls",
                          fmt::format("sides of programs lie half a cell beyond the nodes, so walls: {} are not there",
                                      word_of(sides.walls)),
                          "leave it out"});
    if (!scene.solids.empty()) faults.push_back({"solids", "solids are not there for programs", "leave them out"});
    if (scene.geometry) faults.push_back({"geometry", "meshes are not there for programs", "leave it out"});
}

void find_faults_of_outputs(const Scene& scene, std::vector<Fault>& faults) {
    if (scene.outputs.compare != ExactReference::none)
        faults.push_back(
            {"outputs.compare", "the exact solutions are those of the scalar wave equation", "leave it out"});
    if (scene.outputs.metrics)
        faults.push_back({"outputs.metrics", "numbers of rooms are those of the scalar wave equation", "leave it out"});
    if (scene.outputs.rir)
        faults.push_back({"outputs.rir", "impulse responses are those of the scalar wave equation", "leave it out"});
    if (scene.outputs.traces.time_correction == TimeCorrection::on)
        faults.push_back({"outputs.traces.time_correction", "a program says itself what its steps do", "leave it out"});
}

}  // namespace

void find_program_faults(const Scene& scene, std::vector<Fault>& faults) {
    if (!scene.medium.physics) return;
    if (scene.tti) faults.push_back({"tti", "does not go with medium.program", "keep one of them"});
    if (scene.medium.air)
        faults.push_back({"medium.air", "does not go with medium.program: its losses are those of a filter",
                          "write medium.sound_speed, and losses into the program"});
    if (scene.medium.storage != MediumStorage::float32)
        faults.push_back({"medium.storage", "the values of programs are kept as numbers of 8 bytes", "leave it out"});
    find_faults_of_text(scene, faults);
    find_faults_of_sides(scene, faults);
    find_faults_of_outputs(scene, faults);
}

}  // namespace wavesim

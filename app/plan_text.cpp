// SPDX-License-Identifier: MIT
#include "app/plan_text.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <cmath>

#include "app/program_text.hpp"
#include "app/quantity_text.hpp"
#include "app/scene_summary_text.hpp"
#include "app/shot_word.hpp"
#include "app/slab_text.hpp"
#include "app/terminal.hpp"
#include "boundary/porous_layer.hpp"
#include "boundary/words.hpp"
#include "io/result/snapshot_file.hpp"
#include "solvers/medium/medium_density.hpp"
#include "solvers/run/accuracy_statement.hpp"
#include "solvers/scene/survey.hpp"
#include "solvers/scene/words.hpp"
#include "solvers/ways/open_sides.hpp"
#include "stencils/backend/machine.hpp"
#include "stencils/grid/words.hpp"

namespace wavesim {

namespace {

using Rows = std::vector<ReportRow>;

void add_medium(Rows& rows, const PlanOutline& plan) {
    if (plan.scene.tti)
        rows.push_back(
            {"Anisotropy", plan.scene.tti->form == TtiForm::k73 ? "TTI, 73-point form" : "TTI, self-adjoint form"});
    for (ReportRow& row : program_lines(plan)) rows.push_back(std::move(row));
    if (!plan.decision.shape.speed.varies) return;
    rows.push_back({"Medium", fmt::format("sound travels at {:.6g} to {:.6g} m/s", plan.decision.slowest_m_s,
                                          plan.decision.fastest_m_s)});
    if (density_varies(plan.scene.medium)) {
        const DensityRange densities = density_range(plan.scene.medium);
        rows.push_back({"", fmt::format("density {:.6g} to {:.6g} kg/m3", densities.least, densities.most)});
    }
    if (plan.decision.shape.speed.coded())
        rows.push_back({"", fmt::format("kept as {} in {} per {}: speeds up to {:.2g} m/s off",
                                        to_string(plan.decision.shape.speed.storage),
                                        bytes_text(bytes_of(plan.decision.shape.speed.storage)),
                                        density_varies(plan.scene.medium) ? "modulus and buoyancy" : "node",
                                        plan.report.storage_error_m_s)});
    if (plan.report.dispersion.frequency_hz <= 0) return;
    const double cell = plan.report.dispersion.frequency_hz * plan.decision.spacing_m;
    rows.push_back(
        {"", fmt::format("{:.2f} to {:.2f} points per wavelength at {}", plan.decision.slowest_m_s / cell,
                         plan.decision.fastest_m_s / cell, si_text(plan.report.dispersion.frequency_hz, "Hz"))});
}

void add_summary(Rows& rows, const PlanOutline& plan) {
    for (ReportRow& row : scene_summary_lines(plan)) rows.push_back(std::move(row));
}

std::string time_correction_text(const PlanOutline& plan) {
    const PlannedCorrection& correction = plan.decision.time_correction;
    const std::string& reason = plan.report.time_correction_reason;
    if (!correction.on) return fmt::format("the error of the steps stays in the traces ({})", reason);
    return fmt::format("the error of the steps is removed from the traces, by {} beyond the end ({})",
                       counted(correction.steps_beyond, "step"), reason);
}

void add_grid(Rows& rows, const PlanOutline& plan) {
    rows.push_back({"Grid", fmt::format("{} = {} nodes, spacing {}", extent_text(plan.grid(), plan.scene.dims),
                                        count_text(plan.grid().nodes()), si_text(plan.decision.spacing_m, "m"))});
    rows.push_back(
        {"Time",
         fmt::format("{} steps of {} = {}", count_text(plan.decision.steps), si_text(plan.decision.time_step_s, "s"),
                     si_text(static_cast<double>(plan.decision.steps) * plan.decision.time_step_s, "s"))});
    rows.push_back({"", time_correction_text(plan)});
    rows.push_back(
        {"Courant", fmt::format("{:.6f}, limit {:.6f} ({:.2f} % of it)", plan.courant(), plan.decision.courant_limit,
                                100 * plan.courant() / plan.decision.courant_limit)});
}

void add_stencil(Rows& rows, const PlanOutline& plan) {
    const Stencil& stencil = plan.decision.shape.stencil;
    rows.push_back({"Stencil", fmt::format("{}: {} points, reach {}, order {}", stencil.name, point_count(stencil),
                                           radius(stencil), order_text(stencil))});
    rows.push_back({"", plan.report.stencil_reason});
    if (!stencil.weights_source.empty()) rows.push_back({"", "weights: " + stencil.weights_source});
}

void add_weights(Rows& rows, const Stencil& stencil) {
    for (std::size_t p = 0; p < stencil.shells.size(); ++p) {
        const Shell& shell = stencil.shells[p];
        rows.push_back({"", fmt::format("({},{},{}) {:+.15g}", shell.q1, shell.q2, shell.q3, stencil.a[p])});
    }
}

void add_errors(Rows& rows, const PlanOutline& plan) {
    const DispersionReport& report = plan.report.dispersion;
    rows.push_back(
        {"Dispersion",
         fmt::format("{} has {:.2f} points per wavelength; its speed is worst along ({:.2f}, {:.2f}, {:.2f}): {}",
                     si_text(report.frequency_hz, "Hz"), report.points_per_wavelength, report.worst_direction[0],
                     report.worst_direction[1], report.worst_direction[2], percent_text(report.worst, Sign::always))});
    for (ReportRow& row : program_wave_lines(plan)) rows.push_back(std::move(row));
    const AccuracyStatement accuracy = accuracy_of(plan);
    rows.push_back({"Accuracy", accuracy.verdict});
    const std::vector<std::string> lines = accuracy.lines();
    for (std::size_t i = 0; i < lines.size(); ++i) rows.push_back({i == 0 ? "Errors" : "", lines[i]});
}

std::string change(double asked, double got) {
    return asked > 0 ? percent_text(got / asked - 1, Sign::always) : std::string("new");
}

/// "0.31 + 0.12 i"
std::string complex_text(std::complex<double> value) {
    return fmt::format("{:.3g} {} {:.3g} i", value.real(), value.imag() < 0 ? '-' : '+', std::abs(value.imag()));
}

/// The frequency at which the fit of a surface's admittance is worst, and the source of the curve.
std::string curve_text(const BandAbsorption::Curve& curve) {
    std::string text = fmt::format("admittance (head-on) worst at {}: asked {}, got {}", si_text(curve.miss.hz, "Hz"),
                                   complex_text(curve.miss.asked), complex_text(curve.miss.got));
    if (curve.porous)
        text += fmt::format("; of a porous layer by Miki, whose formulas were measured from {} to {}",
                            si_text(least_miki * curve.porous->flow_resistivity, "Hz"),
                            si_text(most_miki * curve.porous->flow_resistivity, "Hz"));
    return text;
}

/// Absorption of the surfaces by frequency, eight bands per line.
void add_absorption(Rows& rows, const PlanOutline& plan) {
    constexpr std::size_t in_a_line = 8;
    for (const BandAbsorption& one : plan.report.absorption) {
        rows.push_back({&one == plan.report.absorption.data() ? "Absorption" : "",
                        fmt::format("{} ({} incidence){}", one.surface, word_of(one.incidence),
                                    one.curve ? "" : "; bands in brackets are not given, and as those beside them")});
        for (std::size_t from = 0; from < one.bands.size(); from += in_a_line) {
            std::string hertz, asked, got;
            for (std::size_t b = from; b < std::min(from + in_a_line, one.bands.size()); ++b) {
                const BandAbsorption::Band& band = one.bands[b];
                const std::string middle = si_text(band.hz, "Hz");
                hertz += fmt::format("{:>10}", band.given ? middle : "(" + middle + ")");
                asked += fmt::format("{:>10.3g}", band.asked);
                got += fmt::format("{:>10.3g}", band.got);
            }
            rows.push_back({"", fmt::format("{:<8}{}", "", hertz)});
            rows.push_back({"", fmt::format("{:<8}{}", "asked", asked)});
            rows.push_back({"", fmt::format("{:<8}{}", "got", got)});
        }
        if (one.curve) rows.push_back({"", curve_text(*one.curve)});
    }
}

void add_geometry(Rows& rows, const PlanOutline& plan) {
    const GeometryReport& report = plan.report.geometry;
    const bool flat = plan.scene.dims == 2;
    rows.push_back(
        {"Geometry", fmt::format("size asked {}, on the grid {}", size_text(report.size_asked_m, plan.scene.dims),
                                 size_text(report.size_m, plan.scene.dims))});
    rows.push_back({"", fmt::format("{} of air asked {:.4f} {}, on the grid {:.4f} {} ({})", flat ? "area" : "volume",
                                    report.volume_asked_m3, flat ? "m2" : "m3", report.volume_m3, flat ? "m2" : "m3",
                                    change(report.volume_asked_m3, report.volume_m3))});
    if (!report.areas.empty())
        rows.push_back(
            {"", fmt::format("{:<20} {:>12} {:>12} {:>10} {:>12} {:>11}", "surface", flat ? "asked [m]" : "asked [m2]",
                             flat ? "grid [m]" : "grid [m2]", "change", "admittance", "absorption")});
    for (const GeometryReport::Area& area : report.areas) {
        rows.push_back({"", fmt::format("{:<20} {:>12.4f} {:>12.4f} {:>10} {:>12.6g} {:>11.3g}", area.surface,
                                        area.asked_m2, area.m2, change(area.asked_m2, area.m2), area.admittance,
                                        random_absorption(area.admittance))});
    }
    add_absorption(rows, plan);
    if (report.mesh)
        rows.push_back({"Mesh", fmt::format("{}: {} triangles; left out {} duplicate and {} without area; {} pairs of "
                                            "neighbours face opposite ways; {} cells of surfaces without thickness; "
                                            "slopes: {}",
                                            report.mesh->file, report.mesh->triangles, report.mesh->duplicate,
                                            report.mesh->degenerate, report.mesh->flipped, report.mesh->sheet_cells,
                                            report.mesh->walls == "cut"     ? "cut cells"
                                            : report.mesh->walls == "areas" ? "stairs with their true areas"
                                                                            : "stairs")});
    rows.push_back({"Walls", plan.report.walls_method});
    const auto open = describe_open_sides(plan);
    for (std::size_t i = 0; i < open.size(); ++i) rows.push_back({i == 0 ? "Open sides" : "", open[i]});
}

/// "steps 1.20 s, receivers 0.30 s"; empty where there are only steps.
std::string parts_text(const TimeForecast& time) {
    std::string text = "steps " + duration_text(time.steps);
    const std::size_t alone = text.size();
    const auto add = [&text](const char* part, double seconds) {
        if (seconds > 0) text += fmt::format(", {} {}", part, duration_text(seconds));
    };
    add("receivers", time.receivers);
    add("snapshots", time.snapshots);
    add("traces", time.traces);
    add("pictures", time.pictures);
    add("sound", time.sound);
    add("comparison", time.comparison);
    return text.size() == alone ? "" : text;
}

std::string region_extent(const PlannedRegion& region, int dims) {
    std::string text;
    for (const NodeBox& box : region.boxes) text += (text.empty() ? "" : " and ") + extent_text(box.extent(), dims);
    return text;
}

/// Memory and time of one of several regions.
std::string region_cost(const PlannedRegion& region) {
    return fmt::format("; {}, {}{}", region.steps_together == 1 ? "step by step" : "two steps per pass over memory",
                       bytes_text(region.memory_bytes),
                       region.step_s > 0 ? ", " + duration_text(region.step_s) + " per step" : "");
}

void add_regions(Rows& rows, const PlanOutline& plan) {
    const bool several = plan.decision.regions.size() > 1;
    for (const PlannedRegion& region : plan.decision.regions) {
        rows.push_back(
            {region.name == "inner" ? "Region" : "",
             fmt::format("{}: {} nodes on {}{}{}{}, {}{}", region.name, region_extent(region, plan.scene.dims),
                         region.backend, region.isa.empty() ? "" : " (" + region.isa + ")",
                         region.tile.empty() ? "" : ", tile ", region.tile, word_of(plan.decision.shape.precision),
                         several ? region_cost(region) : "")});
        if (!region.why.empty()) rows.push_back({"", region.why});
    }
}

/// How many kernels are compiled before the first step, and which.
std::string kernels_text(const PlanForecast& forecast) {
    std::string names;
    std::size_t compiled = 0;
    for (const PlannedKernel& kernel : forecast.kernels) {
        if (kernel.cached) continue;
        names += (compiled++ == 0 ? "" : ", ") + kernel.name;
    }
    if (compiled == 0) return "kernels are taken from the cache";
    return fmt::format("{} of {} {} compiled first, which takes {} at most: {}", compiled,
                       counted(static_cast<std::int64_t>(forecast.kernels.size()), "kernel"),
                       compiled == 1 ? "is" : "are", bytes_text(forecast.memory.compiler.peak), names);
}

void add_cost(Rows& rows, const PlanOutline& plan, const Machine& machine) {
    add_regions(rows, plan);
    for (ReportRow& row : slab_lines(plan, machine)) rows.push_back(std::move(row));
    if (!plan.report.chosen_by.empty()) rows.push_back({"", plan.report.chosen_by});
    const MemoryForecast& memory = plan.forecast.memory;
    rows.push_back(
        {"Memory", fmt::format("{} of {} free", bytes_text(memory.total()), bytes_text(machine.memory_available))});
    rows.push_back({"", fmt::format("walls {}, outputs {}, program {}; and in turn geometry {}, fields {}, writing {}",
                                    bytes_text(memory.walls), bytes_text(memory.outputs), bytes_text(memory.process),
                                    bytes_text(memory.geometry), bytes_text(memory.fields + memory.recording),
                                    bytes_text(memory.writing))});
    if (memory.medium > 0) rows.push_back({"", "and all along the medium " + bytes_text(memory.medium)});
    if (memory.making > 0) rows.push_back({"", bytes_text(memory.making) + " while lists are made for the GPU"});
    const bool on_gpu = memory.device > 0;
    if (on_gpu)
        rows.push_back(
            {"", plan.decision.slabs.any()
                     ? fmt::format("devices {} in all", bytes_text(memory.device + memory.other_devices))
                     : fmt::format("device {} of {} free on {} ({})", bytes_text(memory.device),
                                   bytes_text(machine.gpu.memory_free), machine.gpu.name, machine.gpu.index)});
    if (on_gpu) rows.push_back({"", kernels_text(plan.forecast)});
    rows.push_back({"Disk", bytes_text(plan.forecast.disk_bytes)});
    const double rate = (on_gpu ? machine.gpu.triad : machine.triad).of(plan.decision.shape.precision);
    const std::string limit = machine.threads_from.empty() ? "" : ", as " + machine.threads_from + " says";
    const std::string gpus = machine.other_gpus.empty() ? "" : fmt::format("{} GPUs, ", machine.gpu_count());
    const std::string place = on_gpu ? gpus + machine.gpu.name : counted(machine.threads, "thread") + limit;
    const std::int64_t shots = shot_count(plan.scene);
    const std::string all_shots =
        shots > 1 ? fmt::format("{} for each of {} {}s, ",
                                duration_text(plan.forecast.time.total() / static_cast<double>(shots)), shots,
                                shot_word(plan.scene))
                  : "";
    rows.push_back(
        {"Run time",
         fmt::format("{}{} on {} ({} per node and step{})", all_shots, duration_text(plan.forecast.time.total()), place,
                     si_text(plan.forecast.ctpn_s, "s"), rate > 0 ? "; memory rate " + si_text(rate, "B/s") : "")});
    if (const std::string parts = parts_text(plan.forecast.time); !parts.empty()) rows.push_back({"", parts});
}

std::string point_text(const Point& p, int dims) {
    return dims == 2 ? fmt::format("({:.6g}, {:.6g})", p.x, p.z)
                     : fmt::format("({:.6g}, {:.6g}, {:.6g})", p.x, p.y, p.z);
}

void add_survey(Rows& rows, const PlanOutline& plan) {
    if (!plan.scene.survey) return;
    const Survey& survey = *plan.scene.survey;
    const std::int64_t shots = shot_count(plan.scene);
    if (!survey.source_names.empty()) {
        rows.push_back({"Sources", fmt::format("{}, each in a run of its own; receivers stay", shots)});
        return;
    }
    rows.push_back(
        {"Survey", fmt::format("{} from {} to {} m, {}", counted(shots, "shot"),
                               point_text(plan.scene.frame.users(survey.shots.front()), plan.scene.dims),
                               point_text(plan.scene.frame.users(survey.shots.back()), plan.scene.dims),
                               survey.spread == Survey::Spread::towed    ? "receivers move with the source"
                               : survey.spread == Survey::Spread::fixed  ? "receivers stay"
                               : survey.spread == Survey::Spread::listed ? "receivers of each shot from the file"
                                                                         : "receivers roll along")});
}

/// `, z = 0.625 m`: the plane of nodes chosen for a slice.
std::string plane_text(const PlanOutline& plan) {
    const auto& plane = plan.scene.outputs.snapshots->plane;
    if (!plane) return "";
    const double at_m =
        snapshot_lattice(plan, plan.decision.snapshots->box).origin_m[static_cast<std::size_t>(plane->axis)];
    return fmt::format(", {} = {:.4g} m", "xyz"[plane->axis], at_m);
}

void add_outputs(Rows& rows, const PlanOutline& plan) {
    const Outputs& outputs = plan.scene.outputs;
    const auto receivers = static_cast<std::int64_t>(plan.scene.receivers.size());
    const std::int64_t shots = shot_count(plan.scene);
    rows.push_back(
        {"Outputs", fmt::format("result.h5: {} of {} at {}", counted(shots * receivers, "trace"),
                                counted(plan.decision.steps, "sample"), si_text(1 / plan.decision.time_step_s, "Hz"))});
    if (outputs.traces.wav_rate_hz) {
        rows.push_back(
            {"", fmt::format("{} at {}", counted(receivers, "WAV file"), si_text(*outputs.traces.wav_rate_hz, "Hz"))});
    }
    if (plan.decision.segy)
        rows.push_back({"", fmt::format("SEG-Y: {} of {} every {} us{}", counted(shots * receivers, "trace"),
                                        counted(plan.decision.segy->samples, "sample"), plan.decision.segy->interval_us,
                                        plan.decision.segy->resampled ? ", resampled" : "")});
    if (outputs.traces.gather)
        rows.push_back({"", fmt::format("{} ({})", counted(shots, "gather picture"), word_of(*outputs.traces.gather))});
    if (plan.decision.snapshots && outputs.snapshots) {
        const std::string of_each = shots > 1 ? fmt::format(" per {}", shot_word(plan.scene)) : "";
        rows.push_back(
            {"",
             fmt::format("{}{} of {} nodes{}, one every {}{}{}", counted(plan.decision.snapshots->count, "snapshot"),
                         of_each, extent_text(plan.decision.snapshots->box.extent(), plan.scene.dims), plane_text(plan),
                         si_text(plan.decision.snapshots->every_steps * plan.decision.time_step_s, "s"),
                         outputs.snapshots->vtk ? ", as VTK files" : "",
                         outputs.snapshots->png ? ", as PNG pictures" : "")});
    }
    if (outputs.compare == ExactReference::free_field) rows.push_back({"", "comparison with the exact free field"});
    if (outputs.compare == ExactReference::shoebox) rows.push_back({"", "comparison with the exact image sources"});
}

}  // namespace

Rows plan_head_lines(const PlanOutline& plan) {
    Rows rows;
    rows.push_back({"Scene", fmt::format("{} ({})", plan.scene.name, plan.scene.hash)});
    add_summary(rows, plan);
    add_medium(rows, plan);
    add_grid(rows, plan);
    rows.push_back({"Stencil", plan.decision.shape.stencil.name});
    rows.push_back({"Walls", plan.report.walls_method});
    add_survey(rows, plan);
    return rows;
}

Rows plan_lines(const PlanOutline& plan, const Machine& machine) {
    Rows rows;
    rows.push_back({"Scene", fmt::format("{} ({})", plan.scene.name, plan.scene.hash)});
    add_summary(rows, plan);
    add_medium(rows, plan);
    add_grid(rows, plan);
    add_stencil(rows, plan);
    add_weights(rows, plan.decision.shape.stencil);
    add_geometry(rows, plan);
    add_errors(rows, plan);
    add_cost(rows, plan, machine);
    add_survey(rows, plan);
    add_outputs(rows, plan);
    return rows;
}

std::string report_text(const Rows& rows) {
    std::string text;
    for (const ReportRow& row : rows) {
        text += painted(stdout, Colour::bold, row.label);
        text += std::string(row.label.size() < 12 ? 12 - row.label.size() : 1, ' ') + row.text + '\n';
    }
    return text;
}

}  // namespace wavesim

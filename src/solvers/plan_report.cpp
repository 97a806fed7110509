// SPDX-License-Identifier: MIT
#include "solvers/plan_report.hpp"

#include <fmt/format.h>

#include <cmath>

namespace wavesim {

namespace {

class Rows {
  public:
    void section(std::string name) { section_ = std::move(name); }
    void add(std::string label, std::string value, std::string unit = "") {
        rows_.push_back({section_, std::move(label), std::move(value), std::move(unit)});
    }
    std::vector<PlanRow> take() { return std::move(rows_); }

  private:
    std::string section_;
    std::vector<PlanRow> rows_;
};

std::string size_text(const Point& size, int dims) {
    return dims == 2 ? fmt::format("{:.5g} x {:.5g}", size.x, size.z)
                     : fmt::format("{:.5g} x {:.5g} x {:.5g}", size.x, size.y, size.z);
}

std::string percent(double fraction) { return fmt::format("{:+.3f}", 100 * fraction); }

/// Bytes with a prefix that keeps 1 to 4 digits before the point.
void add_bytes(Rows& rows, const std::string& label, std::int64_t bytes) {
    const char* units[] = {"B", "KiB", "MiB", "GiB", "TiB"};
    double value = static_cast<double>(bytes);
    int unit = 0;
    for (; value >= 1024 && unit < 4; ++unit) value /= 1024;
    rows.add(label, fmt::format("{:.{}f}", value, unit == 0 ? 0 : 1), units[unit]);
}

void add_grid(Rows& rows, const Plan& plan) {
    const int dims = plan.scene.dims;
    rows.section("grid");
    rows.add("nodes", dims == 2 ? fmt::format("{} x {}", plan.grid.nx, plan.grid.nz)
                                : fmt::format("{} x {} x {}", plan.grid.nx, plan.grid.ny, plan.grid.nz));
    rows.add("nodes in all", fmt::format("{}", plan.grid.nodes()));
    rows.add("spacing", fmt::format("{:.6g}", 1e3 * plan.spacing_m), "mm");
    rows.add("size asked for", size_text(plan.geometry.size_asked_m, dims), "m");
    rows.add("size on the grid", size_text(plan.geometry.size_m, dims), "m");
    const char* unit = dims == 2 ? "m2" : "m3";
    rows.add(dims == 2 ? "area of air asked for" : "volume of air asked for",
             fmt::format("{:.5g}", plan.geometry.volume_asked_m3), unit);
    rows.add(dims == 2 ? "area of air on the grid" : "volume of air on the grid",
             fmt::format("{:.5g}", plan.geometry.volume_m3), unit);
}

void add_time(Rows& rows, const Plan& plan) {
    rows.section("time");
    rows.add("time step", fmt::format("{:.6g}", 1e6 * plan.time_step_s), "us");
    rows.add("steps", fmt::format("{}", plan.steps));
    rows.add("sampling rate", fmt::format("{:.6g}", 1 / plan.time_step_s), "Hz");
    rows.add("Courant number", fmt::format("{:.6g}", plan.courant));
    rows.add("stability limit", fmt::format("{:.6g}", plan.courant_limit));
}

void add_stencil(Rows& rows, const Plan& plan) {
    const Stencil& stencil = plan.problem.stencil;
    rows.section("stencil");
    rows.add("stencil", stencil.name);
    rows.add("why", plan.stencil_reason);
    rows.add("points", fmt::format("{}", point_count(stencil)));
    rows.add("radius", fmt::format("{}", radius(stencil)), "nodes");
    rows.add("weights", stencil.weights_source);
    rows.add("points per wavelength", fmt::format("{:.4g}", plan.dispersion.points_per_wavelength),
             fmt::format("at {:.5g} Hz", plan.dispersion.frequency_hz));
    rows.add("speed error along an axis", percent(plan.dispersion.axis), "%");
    rows.add(plan.scene.dims == 2 ? "speed error along the diagonal" : "speed error along a face diagonal",
             percent(plan.dispersion.face_diagonal), "%");
    if (plan.scene.dims == 3)
        rows.add("speed error along a body diagonal", percent(plan.dispersion.body_diagonal), "%");
    const auto& d = plan.dispersion.worst_direction;
    rows.add("speed error at worst", percent(plan.dispersion.worst),
             plan.scene.dims == 2 ? fmt::format("% towards ({:.2f}, {:.2f})", d[0], d[2])
                                  : fmt::format("% towards ({:.2f}, {:.2f}, {:.2f})", d[0], d[1], d[2]));
}

void add_walls(Rows& rows, const Plan& plan) {
    rows.section("walls");
    rows.add("method", plan.walls_method);
    const char* unit = plan.scene.dims == 2 ? "m" : "m2";
    for (const GeometryReport::Area& area : plan.geometry.areas)
        rows.add(area.surface, fmt::format("{:.4g}", area.m2),
                 fmt::format("{} ({:.4g} asked for), admittance {:.4g}, random absorption {:.3f}", unit, area.asked_m2,
                             area.admittance, random_absorption(area.admittance)));
}

void add_work(Rows& rows, const Plan& plan) {
    rows.section("work");
    for (const PlannedRegion& region : plan.regions)
        rows.add("region " + region.name,
                 fmt::format("{} x {} x {}", region.extent.nx, region.extent.ny, region.extent.nz),
                 fmt::format("nodes on {} ({})", region.backend, region.isa));
    rows.add("precision", plan.problem.precision == Precision::float32 ? "float" : "double");
    add_bytes(rows, "memory: fields", plan.memory.fields);
    add_bytes(rows, "memory: walls, sources, receivers", plan.memory.walls);
    add_bytes(rows, "memory: outputs", plan.memory.outputs);
    add_bytes(rows, "memory at the peak", plan.memory.total());
    add_bytes(rows, "disk", plan.disk_bytes);
    rows.add("time per node and step", fmt::format("{:.3g}", 1e9 * plan.predicted_ctpn_s), "ns");
    rows.add("time of the step loop", fmt::format("{:.3g}", plan.predicted_seconds), "s");
}

void add_outputs(Rows& rows, const Plan& plan) {
    rows.section("outputs");
    rows.add("traces", fmt::format("{} x {}", plan.scene.receivers.size(), plan.steps), "receivers x samples");
    if (plan.scene.outputs.traces.wav_rate_hz)
        rows.add("sound files", fmt::format("{}", plan.scene.receivers.size()),
                 fmt::format("at {:.6g} Hz", *plan.scene.outputs.traces.wav_rate_hz));
    if (plan.snapshots) {
        const Extent e = plan.snapshots->box.extent();
        rows.add("snapshots", fmt::format("{}", plan.snapshots->count),
                 fmt::format("of {} x {} x {} nodes, every {} steps ({:.4g} ms)", e.nx, e.ny, e.nz,
                             plan.snapshots->every_steps,
                             1e3 * static_cast<double>(plan.snapshots->every_steps) * plan.time_step_s));
    }
}

}  // namespace

std::vector<PlanRow> plan_rows(const Plan& plan) {
    Rows rows;
    add_grid(rows, plan);
    add_time(rows, plan);
    add_stencil(rows, plan);
    add_walls(rows, plan);
    add_work(rows, plan);
    add_outputs(rows, plan);
    return rows.take();
}

}  // namespace wavesim

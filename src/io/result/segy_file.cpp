// SPDX-License-Identifier: MIT
#include "io/result/segy_file.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <optional>

#include "io/atomic_file.hpp"
#include "io/result/cdp_bins.hpp"
#include "io/result/resampler.hpp"
#include "io/result/result_file.hpp"
#include "io/result/segy_header.hpp"
#include "io/shown_field.hpp"
#include "solvers/scene/survey.hpp"
#include "solvers/signal/signal_analysis.hpp"

namespace wavesim {

namespace {

std::vector<std::string> text_lines(const PlanOutline& plan, const SegyLayout& layout, const CdpBins& cdp,
                                    std::int64_t shots) {
    const Scene& scene = plan.scene;
    const std::string name = scene.name.size() > 60 ? scene.name.substr(0, 60) : scene.name;
    std::vector<std::string> lines(40);
    lines[0] = "CLIENT: -                      SOURCE: WAVESIM " + wavesim_version();
    lines[1] = "SCENE: " + name;
    lines[2] = fmt::format("SCENE HASH: {}  SYNTHETIC DATA, FINITE DIFFERENCES", scene.hash);
    lines[3] = fmt::format("SHOTS: {}  TRACES PER SHOT: {}", shots, layout.traces_per_shot);
    lines[4] = fmt::format("SAMPLES PER TRACE: {}  INTERVAL: {} US  FORMAT: IEEE FLOAT (5)", layout.samples,
                           layout.interval_us);
    lines[5] = fmt::format("TIME STEP OF THE SIMULATION: {:.9g} US{}", plan.decision.time_step_s * 1e6,
                           plan.decision.segy->resampled ? ", RESAMPLED (BAND-LIMITED)" : ", NOT RESAMPLED");
    const double zero_s = time_zero(scene);
    lines[6] = zero_s == 0 ? "SAMPLE 0 IS TIME 0 OF THE SIMULATION, NOT THE PEAK OF THE WAVELET"
                           : fmt::format("TIME 0 IS THE PEAK OF THE WAVELET; SAMPLE 0 AT {:.0f} MS (BYTES 109-110)",
                                         -1000 * zero_s);
    const ShownField field = shown_field(scene);
    lines[7] = scene.medium.physics ? fmt::format("VALUES: FIELD {} OF A PROGRAM, UNITS: {}", field.name, field.units)
                                    : "VALUES: PRESSURE IN PA, POSITIVE FOR COMPRESSION";
    lines[8] = fmt::format("COORDINATES: METRES TIMES {}, {}", layout.scalar,
                           scene.frame.origin_m() == Point{} ? "LOCAL, FROM A CORNER OF THE DOMAIN" : "OF THE SCENE");
    lines[9] = fmt::format("ELEVATION: {}; SOURCE DEPTH: BELOW THE TOP OF THE DOMAIN",
                           scene.frame.z_down() ? "MINUS Z, WHICH POINTS DOWN" : "Z, UPWARDS");
    lines[10] = "OFFSET: WHOLE METRES FROM THE FIRST SOURCE, NEGATIVE AGAINST THE LINE";
    if (scene.sources.size() > 1)
        lines[11] = fmt::format("EVERY SHOT HAS {} SOURCES, HEADERS GIVE THE FIRST", scene.sources.size());
    if (cdp.bin_m() > 0)
        lines[12] =
            fmt::format("CDP: MIDPOINTS ALONG THE LINE IN BINS OF {:.6g} M, COUNTED ALONG ITS WAY", cdp.bin_m());
    lines[38] = "SEG Y REV1";
    lines[39] = "END TEXTUAL HEADER";
    return lines;
}

/// Traces of one length at the sampling interval of the file.
class ConvertedTraces {
  public:
    ConvertedTraces(const PlanOutline& plan, std::int64_t steps) : length_(steps) {
        if (!plan.decision.segy->resampled) return;
        resampler_.emplace(steps, plan.decision.time_step_s,
                           1e-6 * static_cast<double>(plan.decision.segy->interval_us));
        length_ = resampler_->length();
    }
    std::int64_t length() const { return length_; }
    std::vector<float> operator()(std::span<const double> trace) const {
        std::vector<double> finite(trace.begin(), trace.end());
        for (double& value : finite)
            if (!std::isfinite(value)) value = 0;
        return resampler_ ? (*resampler_)(finite) : std::vector<float>(finite.begin(), finite.end());
    }

  private:
    std::int64_t length_;
    std::optional<Resampler> resampler_;
};

double largest_coordinate(const Scene& scene) {
    double largest = 0;
    for (int axis = 0; axis < 3; ++axis) {
        const double least = scene.frame.origin_m().along(axis);
        const double size = scene.size_m.along(axis);
        largest = std::max({largest, size, std::abs(least), std::abs(least + size)});
    }
    return largest;
}

/// Coordinates in headers: x and y of users, z as elevation.
Point header_point(const Scene& scene, const Point& inner) {
    const Point users = scene.frame.users(inner);
    return {users.x, users.y, scene.frame.elevation(inner.z)};
}

}  // namespace

std::int64_t write_segy_file(const std::filesystem::path& file, const PlanOutline& plan, const TraceSource& traces,
                             std::int64_t block_values) {
    const Scene& scene = plan.scene;
    const std::int64_t steps = traces.most_steps();
    SegyLayout layout;
    layout.traces_per_shot = traces.receivers();
    layout.interval_us = plan.decision.segy->interval_us;
    const ConvertedTraces converted(plan, steps);
    layout.samples = converted.length();
    layout.original_interval_us = std::llround(plan.decision.time_step_s * 1e6);
    layout.original_samples = steps;
    layout.scalar = segy_scalar(largest_coordinate(scene));
    std::vector<std::int64_t> whole;
    for (std::int64_t shot = 0; shot < traces.shots(); ++shot)
        if (traces.steps(shot) == steps) whole.push_back(shot);
    const auto shots = static_cast<std::int64_t>(whole.size());

    const CdpBins cdp(scene);
    AtomicFile target(file);
    target.write(segy_text_header(text_lines(plan, layout, cdp, shots)) + segy_binary_header(layout));
    SegyTrace trace;
    trace.unit = segy_unit(shown_field(scene).units);
    trace.delay_ms = std::llround(-1000 * time_zero(scene));
    trace.top_m = scene.frame.elevation(scene.size_m.z);
    for (const std::int64_t shot : whole) {
        const std::int64_t at_once = traces.receivers_at_once(shot, block_values);
        const std::int64_t recorded = std::min(traces.receivers(), receivers_of_shot(scene, shot));
        for (std::int64_t first = 0; first < recorded; first += at_once) {
            const std::int64_t count = std::min(at_once, recorded - first);
            const std::vector<double> block = traces.block(shot, first, count);
            std::string bytes;
            for (std::int64_t r = 0; r < count; ++r) {
                const auto receiver = static_cast<std::size_t>(first + r);
                ++trace.number;
                trace.shot = shot + 1;
                trace.receiver = first + r + 1;
                trace.source = header_point(scene, source_position(scene, 0, shot));
                trace.group = header_point(scene, receiver_position(scene, receiver, shot));
                trace.cdp = cdp.number(receiver, shot);
                trace.offset_m = signed_offset(scene, receiver, shot);
                bytes += segy_trace_header(layout, trace);
                append_segy_samples(bytes, converted(std::span(block).subspan(static_cast<std::size_t>(r * steps),
                                                                              static_cast<std::size_t>(steps))));
            }
            target.append(bytes);
        }
    }
    target.commit();
    return shots;
}

}  // namespace wavesim

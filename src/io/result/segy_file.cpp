// SPDX-License-Identifier: MIT
#include "io/result/segy_file.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <optional>

#include "io/atomic_file.hpp"
#include "io/result/resampler.hpp"
#include "io/result/result_file.hpp"
#include "io/result/segy_header.hpp"
#include "solvers/survey.hpp"

namespace wavesim {

namespace {

std::vector<std::string> text_lines(const Plan& plan, const SegyLayout& layout, std::int64_t shots) {
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
    lines[6] = "SAMPLE 0 IS TIME 0 OF THE SIMULATION, NOT THE PEAK OF THE WAVELET";
    lines[7] = "VALUES: PRESSURE IN PA, POSITIVE FOR COMPRESSION";
    lines[8] = fmt::format("COORDINATES: METRES TIMES {}, LOCAL, FROM A CORNER OF THE DOMAIN", layout.scalar);
    lines[9] = "ELEVATION: Z, UPWARDS; SOURCE DEPTH: BELOW THE TOP OF THE DOMAIN";
    lines[10] = "OFFSET: WHOLE METRES FROM THE FIRST SOURCE, NEGATIVE AGAINST THE LINE";
    if (scene.sources.size() > 1)
        lines[11] = fmt::format("EVERY SHOT HAS {} SOURCES, HEADERS GIVE THE FIRST", scene.sources.size());
    lines[38] = "SEG Y REV1";
    lines[39] = "END TEXTUAL HEADER";
    return lines;
}

/// Traces of one length at the file's rate.
class ConvertedTraces {
  public:
    ConvertedTraces(const Plan& plan, std::int64_t steps) : length_(steps) {
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

double largest_coordinate(const Scene& scene) { return std::max({scene.size_m.x, scene.size_m.y, scene.size_m.z}); }

}  // namespace

std::int64_t write_segy_file(const std::filesystem::path& file, const Plan& plan, const TraceSource& traces) {
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

    AtomicFile target(file);
    target.write(segy_text_header(text_lines(plan, layout, shots)) + segy_binary_header(layout));
    SegyTrace trace;
    trace.top_m = scene.size_m.z;
    for (const std::int64_t shot : whole) {
        const std::int64_t at_once = traces.receivers_at_once(shot);
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
                trace.source = source_position(scene, 0, shot);
                trace.group = receiver_position(scene, receiver, shot);
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

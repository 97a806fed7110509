// SPDX-License-Identifier: MIT
#include "io/picture/gather_picture.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <utility>

#include "io/picture/axis_ticks.hpp"

namespace wavesim {

namespace {

constexpr int left = 76, top = 74, bottom = 66, right = 26, bar_room = 116;
constexpr int height = 720;       // pixels of the time axis
constexpr int least_width = 480;  // width of the traces that texts need at least
constexpr int most_width = 1120;
constexpr int wiggle_pixels = 8;      // least distance of two wiggles
constexpr double wiggle_reach = 1.5;  // in distances of two traces
constexpr double wiggle_gain = 0.75;  // of that distance, for p = scale

/// Position of traces and samples on the canvas.
struct Layout {
    std::size_t receivers;
    std::size_t samples;
    std::size_t every = 1;  ///< every n-th trace is drawn
    int width = 0;
    double pixels_per_trace = 1;
    double pixels_per_sample = 1;

    double margin = 0;  ///< margin beside the outer traces, in trace distances

    double centre(std::size_t receiver) const {
        return left + (static_cast<double>(receiver) + 0.5 + margin) * pixels_per_trace;
    }
};

Layout lay_out(std::size_t receivers, std::size_t samples, GatherStyle style) {
    Layout layout{receivers, samples};
    const double wanted = static_cast<double>(receivers) * (style == GatherStyle::wiggle ? 16 : 8);
    layout.width = static_cast<int>(std::clamp(wanted, double{least_width}, double{most_width}));
    layout.pixels_per_trace = layout.width / static_cast<double>(receivers);
    layout.pixels_per_sample = static_cast<double>(height) / static_cast<double>(samples);
    if (style != GatherStyle::wiggle) return layout;
    const auto every = [&] {
        return static_cast<std::size_t>(std::ceil(wiggle_pixels / layout.pixels_per_trace - 1e-9));
    };
    do {  // with more traces left out, the drawn ones are wider, and so is the margin beside the outer ones
        layout.every = std::max(layout.every, every());
        layout.margin = wiggle_reach * static_cast<double>(layout.every) - 0.5;
        layout.pixels_per_trace = layout.width / (static_cast<double>(receivers) + 2 * layout.margin);
    } while (every() > layout.every);
    return layout;
}

/// Pressure of a trace at the centre of a row of pixels: interpolated between two samples, or the largest of the
/// samples within the row. 0 if it is not finite.
double pressure_at(std::span<const double> trace, const Layout& layout, int row) {
    const double from = row / layout.pixels_per_sample;
    const double to = (row + 1) / layout.pixels_per_sample;
    if (to - from <= 1) {
        const double at = std::clamp((from + to) / 2 - 0.5, 0.0, static_cast<double>(trace.size() - 1));
        const auto n = static_cast<std::size_t>(at);
        const double part = at - static_cast<double>(n);
        const double p = n + 1 < trace.size() ? (1 - part) * trace[n] + part * trace[n + 1] : trace[n];
        return std::isfinite(p) ? p : 0;
    }
    double largest = 0;
    const std::size_t last = std::min(trace.size(), static_cast<std::size_t>(std::ceil(to)));
    for (auto n = static_cast<std::size_t>(from); n < last; ++n)
        if (std::isfinite(trace[n]) && std::abs(trace[n]) > std::abs(largest)) largest = trace[n];
    return largest;
}

void draw_colours(Canvas& canvas, const Layout& layout, std::span<const double> values, double scale_pa) {
    for (int x = 0; x < layout.width; ++x) {
        const auto r = std::min(layout.receivers - 1, static_cast<std::size_t>((x + 0.5) / layout.pixels_per_trace));
        const auto trace = values.subspan(r * layout.samples, layout.samples);
        for (int y = 0; y < height; ++y) {
            const double p = pressure_at(trace, layout, y) / scale_pa;
            canvas.set(left + x, top + y, diverging_colour(std::copysign(std::sqrt(std::abs(p)), p)));
        }
    }
}

void draw_wiggle(Canvas& canvas, const Layout& layout, std::size_t receiver, std::span<const double> trace,
                 double scale_pa) {
    const double distance = layout.pixels_per_trace * static_cast<double>(layout.every);
    const int base = static_cast<int>(layout.centre(receiver));
    const auto inside = [&](int x) { return std::clamp(x, left, left + layout.width - 1); };
    int before = base;
    for (int y = 0; y < height; ++y) {
        const double p = pressure_at(trace, layout, y) / scale_pa;
        const double swing = std::clamp(wiggle_gain * p, -wiggle_reach, wiggle_reach) * distance;
        const int x = inside(base + static_cast<int>(std::lround(swing)));
        if (x > base) canvas.fill(base, top + y, x - base, 1, ink);
        canvas.fill(std::min(x, before), top + y, std::abs(x - before) + 1, 1, ink);
        before = x;
    }
}

void draw_time_axis(Canvas& canvas, const GatherView& view, const Layout& layout, bool lines) {
    const double second = layout.pixels_per_sample / view.time_step_s;  // pixels
    const double length_s = height / second;
    const bool milli = length_s < 0.5;
    const double unit = milli ? 1e-3 : 1;
    const double step = tick_step(length_s / unit, 10) * unit;
    const double first = view.first_time_s;
    for (double k = std::ceil(first / step - 1e-9) + 0.0; k * step <= first + length_s * (1 + 1e-9); ++k) {
        // Sample n is drawn half a sample below its edge.
        const int y = static_cast<int>(std::lround((k * step - first) * second + layout.pixels_per_sample / 2));
        if (y >= height) break;
        if (lines && k * step > first) canvas.fill(left, top + y, layout.width, 1, faint);
        canvas.fill(left - 6, top + y, 5, 1, ink);
        canvas.text(left - 9, top + y - 7, fmt::format("{:.6g}", k * step / unit), ink, Canvas::Align::right);
    }
    canvas.text_upwards(4, top + height / 2, milli ? "time [ms]" : "time [s]", ink);
}

void draw_offset(Canvas& canvas, double x, double metres) {
    const int column = static_cast<int>(std::lround(x));
    canvas.fill(column, top - 6, 1, 5, ink);
    canvas.text(column, top - 22, fmt::format("{:.4g}", metres), ink, Canvas::Align::centre);
}

/// Ticks at round offsets, if necessary between the receivers. Offsets must increase or decrease monotonically.
void draw_round_offsets(Canvas& canvas, const std::vector<double>& offsets, const Layout& layout, double room) {
    const auto [least, most] = std::minmax(offsets.front(), offsets.back());
    const double wanted = std::max(1.0, layout.width / (1.5 * room));
    const double step = tick_step(most - least, static_cast<int>(wanted));
    for (double k = std::ceil(least / step) + 0.0; k * step <= most; ++k) {  // + 0: no "-0"
        const auto beyond = [&](double offset) { return (offset >= k * step) == (offsets.back() > offsets.front()); };
        const auto after = std::max<std::ptrdiff_t>(std::ranges::find_if(offsets, beyond) - offsets.begin(), 1);
        const auto r = static_cast<std::size_t>(std::min<std::ptrdiff_t>(after, std::ssize(offsets) - 1));
        const double share = (k * step - offsets[r - 1]) / (offsets[r] - offsets[r - 1]);
        draw_offset(canvas, layout.centre(r - 1) + share * layout.pixels_per_trace, k * step);
    }
}

/// Names above every n-th receiver; n depends on the space.
void draw_names(Canvas& canvas, const GatherView& view, const Layout& layout) {
    int widest = 0;
    for (const std::string& name : view.names) widest = std::max(widest, Canvas::text_width(name + "  "));
    const auto step = std::max<std::size_t>(1, static_cast<std::size_t>(std::ceil(widest / layout.pixels_per_trace)));
    for (std::size_t r = 0; r < view.names.size(); r += step) {
        const int x = static_cast<int>(layout.centre(r));
        canvas.fill(x, top - 6, 1, 5, ink);
        canvas.text(x, top - 22, view.names[r], ink, Canvas::Align::centre);
    }
}

void draw_receiver_axes(Canvas& canvas, const GatherView& view, const Layout& layout) {
    std::size_t widest = 1;
    for (const double offset : view.offsets_m) widest = std::max(widest, fmt::format("{:.4g}", offset).size());
    const double room = static_cast<double>(Canvas::text_width(std::string(widest + 2, '0')));
    const double raw = std::max(1.0, room / layout.pixels_per_trace);
    const double power = std::pow(10.0, std::floor(std::log10(raw)));
    const double m = raw / power;
    const auto step = static_cast<std::size_t>(std::lround(power * (m <= 1 ? 1 : m <= 2 ? 2 : m <= 5 ? 5 : 10)));
    const auto end = view.offsets_m.end();
    const bool grow = std::ranges::adjacent_find(view.offsets_m, std::ranges::greater_equal{}) == end;
    const bool fall = std::ranges::adjacent_find(view.offsets_m, std::ranges::less_equal{}) == end;
    const bool ordered = view.offsets_m.size() > 1 && (grow || fall);
    const bool named = !view.names.empty();
    if (named)
        draw_names(canvas, view, layout);
    else if (ordered)
        draw_round_offsets(canvas, view.offsets_m, layout, room);
    for (std::size_t r = 0; r < layout.receivers; ++r) {
        if (r != 0 && (r + 1) % step != 0) continue;
        if (r == 0 && step > 1 && static_cast<double>(step - 1) * layout.pixels_per_trace < room) continue;
        const int x = static_cast<int>(layout.centre(r));
        canvas.fill(x, top + height + 1, 1, 5, ink);
        canvas.text(x, top + height + 8, std::to_string(r + 1), ink, Canvas::Align::centre);
        if (!ordered && !named) draw_offset(canvas, layout.centre(r), view.offsets_m[r]);
    }
    canvas.text(left + layout.width / 2, top - 40, named ? "receiver" : "offset [m]", ink, Canvas::Align::centre);
    canvas.text(left + layout.width / 2, top + height + 24, "receiver", ink, Canvas::Align::centre);
}

bool has_gain(const GatherGain& gain) { return gain.agc_window_s || gain.power != 0; }

std::string gain_text(const GatherGain& gain) {
    if (gain.agc_window_s) return fmt::format("gain: 1 over the rms within {:.4g} ms", 1e3 * *gain.agc_window_s);
    return gain.power == 0 ? "no time gain" : fmt::format("gain: t^{:.3g}, t in s", gain.power);
}

void draw_bar(Canvas& canvas, const Layout& layout, double scale_pa, bool gained) {
    const int x = left + layout.width + 18;
    constexpr int bar = 420;
    const int y = top + 28;
    for (int j = 0; j < bar; ++j) canvas.fill(x, y + j, 16, 1, diverging_colour(1 - 2 * (j + 0.5) / bar));
    canvas.frame(x, y, 16, bar, ink);
    canvas.text(x, y - 26, gained ? "gained" : "p [Pa]", ink);
    for (const double root : {-1.0, -0.75, -0.5, -0.25, 0.0, 0.25, 0.5, 0.75, 1.0}) {
        const int at = y + static_cast<int>(std::lround((1 - root) / 2 * (bar - 1)));
        canvas.fill(x + 17, at, 4, 1, ink);
        canvas.text(x + 23, at - 7, fmt::format("{:.2g}", root * std::abs(root) * scale_pa), ink);
    }
}

}  // namespace

void apply_gain(std::span<double> values, std::size_t receivers, const GatherGain& gain, double time_step_s,
                double zero_s) {
    if (receivers == 0 || !has_gain(gain)) return;
    const std::size_t samples = values.size() / receivers;
    for (std::size_t r = 0; r < receivers; ++r) {
        const std::span<double> trace = values.subspan(r * samples, samples);
        if (!gain.agc_window_s) {
            for (std::size_t n = 0; n < samples; ++n)
                trace[n] *= std::pow(std::max(0.0, static_cast<double>(n) * time_step_s - zero_s), gain.power);
            continue;
        }
        std::vector<double> energy(samples + 1);  // energy of all earlier samples
        for (std::size_t n = 0; n < samples; ++n)
            energy[n + 1] = energy[n] + (std::isfinite(trace[n]) ? trace[n] * trace[n] : 0);
        const auto half = static_cast<std::size_t>(std::llround(*gain.agc_window_s / (2 * time_step_s)));
        const double floor = 1e-12 * energy[samples];  // avoids amplifying silence
        for (std::size_t n = 0; n < samples; ++n) {
            const std::size_t from = n > half ? n - half : 0, to = std::min(samples, n + half + 1);
            const double within = energy[to] - energy[from];
            trace[n] *= within > floor ? std::sqrt(static_cast<double>(to - from) / within) : 0;
        }
    }
}

double gather_scale(std::span<const double> values, GatherStyle style) {
    std::vector<double> sizes;
    for (const double value : values)
        if (std::isfinite(value)) sizes.push_back(std::abs(value));
    if (sizes.empty()) return 1;
    const double share = style == GatherStyle::wiggle ? 0.99 : 0.995;
    const auto rank = static_cast<std::ptrdiff_t>(share * static_cast<double>(sizes.size() - 1) + 0.5);
    std::nth_element(sizes.begin(), sizes.begin() + rank, sizes.end());
    const double scale = sizes[static_cast<std::size_t>(rank)];
    if (scale > 0) return scale;
    const double peak = *std::ranges::max_element(sizes);
    return peak > 0 ? peak : 1;
}

double scale_of_peak(std::span<const double> values) {
    double peak = 0;
    for (const double value : values)
        if (std::isfinite(value)) peak = std::max(peak, std::abs(value));
    return peak > 0 ? wiggle_gain * peak : 1;
}

Canvas draw_gather(const GatherView& view, std::span<const double> values, GatherStyle style, double scale_pa) {
    const std::size_t receivers = view.offsets_m.size();
    const Layout layout = lay_out(receivers, values.size() / receivers, style);
    const bool colours = style == GatherStyle::density;
    const int width = left + layout.width + (colours ? bar_room : right);
    Canvas canvas(width, top + height + bottom, paper);
    draw_time_axis(canvas, view, layout, !colours);
    if (colours) {
        draw_colours(canvas, layout, values, scale_pa);
        draw_bar(canvas, layout, scale_pa, has_gain(view.gain));
    } else {
        for (std::size_t r = 0; r < receivers; r += layout.every)
            draw_wiggle(canvas, layout, r, values.subspan(r * layout.samples, layout.samples), scale_pa);
    }
    canvas.frame(left, top, layout.width, height, ink);
    draw_receiver_axes(canvas, view, layout);
    canvas.text(left, 10, view.title, ink);
    const char* unit = has_gain(view.gain) ? "" : " Pa";
    std::string gain = gain_text(view.gain);
    gain += colours ? fmt::format("; square-root colours, full at {:.3g}{}", scale_pa, unit)
                    : fmt::format("; {:.3g}{} to the next trace", scale_pa / wiggle_gain, unit);
    if (!colours && view.names.empty())
        gain += fmt::format(", cut at {:.3g}{}", scale_pa * wiggle_reach / wiggle_gain, unit);
    if (layout.every > 1) gain += fmt::format("; 1 trace in {}", layout.every);
    // A picture with few wiggles is narrower than the sentence and its margin.
    const int room = width - Canvas::text_width(gain) - 6;
    canvas.text(std::min(left, room), canvas.height() - 20, gain, ink);
    return canvas;
}

}  // namespace wavesim

// SPDX-License-Identifier: MIT
#include "app/program_text.hpp"

#include <fmt/core.h>

#include <numbers>

#include "app/quantity_text.hpp"
#include "io/shown_field.hpp"
#include "solvers/decision/outline.hpp"

namespace wavesim {

namespace {

using Rows = std::vector<ReportRow>;
using equations::ParameterSource;

std::string join(const std::vector<std::string>& words) {
    std::string text;
    for (const std::string& word : words) text += (text.empty() ? "" : ", ") + word;
    return text;
}

std::string value_text(const equations::Parameter& declared, const Medium::Parameter& said) {
    if (declared.from == ParameterSource::speed) return declared.name + " is the speed";
    if (declared.from == ParameterSource::density) return declared.name + " is the density";
    const bool places = !said.layers.empty() || said.grid || !said.boxes.empty();
    return places ? declared.name + " by place" : fmt::format("{} = {:.6g}", declared.name, said.everywhere);
}

}  // namespace

Rows program_lines(const PlanOutline& plan) {
    const auto& physics = plan.scene.medium.physics;
    if (!physics) return {};
    const equations::Declarations& declared = physics->program->declared;
    std::vector<std::string> fields, pushed, values;
    for (const equations::Field& field : declared.fields) {
        fields.push_back(field.name);
        if (field.source) pushed.push_back(field.name);
    }
    for (std::size_t p = 0; p < declared.parameters.size(); ++p)
        values.push_back(value_text(declared.parameters[p], physics->parameters[p]));
    const ShownField shown = shown_field(plan.scene);
    Rows rows{{"Program",
               fmt::format("{}: moves {}; sources act on {}, receivers show {}{}", physics->program->name, join(fields),
                           join(pushed), shown.name, shown.units == no_units ? "" : " in " + shown.units)}};
    if (!values.empty()) rows.push_back({"", join(values)});
    return rows;
}

Rows program_wave_lines(const PlanOutline& plan) {
    Rows rows;
    for (const ProgramWave& wave : plan.report.program_waves) {
        std::string text =
            fmt::format("{} along an axis at {:.6g} m/s", si_text(wave.frequency_hz, "Hz"), wave.speed_m_s);
        constexpr double no_loss = 1e-7;  // per radian: less is rounding
        const double omega = 2 * std::numbers::pi * wave.frequency_hz;
        if (wave.decay_per_s > no_loss * omega)
            text += fmt::format(", amplitude decays by {:.4g} per second (Q {:.4g})", wave.decay_per_s,
                                omega / (2 * wave.decay_per_s));
        else
            text += ", without loss";
        rows.push_back({rows.empty() ? "Moves" : "", text});
    }
    return rows;
}

}  // namespace wavesim

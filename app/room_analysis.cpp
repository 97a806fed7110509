// SPDX-License-Identifier: MIT
#include "app/room_analysis.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <nlohmann/json.hpp>

#include "stencils/grid/enum_words.hpp"

namespace wavesim {

namespace {

using nlohmann::ordered_json;

constexpr auto energy_fault = [](const RoomNumbers& n) { return n.energy_fault; };

/// As a reader of the table needs it, after "not known: ".
const char* reason(DecayFault fault) {
    switch (fault) {
        case DecayFault::none: return "no reference at 10 m";
        case DecayFault::grid: return "the band reaches beyond the highest frequency of the grid or of the samples";
        case DecayFault::pulse: return "the source excites the band less than its neighbours";
        case DecayFault::modes: return "the band has fewer than two modes of the room";
        case DecayFault::silence: return "nothing was recorded";
        case DecayFault::range:
            return "the decay does not fall far enough as a straight line (noise, or a second slope)";
        case DecayFault::duration: return "the recording ends before the decay has fallen far enough";
        case DecayFault::filter: return "the filter of the band rings as long as the decay";
    }
    return "";
}

std::string cell(double value, int digits) {
    return std::isfinite(value) ? fmt::format("{:>8.{}f}", value, digits) : fmt::format("{:>8}", "-");
}

std::string heading(const std::string& name, const std::vector<RoomNumbers>& bands) {
    std::string line = fmt::format("{:<14}", name);
    for (const RoomNumbers& band : bands) line += fmt::format("{:>8}", band.band.name());
    return line + "  Hz\n";
}

std::string row(const RoomQuantity& quantity, const std::vector<double>& values) {
    std::string line = fmt::format("  {:<12}", quantity.name);
    for (const double value : values) line += cell(value, quantity.digits);
    return line + (*quantity.unit ? fmt::format("  {}\n", quantity.unit) : "\n");
}

/// What is not known in every band that has a number, by the reasons.
std::string reasons(const std::vector<RoomNumbers>& bands) {
    std::map<DecayFault, std::string> places;
    for (const RoomQuantity& quantity : room_quantities()) {
        std::map<DecayFault, std::string> of_this;
        for (const RoomNumbers& band : bands)
            if (!std::isfinite(quantity.value(band)) && quantity.fault(band) != DecayFault::none)
                of_this[quantity.fault(band)] += " " + band.band.name();
        for (const auto& [fault, names] : of_this)
            places[fault] += fmt::format("{}{} at{} Hz", places[fault].empty() ? "" : ", ", quantity.name, names);
    }
    std::string text;
    for (const auto& [fault, where] : places) text += fmt::format("  - {}: {}\n", where, reason(fault));
    return text;
}

/// Bands in which no response has any number, with the reason of the first.
std::string take_empty_bands(std::vector<ResponseNumbers>& responses) {
    std::map<DecayFault, std::string> names;
    for (std::size_t b = responses.front().bands.size(); b-- > 0;) {
        if (!std::ranges::all_of(responses, [b](const ResponseNumbers& r) { return !has_numbers(r.bands[b]); }))
            continue;
        std::string& at = names[responses.front().bands[b].edt.fault];
        at.insert(0, " " + responses.front().bands[b].band.name());
        for (ResponseNumbers& response : responses)
            response.bands.erase(response.bands.begin() + static_cast<std::ptrdiff_t>(b));
    }
    std::string text;
    for (const auto& [fault, at] : names) text += fmt::format("Not known at{} Hz: {}\n", at, reason(fault));
    return text;
}

}  // namespace

const std::vector<RoomQuantity>& room_quantities() {
    static const std::vector<RoomQuantity> all{
        {"EDT", "edt_s", "s", 3, true, [](const RoomNumbers& n) { return n.edt.seconds; },
         [](const RoomNumbers& n) { return n.edt.fault; }},
        {"T20", "t20_s", "s", 3, false, [](const RoomNumbers& n) { return n.t20.seconds; },
         [](const RoomNumbers& n) { return n.t20.fault; }},
        {"T30", "t30_s", "s", 3, true, [](const RoomNumbers& n) { return n.t30.seconds; },
         [](const RoomNumbers& n) { return n.t30.fault; }},
        {"nonlinearity", "t20_nonlinearity_permille", "per mille", 1, false,
         [](const RoomNumbers& n) { return n.t20.nonlinearity; }, [](const RoomNumbers& n) { return n.t20.fault; }},
        {"curvature", "curvature_percent", "%", 1, false, [](const RoomNumbers& n) { return n.curvature_percent; },
         [](const RoomNumbers& n) { return n.t30.fault == DecayFault::none ? n.t20.fault : n.t30.fault; }},
        {"C50", "c50_db", "dB", 1, false, [](const RoomNumbers& n) { return n.c50_db; }, energy_fault},
        {"C80", "c80_db", "dB", 1, true, [](const RoomNumbers& n) { return n.c80_db; }, energy_fault},
        {"D50", "d50", "", 3, true, [](const RoomNumbers& n) { return n.d50; }, energy_fault},
        {"Ts", "centre_time_s", "s", 3, true, [](const RoomNumbers& n) { return n.centre_time_s; }, energy_fault},
        {"G", "strength_db", "dB", 1, true, [](const RoomNumbers& n) { return n.strength_db; }, energy_fault},
    };
    return all;
}

bool has_numbers(const RoomNumbers& band) {
    return std::ranges::any_of(room_quantities(), [&](const RoomQuantity& q) { return std::isfinite(q.value(band)); });
}

Spread spread_of(const std::vector<ResponseNumbers>& responses, std::size_t band, const RoomQuantity& quantity) {
    Spread spread;
    double sum = 0, squares = 0;
    for (const ResponseNumbers& response : responses) {
        const double value = quantity.value(response.bands[band]);
        if (!std::isfinite(value)) continue;
        sum += value;
        squares += value * value;
        ++spread.count;
    }
    const auto n = static_cast<double>(spread.count);
    spread.mean = spread.count > 0 ? sum / n : std::nan("");
    spread.deviation =
        spread.count > 1 ? std::sqrt(std::max(0.0, (squares - n * spread.mean * spread.mean) / (n - 1))) : std::nan("");
    return spread;
}

namespace {

/// Means of all responses at 500 and 1000 Hz; NaN where one of them is not known.
double single_number(const std::vector<ResponseNumbers>& responses, const RoomQuantity& quantity) {
    double sum = 0;
    int found = 0;
    for (std::size_t b = 0; b < responses.front().bands.size(); ++b) {
        const AnalysedBand& band = responses.front().bands[b].band;
        if (band.per_octave != 1 || (band.name() != "500" && band.name() != "1000")) continue;
        sum += spread_of(responses, b, quantity).mean;
        ++found;
    }
    return found == 2 ? sum / 2 : std::nan("");
}

}  // namespace

std::string analysis_text(std::vector<ResponseNumbers> responses) {
    std::string empty = take_empty_bands(responses);
    if (responses.front().bands.empty()) return empty;
    std::string text;
    const auto any = [&](const RoomQuantity& quantity) {  // G of a recording is no gap in the table
        return std::string_view(quantity.name) != "G" || std::ranges::any_of(responses, [&](const ResponseNumbers& r) {
                   return std::ranges::any_of(r.bands,
                                              [&](const RoomNumbers& n) { return std::isfinite(quantity.value(n)); });
               });
    };
    for (const ResponseNumbers& response : responses) {
        text += heading(response.name, response.bands);
        for (const RoomQuantity& quantity : room_quantities()) {
            std::vector<double> values;
            for (const RoomNumbers& band : response.bands) values.push_back(quantity.value(band));
            if (any(quantity)) text += row(quantity, values);
        }
        text += reasons(response.bands) + "\n";
    }
    if (responses.size() > 1) {
        text += heading(fmt::format("mean of {}", responses.size()), responses.front().bands);
        for (const RoomQuantity& quantity : room_quantities()) {
            if (!any(quantity)) continue;
            std::vector<double> means, deviations;
            for (std::size_t b = 0; b < responses.front().bands.size(); ++b) {
                const Spread spread = spread_of(responses, b, quantity);
                means.push_back(spread.mean);
                deviations.push_back(spread.deviation);
            }
            text += row(quantity, means);
            text += row({"  deviation", "", quantity.unit, quantity.digits, false, quantity.value, quantity.fault},
                        deviations);
        }
        text += "\n";
    }
    text += empty;
    std::string singles;
    for (const RoomQuantity& quantity : room_quantities()) {
        const double value = quantity.single ? single_number(responses, quantity) : std::nan("");
        if (std::isfinite(value))
            singles += fmt::format("{}{} {:.{}f}{}{}", singles.empty() ? "" : ", ", quantity.name, value,
                                   quantity.digits, *quantity.unit ? " " : "", quantity.unit);
    }
    return singles.empty() ? text : text + "Mean of 500 and 1000 Hz: " + singles + "\n";
}

std::string analysis_csv(const std::vector<ResponseNumbers>& responses) {
    std::string text = "response,band_hz";
    for (const RoomQuantity& quantity : room_quantities()) text += fmt::format(",{0},{0}_valid", quantity.key);
    text += '\n';
    for (const ResponseNumbers& response : responses)
        for (const RoomNumbers& band : response.bands) {
            std::string name = response.name;
            for (std::size_t at = 0; (at = name.find('"', at)) != std::string::npos; at += 2) name.insert(at, "\"");
            text += fmt::format("\"{}\",{}", name, band.band.name());
            for (const RoomQuantity& quantity : room_quantities()) {
                const double value = quantity.value(band);
                if (std::isfinite(value)) {
                    text += fmt::format(",{:.6g},yes", value);
                } else {
                    const DecayFault fault = quantity.fault(band);
                    text += fmt::format(",,{}", fault == DecayFault::none ? "reference" : word_of(fault));
                }
            }
            text += '\n';
        }
    return text;
}

ordered_json analysis_json(const std::vector<ResponseNumbers>& responses) {
    ordered_json all = ordered_json::array();
    for (const ResponseNumbers& response : responses) {
        ordered_json bands = ordered_json::array();
        for (const RoomNumbers& band : response.bands) {
            ordered_json one{{"band_hz", std::stod(band.band.name())}, {"per_octave", band.band.per_octave}};
            for (const RoomQuantity& quantity : room_quantities()) {
                const double value = quantity.value(band);
                const DecayFault fault = quantity.fault(band);
                one[quantity.key] = std::isfinite(value) ? ordered_json(value) : ordered_json(nullptr);
                one[std::string(quantity.key) + "_valid"] = std::isfinite(value)        ? "yes"
                                                            : fault == DecayFault::none ? "reference"
                                                                                        : std::string(word_of(fault));
            }
            bands.push_back(std::move(one));
        }
        all.push_back({{"name", response.name}, {"bands", std::move(bands)}});
    }
    return {{"responses", std::move(all)}};
}

}  // namespace wavesim

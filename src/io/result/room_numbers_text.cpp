// SPDX-License-Identifier: MIT
#include "io/result/room_numbers_text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <nlohmann/json.hpp>

#include "stencils/grid/enum_words.hpp"

namespace wavesim {

namespace {

using nlohmann::ordered_json;

/// The reason as text to follow "not known: ".
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

/// Unknown numbers in bands that have some valid number, grouped by reason.
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

/// Removes bands in which no response has a valid number; returns them with the reason of the first response.
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

/// Whether a quantity is shown. G is left out if it is never known, as for recordings.
bool is_shown(const std::vector<ResponseNumbers>& responses, const RoomQuantity& quantity) {
    return std::string_view(quantity.name) != "G" || std::ranges::any_of(responses, [&](const ResponseNumbers& r) {
               return std::ranges::any_of(r.bands,
                                          [&](const RoomNumbers& n) { return std::isfinite(quantity.value(n)); });
           });
}

std::string table_of_each(const std::vector<ResponseNumbers>& responses) {
    std::string text;
    for (const ResponseNumbers& response : responses) {
        text += heading(response.name, response.bands);
        for (const RoomQuantity& quantity : room_quantities()) {
            std::vector<double> values;
            for (const RoomNumbers& band : response.bands) values.push_back(quantity.value(band));
            if (is_shown(responses, quantity)) text += row(quantity, values);
        }
        text += reasons(response.bands) + "\n";
    }
    return text;
}

std::string table_of_means(const std::vector<ResponseNumbers>& responses) {
    std::string text = heading(fmt::format("mean of {}", responses.size()), responses.front().bands);
    for (const RoomQuantity& quantity : room_quantities()) {
        if (!is_shown(responses, quantity)) continue;
        std::vector<double> means, deviations;
        for (std::size_t b = 0; b < responses.front().bands.size(); ++b) {
            const Spread spread = spread_of(responses, b, quantity);
            means.push_back(spread.mean);
            deviations.push_back(spread.deviation);
        }
        text += row(quantity, means);
        text +=
            row({"  deviation", "", quantity.unit, quantity.digits, false, quantity.value, quantity.fault}, deviations);
    }
    return text + "\n";
}

std::string single_numbers(const std::vector<ResponseNumbers>& responses) {
    std::string singles;
    for (const RoomQuantity& quantity : room_quantities()) {
        const double value = quantity.single ? single_number(responses, quantity) : std::nan("");
        if (std::isfinite(value))
            singles += fmt::format("{}{} {:.{}f}{}{}", singles.empty() ? "" : ", ", quantity.name, value,
                                   quantity.digits, *quantity.unit ? " " : "", quantity.unit);
    }
    if (singles.empty()) return "";
    const bool thirds = responses.front().bands.front().band.per_octave == 3;
    return fmt::format("Mean of {} Hz: {}\n", thirds ? "400 to 1250" : "500 and 1000", singles);
}

}  // namespace

std::string analysis_text(std::vector<ResponseNumbers> responses) {
    const std::string empty = take_empty_bands(responses);
    if (responses.front().bands.empty()) return empty;
    const std::string means = responses.size() > 1 ? table_of_means(responses) : "";
    return table_of_each(responses) + means + empty + single_numbers(responses);
}

std::string mean_numbers_text(std::vector<ResponseNumbers> responses) {
    const std::string empty = take_empty_bands(responses);
    if (responses.front().bands.empty()) return empty;
    return (responses.size() > 1 ? table_of_means(responses) : table_of_each(responses)) + empty +
           single_numbers(responses);
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

std::string means_csv(const std::vector<ResponseNumbers>& responses) {
    std::string text = "band_hz";
    for (const RoomQuantity& quantity : room_quantities())
        text += fmt::format(",{0},{0}_deviation,{0}_count", quantity.key);
    text += '\n';
    const auto number = [](double value) { return std::isfinite(value) ? fmt::format("{:.6g}", value) : ""; };
    for (std::size_t b = 0; b < responses.front().bands.size(); ++b) {
        text += responses.front().bands[b].band.name();
        for (const RoomQuantity& quantity : room_quantities()) {
            const Spread spread = spread_of(responses, b, quantity);
            text += fmt::format(",{},{},{}", number(spread.mean), number(spread.deviation), spread.count);
        }
        text += '\n';
    }
    text += "single";
    for (const RoomQuantity& quantity : room_quantities())
        text += fmt::format(",{},,", quantity.single ? number(single_number(responses, quantity)) : "");
    return text + '\n';
}

ordered_json response_json(const ResponseNumbers& response) {
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
    return {{"name", response.name}, {"bands", std::move(bands)}};
}

ordered_json means_json(const std::vector<ResponseNumbers>& responses) {
    const auto number = [](double value) { return std::isfinite(value) ? ordered_json(value) : ordered_json(nullptr); };
    ordered_json bands = ordered_json::array();
    for (std::size_t b = 0; b < responses.front().bands.size(); ++b) {
        const AnalysedBand& band = responses.front().bands[b].band;
        ordered_json one{{"band_hz", std::stod(band.name())}, {"per_octave", band.per_octave}};
        for (const RoomQuantity& quantity : room_quantities()) {
            const Spread spread = spread_of(responses, b, quantity);
            one[quantity.key] = number(spread.mean);
            one[std::string(quantity.key) + "_deviation"] = number(spread.deviation);
            one[std::string(quantity.key) + "_count"] = spread.count;
        }
        bands.push_back(std::move(one));
    }
    return bands;
}

ordered_json single_numbers_json(const std::vector<ResponseNumbers>& responses) {
    ordered_json singles = ordered_json::object();
    for (const RoomQuantity& quantity : room_quantities())
        if (quantity.single) {
            const double value = single_number(responses, quantity);
            singles[quantity.key] = std::isfinite(value) ? ordered_json(value) : ordered_json(nullptr);
        }
    return singles;
}

ordered_json analysis_json(const std::vector<ResponseNumbers>& responses) {
    ordered_json all = ordered_json::array();
    for (const ResponseNumbers& response : responses) all.push_back(response_json(response));
    return {{"responses", std::move(all)},
            {"means", means_json(responses)},
            {"single_numbers", single_numbers_json(responses)}};
}

}  // namespace wavesim

// SPDX-License-Identifier: MIT
#include "studies/collected.hpp"

#include <fmt/format.h>

#include <cmath>
#include <limits>
#include <numeric>
#include <sstream>

#include "acoustics/reverberation.hpp"
#include "acoustics/room_quantities.hpp"
#include "acoustics/strength_reference.hpp"
#include "acoustics/trace_metrics.hpp"
#include "io/hdf5_reader.hpp"
#include "studies/csv_table.hpp"
#include "studies/flow_text.hpp"
#include "studies/result_octaves.hpp"

namespace wavesim {

namespace {

/// Names of receivers, with the number of the shot if there are several.
std::vector<std::string> receiver_names(const Hdf5Reader& result, std::int64_t shots) {
    const std::vector<std::string> names = result.strings("/traces/receiver");
    if (shots == 1) return names;
    std::vector<std::string> all;
    for (std::int64_t shot = 1; shot <= shots; ++shot)
        for (const std::string& name : names) all.push_back(fmt::format("shot {} {}", shot, name));
    return all;
}

/// Data about a case's octaves other than its traces; empty if none are requested.
struct KnownOctaves {
    std::vector<DecayFault> faults;
    std::vector<double> at_10_m;  ///< argument of room_numbers()
};

KnownOctaves wanted_octaves(const Study& study, std::size_t number, const Hdf5Reader& result,
                            const std::vector<std::filesystem::path>& data) {
    const bool metrics = study.collect.wants(Quantity::metrics);
    if (!metrics && !study.collect.wants(Quantity::reverberation)) return {};
    const Scene scene = load_case(study, study.cases[number], data).scene;
    KnownOctaves known{octave_faults(scene, result, study.collect.octaves_hz), {}};
    if (metrics)
        known.at_10_m = free_field_at_10_m(scene, result.attribute("/traces", "time_step_s", 1).at(0),
                                           result.shape("/traces/pressure").at(2));
    return known;
}

/// The octave with that nominal centre frequency; for another frequency the octave around it.
AnalysedBand octave_at(double hz) {
    const std::vector<AnalysedBand> named = bands_between(hz, hz, 1);
    return named.empty() ? AnalysedBand{hz, 1} : named.front();
}

/// Adds the numbers of a receiver.
void add_metrics(CollectedCase& one, const CollectRequest& request, const KnownOctaves& octaves,
                 const std::vector<double>& trace) {
    one.metrics.resize(room_quantities().size());
    one.metric_faults.resize(room_quantities().size());
    for (std::size_t o = 0; o < octaves.faults.size(); ++o) {
        const RoomNumbers numbers =
            room_numbers(trace, one.time_step_s, octave_at(request.octaves_hz[o]), octaves.at_10_m, octaves.faults[o]);
        for (std::size_t q = 0; q < room_quantities().size(); ++q) {
            one.metrics[q].push_back(room_quantities()[q].value(numbers));
            one.metric_faults[q].push_back(static_cast<double>(room_quantities()[q].fault(numbers)));
        }
    }
}

CollectedCase collect_case(const Hdf5Reader& result, const CollectRequest& request, const KnownOctaves& octaves) {
    CollectedCase one;
    const std::vector<std::int64_t> shape = result.shape("/traces/pressure");
    const std::string heard = heard_dataset(result);
    one.samples = shape.at(2);
    one.time_step_s = result.attribute("/traces", "time_step_s", 1).at(0);
    for (const std::string& name : time_names) one.times.push_back(result.attribute("/report", name, 1).at(0));
    if (result.has("/comparison/relative_error")) one.error = result.numbers("/comparison/relative_error", shape[1]);
    one.error.resize(static_cast<std::size_t>(shape[0] * shape[1]), std::numeric_limits<double>::quiet_NaN());
    for (std::int64_t shot = 0; shot < shape[0]; ++shot) {
        for (std::int64_t receiver = 0; receiver < shape[1]; ++receiver) {
            const std::vector<double> trace = result.block(heard, {shot, receiver, 0}, {1, 1, one.samples});
            one.peak_pa.push_back(peak_of(trace));
            one.energy_pa2_s.push_back(energy_of(trace, one.time_step_s));
            one.arrival_s.push_back(arrival_of(trace, one.time_step_s, request.arrival_threshold));
            if (request.wants(Quantity::metrics)) add_metrics(one, request, octaves, trace);
            for (std::size_t o = 0; request.wants(Quantity::reverberation) && o < octaves.faults.size(); ++o) {
                ReverberationTime time{.fault = octaves.faults[o]};
                if (time.fault == DecayFault::none)
                    time = reverberation_of(trace, one.time_step_s, request.octaves_hz[o]);
                one.reverberation_s.push_back(time.seconds);
                one.reverberation_fault.push_back(static_cast<double>(time.fault));
            }
        }
    }
    return one;
}

/// A value of a parameter in the form for collected.h5: numbers in SI without unit, also in lists.
std::string in_si(const std::string& value) {
    if (const std::optional<double> number = plain_number(value)) return number_text(*number);
    if (value.size() < 2 || value.front() != '[' || value.back() != ']') return value;
    std::string text;
    std::istringstream parts(value.substr(1, value.size() - 2));
    for (std::string part; std::getline(parts, part, ',');) {
        const std::optional<double> number = plain_number(part.substr(part.find_first_not_of(' ')));
        if (!number) return value;  // words, or lists of lists
        text += (text.empty() ? "" : ", ") + number_text(*number);
    }
    return '[' + text + ']';
}

std::string csv_number(double value) { return std::isfinite(value) ? number_text(value) : ""; }

/// `yes`, or the fault.
std::string valid_text(double fault) {
    const auto known = static_cast<DecayFault>(static_cast<int>(fault));
    return known == DecayFault::none ? "yes" : std::string(word_of(known));
}

/// The same for a quantity whose reference may be missing.
std::string valid_text(double value, double fault) {
    return std::isnan(value) && fault == 0 ? "reference" : valid_text(fault);
}

}  // namespace

Collected collect_study(const Study& study, const CaseScenes& scenes, const StudyFolder& folder,
                        const std::vector<std::filesystem::path>& data) {
    Collected all;
    std::vector<std::size_t> numbers(study.cases.size());
    std::iota(numbers.begin(), numbers.end(), std::size_t{0});
    const std::vector<CaseStatus> status = folder.status(scenes, numbers);
    for (std::size_t i = 0; i < study.cases.size(); ++i) {
        all.states.push_back(status[i].state);
        all.cases.emplace_back();
        if (status[i].state == CaseState::damaged)
            all.unread.push_back(fmt::format("case {}: {}", study.cases[i].name,
                                             damage_of_case(folder.case_folder(scenes.scenes[i].id))));
        if (status[i].state != CaseState::complete && status[i].state != CaseState::stale) continue;
        try {
            const Hdf5Reader result(folder.result_folder(scenes.scenes[i].id) / "result.h5", {"traces", "report"});
            all.cases.back() = collect_case(result, study.collect, wanted_octaves(study, i, result, data));
            std::vector<std::string> names = receiver_names(result, result.shape("/traces/pressure").at(0));
            if (names.size() > all.receivers.size()) all.receivers = std::move(names);
        } catch (const EnvironmentError& error) {
            all.states.back() = CaseState::failed;
            all.unread.push_back(fmt::format("case {}: {}", study.cases[i].name, error.what()));
        }
    }
    return all;
}

std::string collected_csv(const Study& study, const Collected& collected) {
    const CollectRequest& request = study.collect;
    std::string text = "case,state";
    for (const StudyColumn& column : study.columns) text += ',' + column.name;
    text += ",receiver";
    if (request.wants(Quantity::peak)) text += ",peak_pa";
    if (request.wants(Quantity::energy)) text += ",energy_pa2_s";
    if (request.wants(Quantity::arrival)) text += ",arrival_s";
    if (request.wants(Quantity::reverberation))
        for (const double hz : request.octaves_hz)
            text += fmt::format(",reverberation_{0:g}_hz_s,reverberation_{0:g}_hz_valid", hz);
    if (request.wants(Quantity::metrics))
        for (const RoomQuantity& quantity : room_quantities())
            for (const double hz : request.octaves_hz)
                text += fmt::format(",{0}_{1:g}_hz,{0}_{1:g}_hz_valid", quantity.key, hz);
    if (request.wants(Quantity::error)) text += ",relative_error";
    if (request.wants(Quantity::times))
        for (const std::string& name : time_names) text += ',' + name;
    text += '\n';
    for (std::size_t i = 0; i < study.cases.size(); ++i) {
        const CollectedCase& one = collected.cases[i];
        std::string head = csv_field(study.cases[i].name) + ',' + std::string(word_of(collected.states[i]));
        for (const std::string& value : study.cases[i].values) head += ',' + csv_field(in_si(value));
        const std::size_t octaves = request.octaves_hz.size();
        for (std::size_t r = 0; r < std::max<std::size_t>(1, one.peak_pa.size()); ++r) {
            const bool there = r < one.peak_pa.size();
            const auto add = [&](const std::vector<double>& list, std::size_t place) {
                text += ',' + (there ? csv_number(list[place]) : "");
            };
            text += head + ',' + (there ? csv_field(collected.receivers[r]) : "");
            if (request.wants(Quantity::peak)) add(one.peak_pa, r);
            if (request.wants(Quantity::energy)) add(one.energy_pa2_s, r);
            if (request.wants(Quantity::arrival)) add(one.arrival_s, r);
            if (request.wants(Quantity::reverberation))
                for (std::size_t o = 0; o < octaves; ++o) {
                    add(one.reverberation_s, r * octaves + o);
                    text += ',' + (there ? valid_text(one.reverberation_fault[r * octaves + o]) : "");
                }
            for (std::size_t q = 0; request.wants(Quantity::metrics) && q < room_quantities().size(); ++q)
                for (std::size_t o = 0; o < octaves; ++o) {
                    const std::size_t place = r * octaves + o;
                    text += ',' + (there ? csv_number(one.metrics[q][place]) : "");
                    text += ',' + (there ? valid_text(one.metrics[q][place], one.metric_faults[q][place]) : "");
                }
            if (request.wants(Quantity::error)) add(one.error, r);
            if (request.wants(Quantity::times))
                for (std::size_t t = 0; t < time_names.size(); ++t) add(one.times, t);
            text += '\n';
        }
    }
    return text;
}

}  // namespace wavesim

// SPDX-License-Identifier: MIT
#include "io/result/summary_bytes.hpp"

#include <nlohmann/json.hpp>

namespace wavesim {
namespace {

using nlohmann::json;

/// Calls visit(name, member) for every member except the receivers; used for both directions.
template <class Summary, class Visit>
void each_member(Summary& s, Visit visit) {
    visit("format_version", s.format_version);
    visit("wavesim_version", s.wavesim_version);
    visit("complete", s.complete);
    visit("unstable", s.unstable);
    visit("scene_name", s.scene_name);
    visit("scene_hash", s.scene_hash);
    visit("backend", s.backend);
    visit("isa", s.isa);
    visit("dims", s.dims);
    visit("nx", s.grid.nx);
    visit("ny", s.grid.ny);
    visit("nz", s.grid.nz);
    visit("spacing_m", s.spacing_m);
    visit("time_step_s", s.time_step_s);
    visit("steps", s.steps);
    visit("steps_done", s.steps_done);
    visit("shots", s.shots);
    visit("shots_planned", s.shots_planned);
    visit("courant", s.courant);
    visit("courant_limit", s.courant_limit);
    visit("stencil", s.stencil);
    visit("walls", s.walls);
    visit("precision", s.precision);
    visit("peak_pa", s.peak_pa);
    visit("step_loop_s", s.step_loop_s);
    visit("ctpn_s", s.ctpn_s);
    visit("sources", s.sources);
    visit("plan_json", s.plan_json);
    visit("scene_canonical", s.scene_canonical);
    visit("end_summary", s.end_summary);
}

template <class Receiver, class Visit>
void each_member_of_receiver(Receiver& r, Visit visit) {
    visit("name", r.name);
    visit("x", r.position_m.x);
    visit("y", r.position_m.y);
    visit("z", r.position_m.z);
    visit("peak_pa", r.peak_pa);
    visit("peak_time_s", r.peak_time_s);
    visit("rms_pa", r.rms_pa);
}

}  // namespace

std::string to_bytes(const ResultSummary& summary) {
    json object;
    each_member(summary, [&object](const char* name, const auto& value) { object[name] = value; });
    if (summary.reference) object["reference"] = *summary.reference;
    json& receivers = object["receivers"] = json::array();
    for (const ReceiverSummary& receiver : summary.receivers) {
        json entry;
        each_member_of_receiver(receiver, [&entry](const char* name, const auto& value) { entry[name] = value; });
        if (receiver.relative_error) entry["relative_error"] = *receiver.relative_error;
        receivers.push_back(std::move(entry));
    }
    const std::vector<std::uint8_t> cbor = json::to_cbor(object);
    return {cbor.begin(), cbor.end()};
}

ResultSummary summary_from_bytes(const std::string& bytes) {
    const json object = json::from_cbor(bytes);
    ResultSummary summary;
    each_member(summary, [&object](const char* name, auto& value) { object.at(name).get_to(value); });
    if (object.contains("reference")) summary.reference = object.at("reference").get<std::string>();
    for (const json& entry : object.at("receivers")) {
        ReceiverSummary receiver;
        each_member_of_receiver(receiver, [&entry](const char* name, auto& value) { entry.at(name).get_to(value); });
        if (entry.contains("relative_error")) receiver.relative_error = entry.at("relative_error").get<double>();
        summary.receivers.push_back(std::move(receiver));
    }
    return summary;
}

}  // namespace wavesim

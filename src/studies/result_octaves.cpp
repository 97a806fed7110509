// SPDX-License-Identifier: MIT
#include "studies/result_octaves.hpp"

#include <nlohmann/json.hpp>

#include "acoustics/band_faults.hpp"
#include "io/result/result_file.hpp"

namespace wavesim {

namespace {

/// Data from the plan in a result about the air and the highest frequency of the grid.
struct PlannedRoom {
    double grid_hz = 0;
    RoomAir air;
};

PlannedRoom planned_room(const Hdf5Reader& result) {
    try {
        const nlohmann::json plan = nlohmann::json::parse(result.strings("/plan/json").at(0));
        PlannedRoom room{plan.at("dispersion").at("frequency_hz"), {0, 0, plan.at("fastest_m_s")}};
        if (plan.contains("room")) {
            room.air.volume = plan["room"].at("volume_m3");
            room.air.surface = plan["room"].at("surface_m2");
            return room;
        }
        room.air.volume = plan.at("geometry").at("volume_asked_m3");
        for (const nlohmann::json& area : plan["geometry"].at("areas"))
            room.air.surface += area.at("asked_m2").get<double>();
        return room;
    } catch (const nlohmann::json::exception&) {
        throw result.refusal("its plan does not say what is needed for reverberation times");
    }
}

}  // namespace

std::string heard_dataset(const Hdf5Reader& result) {
    return result.has(heard_pressure) ? heard_pressure : "/traces/pressure";
}

std::vector<DecayFault> octave_faults(const Scene& scene, const Hdf5Reader& result,
                                      const std::vector<double>& middles_hz, int per_octave) {
    const PlannedRoom room = planned_room(result);
    return band_faults(OctaveLimits(scene, room.grid_hz, room.air, per_octave), middles_hz);
}

}  // namespace wavesim

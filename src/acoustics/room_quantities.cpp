// SPDX-License-Identifier: MIT
#include "acoustics/room_quantities.hpp"

#include <algorithm>
#include <cmath>

namespace wavesim {

namespace {

constexpr auto energy_fault = [](const RoomNumbers& n) { return n.energy_fault; };

}  // namespace

const std::vector<RoomQuantity>& room_quantities() {
    static const std::vector<RoomQuantity> all{
        {"EDT", "edt_s", "s", 3, true, [](const RoomNumbers& n) { return n.edt.seconds; },
         [](const RoomNumbers& n) { return n.edt.fault; }, 0, 0.05},
        {"T20", "t20_s", "s", 3, true, [](const RoomNumbers& n) { return n.t20.seconds; },
         [](const RoomNumbers& n) { return n.t20.fault; }, 0, 0.05},
        {"T30", "t30_s", "s", 3, true, [](const RoomNumbers& n) { return n.t30.seconds; },
         [](const RoomNumbers& n) { return n.t30.fault; }, 0, 0.05},
        {"nonlinearity", "t20_nonlinearity_permille", "per mille", 1, false,
         [](const RoomNumbers& n) { return n.t20.nonlinearity; }, [](const RoomNumbers& n) { return n.t20.fault; }},
        {"curvature", "curvature_percent", "%", 1, false, [](const RoomNumbers& n) { return n.curvature_percent; },
         [](const RoomNumbers& n) { return n.t30.fault == DecayFault::none ? n.t20.fault : n.t30.fault; }},
        {"C50", "c50_db", "dB", 1, false, [](const RoomNumbers& n) { return n.c50_db; }, energy_fault, 1},
        {"C80", "c80_db", "dB", 1, true, [](const RoomNumbers& n) { return n.c80_db; }, energy_fault, 1},
        {"D50", "d50", "", 3, true, [](const RoomNumbers& n) { return n.d50; }, energy_fault, 0.05},
        {"Ts", "centre_time_s", "s", 3, true, [](const RoomNumbers& n) { return n.centre_time_s; }, energy_fault, 0.01},
        {"G", "strength_db", "dB", 1, true, [](const RoomNumbers& n) { return n.strength_db; }, energy_fault, 1},
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

double single_number(const std::vector<ResponseNumbers>& responses, const RoomQuantity& quantity) {
    const bool time = quantity.noticeable_share > 0;
    const auto counts = [&](const AnalysedBand& band) {
        const double octaves = std::log2(band.middle_hz / std::sqrt(0.5) / 1000);  // from the middle of both octaves
        return band.per_octave == 1 ? std::abs(octaves) < 0.6 : time && std::abs(octaves) < 1;
    };
    double sum = 0;
    int found = 0;
    for (std::size_t b = 0; b < responses.front().bands.size(); ++b) {
        if (!counts(responses.front().bands[b].band)) continue;
        sum += spread_of(responses, b, quantity).mean;
        ++found;
    }
    const int wanted = responses.front().bands.empty() || responses.front().bands[0].band.per_octave == 1 ? 2 : 6;
    return found == wanted ? sum / wanted : std::nan("");
}

}  // namespace wavesim

// SPDX-License-Identifier: MIT
#include "app/refinement.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>
#include <optional>

namespace wavesim {

namespace {

/// Change of a number, in just noticeable differences, over all responses.
struct Change {
    double mean = 0;  ///< signed
    double most = 0;  ///< largest change of one response
    int count = 0;    ///< responses that have the number on both grids
};

bool is_noticeable(const RoomQuantity& quantity) { return quantity.noticeable > 0 || quantity.noticeable_share > 0; }

std::optional<Change> change_of(const std::vector<ResponseNumbers>& coarse, const std::vector<ResponseNumbers>& fine,
                                std::size_t band, const RoomQuantity& quantity) {
    if (!is_noticeable(quantity)) return std::nullopt;
    Change change;
    for (std::size_t r = 0; r < std::min(coarse.size(), fine.size()); ++r) {
        const double before = quantity.value(coarse[r].bands.at(band)), after = quantity.value(fine[r].bands.at(band));
        if (!std::isfinite(before) || !std::isfinite(after)) continue;
        const double noticeable = quantity.noticeable > 0 ? quantity.noticeable : quantity.noticeable_share * after;
        const double steps = (after - before) / noticeable;
        change.mean += steps;
        change.most = std::max(change.most, std::abs(steps));
        ++change.count;
    }
    if (change.count == 0) return std::nullopt;
    change.mean /= change.count;
    return change;
}

}  // namespace

RunRequest refined(const RunRequest& request, const PreparedRun& coarse) {
    const PlanOutline& plan = coarse.plan;
    RunRequest fine = request;
    fine.output = coarse.folder.string() + "_refined";
    const GridRequest& grid = plan.scene.grid;
    if (grid.max_frequency_hz)
        fine.input.sets.push_back(
            fmt::format("grid.points_per_wavelength={:.17g}", refinement_factor * grid.points_per_wavelength));
    else
        fine.input.sets.push_back(fmt::format("grid.spacing={:.17g}", plan.decision.spacing_m / refinement_factor));
    if (grid.stencil.shells.empty()) fine.input.sets.push_back("grid.stencil=" + plan.decision.shape.stencil.name);
    return fine;
}

std::string refinement_text(const std::vector<ResponseNumbers>& coarse, const std::vector<ResponseNumbers>& fine) {
    std::vector<std::size_t> bands;
    for (std::size_t b = 0; b < coarse.front().bands.size(); ++b)
        if (std::ranges::any_of(room_quantities(),
                                [&](const RoomQuantity& q) { return change_of(coarse, fine, b, q).has_value(); }))
            bands.push_back(b);
    if (bands.empty()) return "No number holds on both grids.\n";
    std::string text = fmt::format("{:<14}", "change");
    for (const std::size_t b : bands) text += fmt::format("{:>8}", coarse.front().bands[b].band.name());
    text += "  Hz\n";
    for (const RoomQuantity& quantity : room_quantities()) {
        if (!is_noticeable(quantity)) continue;
        std::string mean = fmt::format("  {:<12}", quantity.name), most = fmt::format("  {:<12}", "  at most");
        bool any = false;
        for (const std::size_t b : bands) {
            const std::optional<Change> change = change_of(coarse, fine, b, quantity);
            any = any || change;
            mean += change ? fmt::format("{:>+8.2f}", change->mean) : fmt::format("{:>8}", "-");
            most += change ? fmt::format("{:>8.2f}", change->most) : fmt::format("{:>8}", "-");
        }
        if (any) text += mean + '\n' + most + '\n';
    }
    return text;
}

nlohmann::ordered_json refinement_json(const std::vector<ResponseNumbers>& coarse,
                                       const std::vector<ResponseNumbers>& fine) {
    nlohmann::ordered_json bands = nlohmann::ordered_json::array();
    for (std::size_t b = 0; b < coarse.front().bands.size(); ++b) {
        const AnalysedBand& band = coarse.front().bands[b].band;
        nlohmann::ordered_json one{{"band_hz", std::stod(band.name())}, {"per_octave", band.per_octave}};
        const std::size_t before = one.size();
        for (const RoomQuantity& quantity : room_quantities())
            if (const std::optional<Change> change = change_of(coarse, fine, b, quantity))
                one[quantity.key] = {{"mean", change->mean}, {"most", change->most}, {"count", change->count}};
        if (one.size() > before) bands.push_back(std::move(one));
    }
    return bands;
}

}  // namespace wavesim

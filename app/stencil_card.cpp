// SPDX-License-Identifier: MIT
#include "app/stencil_card.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>
#include <utility>

#include "app/quantity_text.hpp"
#include "stencils/density/density_operator.hpp"
#include "stencils/scheme/standing_wave.hpp"
#include "stencils/scheme/stencil_analysis.hpp"

namespace wavesim {

namespace {

constexpr std::array<double, 4> shown_ppw{4, 6, 8, 10};

std::string shell_text(const Shell& shell) { return fmt::format("({},{},{})", shell.q1, shell.q2, shell.q3); }

std::string walls_text(const WallSupport& walls) {
    if (!walls.solids) return "empty rooms";
    return walls.explicit_form ? "any room, explicit" : "any room";
}

StencilCard card_of(const CatalogueEntry& entry, Stencil stencil) {
    StencilCard card;
    card.entry = entry;
    card.stencil = std::move(stencil);
    card.lambda_max = entry.courant_max;
    card.courant = entry.tuned_courant > 0 ? entry.tuned_courant : entry.courant_max;
    card.walls = wall_support(card.stencil);
    card.standing_wave = standing_wave(card.stencil);
    const StencilAnalysis analysis(card.stencil);
    const auto worst = [&](double ppw) {
        const StencilAnalysis::Range range = analysis.phase_error_range(ppw, card.courant);
        return -range.lowest > range.highest ? range.lowest : range.highest;
    };
    for (std::size_t i = 0; i < shown_ppw.size(); ++i) {
        const double k = 2 * M_PI / shown_ppw[i];
        const double d = k / std::sqrt(2.0);
        const double b = k / std::sqrt(3.0);
        card.dispersion[i] = {shown_ppw[i], analysis.phase_error({k, 0, 0}, card.courant),
                              analysis.phase_error({d, d, 0}, card.courant),
                              analysis.phase_error({b, b, b}, card.courant), worst(shown_ppw[i])};
    }
    return card;
}

}  // namespace

StencilCard stencil_card(const CatalogueEntry& entry) { return card_of(entry, make_stencil(entry.name, 3)); }

const std::vector<std::string>& staggered_names() {
    static const std::vector<std::string> names = [] {
        std::vector<std::string> all;
        for (int order = 1; order <= most_density_half_order; ++order) all.push_back(density_stencil(order, 3).name);
        return all;
    }();
    return names;
}

StencilCard staggered_card(const std::string& name) {
    const auto found = std::ranges::find(staggered_names(), name);
    const int half_order = 1 + static_cast<int>(found - staggered_names().begin());
    Stencil stencil = density_stencil(half_order, 3);
    CatalogueEntry entry{name, "staggered", stencil.weights_source, point_count(stencil), 0, 0};
    entry.courant_max = StencilAnalysis(stencil).courant_max();
    StencilCard card = card_of(entry, std::move(stencil));
    card.asked_for_as = fmt::format("leggy-{}", half_order);
    card.walls = {true, false, false, "refused where the density varies", 0};
    return card;
}

std::string table_header() {
    return fmt::format("{:<20} {:>4} {:>5} {:>6} {:>10} {:>8} {:>10} {:>10} {:>10} {:>10}  {}\n", "name", "K", "reach",
                       "shells", "lambda_max", "lambda", "4 ppw", "6 ppw", "8 ppw", "10 ppw", "walls");
}

std::string table_row(const StencilCard& card) {
    std::string row = fmt::format("{:<20} {:>4} {:>5} {:>6} {:>10.6f} {:>8.4f}", card.entry.name, card.entry.points,
                                  radius(card.stencil), card.stencil.shells.size(), card.lambda_max, card.courant);
    for (const auto& point : card.dispersion) row += fmt::format(" {:>10}", percent_text(point.worst, Sign::always));
    return row + "  " + walls_text(card.walls) + '\n';
}

std::string card_text(const StencilCard& card) {
    const Stencil& stencil = card.stencil;
    std::string text = fmt::format("{}: {} family, {}\n\n", card.entry.name, card.entry.family, card.entry.weights);
    if (!card.asked_for_as.empty())
        text += fmt::format(
            "What {} becomes in a medium whose density varies; scenes ask for {}. Weights, limit and errors\n"
            "are those in places where the density does not change.\n\n",
            card.asked_for_as, card.asked_for_as);
    text += fmt::format("  points K      {}\n  reach (halo)  {}\n  order         {}\n", card.entry.points,
                        counted(radius(stencil), "node"), order_text(stencil));
    text += fmt::format("  lambda_max    {:.9f} (largest stable Courant number c T / X)\n", card.lambda_max);
    text += fmt::format("  recommended   {:.9f}\n\n", card.courant);
    text += fmt::format("Weights a_p of X^2 Laplacian at Courant number {:.6f}; centre {:+.15g}\n", card.courant,
                        (centre_weight(stencil, card.courant) - 2) / (card.courant * card.courant));
    for (std::size_t p = 0; p < stencil.shells.size(); ++p) {
        text += fmt::format("  {:<12} {:>3} points  {:+.17g}\n", shell_text(stencil.shells[p]),
                            shell_points(stencil.shells[p], 3).size(), stencil.a[p]);
    }
    if (card.standing_wave)
        text += fmt::format(
            "\nThe wave that turns by {} from node to node hardly moves: what an impulse or a source on\n"
            "a single node gives to it stays. `auto` never takes this stencil.\n",
            wave_text(*card.standing_wave, 3));
    text += "\nError of the phase velocity by points per wavelength (ppw)\n";
    text += fmt::format("  {:>4}  {:>11}  {:>13}  {:>13}  {:>11}\n", "ppw", "axis", "face diagonal", "body diagonal",
                        "worst");
    for (const auto& point : card.dispersion) {
        text += fmt::format("  {:>4.0f}  {:>11}  {:>13}  {:>13}  {:>11}\n", point.points_per_wavelength,
                            percent_text(point.axis, Sign::always), percent_text(point.face_diagonal, Sign::always),
                            percent_text(point.body_diagonal, Sign::always), percent_text(point.worst, Sign::always));
    }
    if (!card.asked_for_as.empty())
        return text + "\nSides\n  rigid, absorbing layers or free surfaces; no solids and no walls with losses\n";
    text += "\nWalls\n  empty rooms   mirrored halo, rigid or absorbing\n";
    text += fmt::format("  with solids   {}\n", card.walls.solids_method);
    if (card.walls.solids) text += fmt::format("  stable up to  {:.9f} with solids\n", card.walls.solids_courant_max);
    text += fmt::format("  absorbing     {}\n", card.walls.explicit_form ? "explicit form" : "branch form");
    return text;
}

nlohmann::ordered_json card_json(const StencilCard& card) {
    using nlohmann::ordered_json;
    ordered_json shells = ordered_json::array();
    for (std::size_t p = 0; p < card.stencil.shells.size(); ++p) {
        const Shell& shell = card.stencil.shells[p];
        shells.push_back({{"shell", {shell.q1, shell.q2, shell.q3}},
                          {"points", shell_points(shell, 3).size()},
                          {"weight", card.stencil.a[p]}});
    }
    ordered_json dispersion = ordered_json::array();
    for (const auto& point : card.dispersion) {
        dispersion.push_back({{"points_per_wavelength", point.points_per_wavelength},
                              {"axis", point.axis},
                              {"face_diagonal", point.face_diagonal},
                              {"body_diagonal", point.body_diagonal},
                              {"worst", point.worst}});
    }
    ordered_json standing = nullptr;
    if (card.standing_wave) standing = *card.standing_wave;
    return {{"name", card.entry.name},
            {"family", card.entry.family},
            {"weights", card.entry.weights},
            {"points", card.entry.points},
            {"reach", radius(card.stencil)},
            {"accuracy_order", card.stencil.accuracy_order},
            {"time_accurate", card.stencil.time_accurate},
            {"lambda_max", card.lambda_max},
            {"recommended_courant", card.courant},
            {"standing_wave_rad", standing},
            {"shells", shells},
            {"dispersion", dispersion},
            {"walls",
             {{"empty_rooms", card.walls.empty_box},
              {"solids", card.walls.solids},
              {"explicit_form", card.walls.explicit_form},
              {"solids_method", card.walls.solids_method},
              {"solids_courant_max", card.walls.solids_courant_max}}}};
}

}  // namespace wavesim

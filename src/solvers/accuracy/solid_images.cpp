// SPDX-License-Identifier: MIT
#include "solvers/accuracy/solid_images.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <functional>
#include <optional>

#include "boundary/surface.hpp"
#include "solvers/accuracy/fresnel.hpp"
#include "solvers/space/solid_boxes.hpp"
#include "solvers/ways/layer_profiles.hpp"
#include "solvers/ways/open_sides.hpp"

namespace wavesim {

namespace {

constexpr std::size_t most_images = 12;  // per path
constexpr double least_share = 0.01;

double along(const Node& n, int axis) { return static_cast<double>(axis == 0 ? n.x : axis == 1 ? n.y : n.z); }

/// The face of a solid along an absorbing side. Positions are in cells of the domain.
struct Mirror {
    Side side;
    int axis;     ///< across the face
    bool upper;   ///< its normal points in the positive direction
    NodeBox box;  ///< nodes of the solid
    double admittance;

    double depth(double end) const {
        return is_max(side) ? end - along(box.from, axis_of(side)) : along(box.to, axis_of(side));
    }
    double before(double at) const { return upper ? at - along(box.to, axis) : along(box.from, axis) - at; }
};

class Images {
  public:
    Images(const PlanOutline& plan, const OpenSpace& space)
        : cell_m_(plan.decision.spacing_m), wavelength_(plan.decision.fastest_m_s / layer_frequency(plan) / cell_m_) {
        const GridChoice grid = domain_grid(plan);
        for (const int axis : {0, 1, 2})
            ends_[static_cast<std::size_t>(axis)] = plan.scene.size_m.along(axis) / cell_m_;
        spreads_ = space.axes;
        for (const SolidBox& solid : plan.scene.solids) {
            const auto nodes = box_nodes(grid, plan.scene.dims, solid);
            if (!nodes) continue;
            for (const Side side : all_sides) {
                const int across = axis_of(side);
                if (!reaches(nodes->nodes, grid.extent, side) ||
                    plan.scene.boundaries.kind[static_cast<std::size_t>(side)] != SideKind::absorbing)
                    continue;
                for (const int axis : {0, 1, 2})
                    for (const bool upper : {false, true})
                        if (axis != across && spreads(axis))
                            mirrors_.push_back({side, axis, upper, nodes->nodes, admittance_of(solid.surface)});
            }
        }
    }

    void add(SoundWay& way) const {
        std::vector<EchoWay> images;
        for (const Mirror& mirror : mirrors_)
            if (const auto image = image_in(mirror, way)) images.push_back(*image);
        std::ranges::stable_sort(images, std::ranges::greater{}, [](const EchoWay& echo) { return loudness(echo); });
        if (images.size() > most_images) images.resize(most_images);
        way.echoes.insert(way.echoes.end(), images.begin(), images.end());
    }

  private:
    bool spreads(int axis) const { return spreads_[static_cast<std::size_t>(axis)]; }
    static double loudness(const EchoWay& echo) { return std::abs(echo.share) / echo.length(); }

    /// The straight line from the image in face and layer crosses the plane of the face once, before or behind the
    /// layer.
    std::optional<EchoWay> image_in(const Mirror& mirror, const SoundWay& way) const {
        const auto from = [&](int axis) { return way.from.along(axis) / cell_m_; };
        const auto to = [&](int axis) { return way.to.along(axis) / cell_m_; };
        const double before = mirror.before(from(mirror.axis)), behind = mirror.before(to(mirror.axis));
        if (!(before > 0) || !(behind > 0)) return {};
        const int deep = axis_of(mirror.side);
        const double end = is_max(mirror.side) ? ends_[static_cast<std::size_t>(deep)] : 0;
        const double from_side = std::abs(end - from(deep)), to_side = std::abs(end - to(deep));
        const double part = before / (before + behind);
        double beside = before + behind;
        EchoWay echo{mirror.side, from_side + to_side, 0, {}};
        const int third = 3 - deep - mirror.axis;
        if (spreads(third)) beside = std::hypot(beside, to(third) - from(third));
        echo.along = beside;
        const double zone = std::sqrt(part * (1 - part) * echo.length() * wavelength_);
        const double crosses = from_side - part * echo.across, depth = mirror.depth(end);
        echo.share = strip_share(-depth - crosses, depth - crosses, zone);
        if (spreads(third)) {
            const double at = std::lerp(from(third), to(third), part);
            echo.share *= strip_share(along(mirror.box.from, third) - at, along(mirror.box.to, third) - at, zone);
        }
        const double cosine = (before + behind) / echo.length();
        if (std::isinf(mirror.admittance))
            echo.share *= -1;
        else
            echo.share *= (cosine - mirror.admittance) / (cosine + mirror.admittance);
        if (std::abs(echo.share) < least_share) return {};
        return echo;
    }

    double cell_m_;
    double wavelength_;  ///< cells
    std::array<double, 3> ends_{};
    std::array<bool, 3> spreads_{};
    std::vector<Mirror> mirrors_;
};

}  // namespace

void add_solid_images(const PlanOutline& plan, const OpenSpace& space, std::vector<SoundWay>& ways) {
    if (plan.scene.solids.empty()) return;
    const Images images(plan, space);
    for (SoundWay& way : ways) images.add(way);
}

}  // namespace wavesim

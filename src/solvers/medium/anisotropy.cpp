// SPDX-License-Identifier: MIT
#include "solvers/medium/anisotropy.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numbers>

#include "solvers/medium/medium.hpp"
#include "solvers/medium/thomsen_nodes.hpp"
#include "solvers/scene/grid_part.hpp"
#include "solvers/scene/model_grid.hpp"
#include "stencils/grid/node_boxes.hpp"
#include "stencils/problem/words.hpp"
#include "stencils/tti/layer_taper.hpp"

namespace wavesim {

namespace {

std::vector<const Thomsen*> all_parameters(const Anisotropy& tti) {
    std::vector<const Thomsen*> all;
    if (tti.layers.empty()) all.push_back(&tti.everywhere);
    for (const Thomsen& layer : tti.layers) all.push_back(&layer);
    for (const Anisotropy::Box& box : tti.boxes) all.push_back(&box.inside);
    return all;
}

}  // namespace

std::array<double, 3> axis_of(const Thomsen& parameters) {
    const double theta = parameters.theta_degrees * std::numbers::pi / 180;
    const double phi = parameters.phi_degrees * std::numbers::pi / 180;
    return {std::sin(theta) * std::cos(phi), std::sin(theta) * std::sin(phi), std::cos(theta)};
}

double anisotropy_factor(const Scene& scene) {
    const Anisotropy& tti = *scene.tti;
    double most = tti.grids[0] ? std::max(0.0, static_cast<double>(tti.grids[0]->values->most)) : 0;
    for (const Thomsen* values : all_parameters(tti)) most = std::max(most, values->epsilon);
    const Medium& medium = scene.medium;
    // Only in layers each speed has its own epsilon. Otherwise any pair may occur at a node.
    if (tti.grids[0] || !medium.layers || tti.layers.empty() || !tti.boxes.empty() || !medium.boxes.empty() ||
        !medium.lenses.empty())
        return 1 + 2 * most;
    const double fastest = speed_range(medium).fastest;
    double factor = 1;
    for (std::size_t k = 0; k < tti.layers.size(); ++k)
        factor = std::max(factor, std::pow(medium.layers->sound_speeds_m_s[k] / fastest, 2) *
                                      (1 + 2 * std::max(0.0, tti.layers[k].epsilon)));
    return factor;
}

bool has_sponge(const Scene& scene) {
    if (!scene.tti) return scene.medium.physics && scene.boundaries.any_absorbing();
    // A layer reflects less than a sponge of the same width wherever it is possible (docs/validation.md).
    const bool automatic = scene.tti->absorber == Anisotropy::Absorber::automatic;
    const bool too_thin = scene.tti->form == TtiForm::k73 && scene.boundaries.thinnest_layer() < K73Layer::least;
    return automatic ? too_thin : scene.tti->absorber == Anisotropy::Absorber::sponge;
}

std::string tti_ends(const Scene& scene) {
    return has_sponge(scene) ? "none, a sponge all around" : "none, absorbing layers all around";
}

double anellipticity(const Scene& scene) {
    const Anisotropy& tti = *scene.tti;
    double most = 0;
    for (const Thomsen* values : all_parameters(tti)) {
        const double epsilon = tti.grids[0] ? tti.grids[0]->values->most : values->epsilon;
        const double delta = tti.grids[1] ? tti.grids[1]->values->least : values->delta;
        most = std::max(most, (epsilon - delta) / (1 + 2 * delta));
    }
    return most;
}

double layer_strength(const Scene& scene, TiltedEnd end) {
    // The value of the rock in which measured_tilted_reflection_db was measured.
    constexpr double usual_anellipticity = 0.12;
    if (end == TiltedEnd::self_adjoint_far_layers) return anellipticity(scene) / usual_anellipticity;
    const auto of = [](double epsilon, double delta, double turn) {
        return (epsilon - delta) / std::sqrt(1 + 2 * delta) * turn;
    };
    // 1 dB more than in the measured rock, whose worst receiver was 1.7 dB below the value of its table.
    const double usual = 1.122 * of(0.24, 0.1, std::pow(std::sin(40 * std::numbers::pi / 180), 2));
    const Anisotropy& tti = *scene.tti;
    double most = 0;
    for (const Thomsen* values : all_parameters(tti)) {
        const double epsilon = tti.grids[0] ? tti.grids[0]->values->most : values->epsilon;
        const double delta = tti.grids[1] ? tti.grids[1]->values->least : values->delta;
        const auto n = axis_of(*values);
        const double nearest = std::max({n[0] * n[0], n[1] * n[1], n[2] * n[2]});
        const bool tilts = tti.grids[2] || tti.grids[3];  // the tilt in a file may have any value
        most = std::max(most, of(epsilon, delta, tilts ? (scene.dims == 2 ? 0.5 : 2.0 / 3) : 1 - nearest));
    }
    return most / usual;
}

double layer_speed_echo(const Scene& scene, double waves) {
    constexpr double sudden = 2.5;  // wavelengths; a change over more reflects less (measured, docs/validation.md)
    const Anisotropy& tti = *scene.tti;
    double cut = 0;
    for (const Thomsen* values : all_parameters(tti)) {
        const double epsilon = tti.grids[0] ? tti.grids[0]->values->most : values->epsilon;
        const bool tilts = tti.grids[2] || tti.grids[3];  // the tilt in a file may have any value
        const auto axis = tilts ? axis_of(Thomsen{.theta_degrees = 45}) : axis_of(*values);
        cut = std::max(cut, layer_speed_cut(axis, epsilon, scene.dims));
    }
    return cut / 4 / (1 + std::pow(waves / sudden, 2));
}

void find_anisotropy_faults(const Scene& scene, const GridChoice& grid, WallPosition walls,
                            std::vector<Fault>& faults) {
    if (!scene.tti) return;
    const Anisotropy& tti = *scene.tti;
    const std::size_t layers = scene.medium.layers ? scene.medium.layers->sound_speeds_m_s.size() : 0;
    if (!tti.layers.empty() && tti.layers.size() != layers) {
        faults.push_back(
            {"tti.layers", fmt::format("{} layers are given, medium.layers has {}", tti.layers.size(), layers), ""});
        return;
    }
    const auto refuse = [&](const std::string& key, const Thomsen& v, std::int64_t cells, const Node& n) {
        const auto inner = [&](std::int64_t node) { return (static_cast<double>(node) + 0.5) * grid.spacing_m; };
        const Point at = scene.frame.users(Point{inner(n.x), inner(n.y), inner(n.z)});
        faults.push_back({key,
                          fmt::format("delta {:.4g} is above epsilon {:.4g} in {}, the first at {}: the field "
                                      "would grow without bound",
                                      v.delta, v.epsilon, cells_text(cells),
                                      scene.dims == 2 ? fmt::format("({:.4g}, {:.4g}) m", at.x, at.z)
                                                      : fmt::format("({:.4g}, {:.4g}, {:.4g}) m", at.x, at.y, at.z)),
                          "lower delta, or write tti.clamp: true to use delta = epsilon there"});
    };
    const auto check = [&](const std::vector<ThomsenPart>& parts) {
        for (const ThomsenPart& part : parts) {
            const Thomsen& v = *part.values;
            if (!(v.epsilon > -0.5 && v.delta > -0.5))
                faults.push_back({part.key, "epsilon and delta must be above -0.5, else no wave travels", ""});
            if (v.delta > v.epsilon && !tti.clamp) refuse(part.key, v, part.nodes.extent().nodes(), part.nodes.from);
        }
    };
    if (!grids_give_epsilon_or_delta(tti)) {
        check(background_parts(scene, grid, walls));
    } else if (!tti.clamp) {
        const DeltaAbove above = delta_above_epsilon(scene, grid, walls);
        if (above.cells > 0) refuse("tti.model", above.there, above.cells, above.first);
    }
    check(box_parts(scene, grid, walls));
    if (k73_may_grow(scene) && tti.growth == Anisotropy::Growth::refused)
        faults.push_back({"tti.form",
                          "the field of k73 may grow without bound where the tilt of the symmetry axis varies, as it "
                          "does here",
                          "use form: self_adjoint, which is stable for any tilt, or write tti.growth: accepted"});
    const bool k73 = tti.form == TtiForm::k73;
    if (k73 && tti.around_source == Anisotropy::AroundSource::p_waves)
        faults.push_back({"tti.around_source", "sources and receivers of P waves alone need the self-adjoint form",
                          "use form: self_adjoint or around_source: elliptical"});
    const std::int64_t least = k73 ? K73Layer::least : SelfAdjointLayer::least;
    if (tti.absorber == Anisotropy::Absorber::layers || (!k73 && tti.absorber == Anisotropy::Absorber::automatic))
        for (const std::int64_t cells : scene.boundaries.layer_cells())
            if (cells > 0 && cells < least) {
                faults.push_back({k73 ? "tti.absorber" : "boundaries",
                                  fmt::format("layers of tti.form {} take {} cells at least, this one has {}",
                                              word_of(tti.form), least, cells),
                                  "make them wider or use a sponge (tti.absorber)"});
                break;
            }
    for (std::size_t s = 0; s < 6; ++s)
        if (scene.boundaries.kind[s] != SideKind::absorbing && (scene.dims == 3 || s / 2 != 1)) {
            faults.push_back(
                {"boundaries",
                 "walls and free surfaces in a TTI medium are not known to be stable, so every side must absorb",
                 "write boundaries: {default: absorbing}"});
            break;
        }
    if (scene.any_solid())
        faults.push_back({"solids", "solids in a TTI medium are not known to be stable", "leave them out"});
    const std::string& stencil = scene.grid.stencil.name;
    if (stencil != "auto" && stencil != "leggy-4")
        faults.push_back({"grid.stencil", "a TTI medium has one stencil, made of the differences of leggy-4",
                          "write stencil: auto"});
    if (scene.outputs.compare != ExactReference::none)
        faults.push_back({"outputs.compare", "no exact solution is known here for a TTI medium", "leave compare out"});
}

bool k73_may_grow(const Scene& scene) {
    if (!scene.tti || scene.tti->form != TtiForm::k73) return false;
    const Anisotropy& tti = *scene.tti;
    std::vector<const Thomsen*> rocks = all_parameters(tti);
    const bool grids = grids_give_epsilon_or_delta(tti);
    // In an isotropic part the axis has no effect.
    if (!grids) std::erase_if(rocks, [](const Thomsen* values) { return values->epsilon == 0 && values->delta == 0; });
    const auto varied = [](const auto& model) { return model && model->values->least < model->values->most; };
    const bool tilt_varies =
        varied(tti.grids[2]) || varied(tti.grids[3]) ||
        std::ranges::any_of(rocks, [&](const Thomsen* values) { return axis_of(*values) != axis_of(*rocks.front()); });
    const bool elliptical =
        !grids && std::ranges::all_of(rocks, [](const Thomsen* values) { return values->delta >= values->epsilon; });
    return tilt_varies && !elliptical;
}

std::vector<std::string> anisotropy_warnings(const Scene& scene, const GridChoice& grid, WallPosition walls) {
    std::vector<std::string> warnings;
    if (!scene.tti) return warnings;
    const Anisotropy& tti = *scene.tti;
    const auto all = all_parameters(tti);
    if (k73_may_grow(scene))
        warnings.emplace_back(
            "tti.form k73 is not stable where the tilt varies: the field may grow without bound; self_adjoint is");
    if (tti.form == TtiForm::k73 && scene.boundaries.any_absorbing() && !has_sponge(scene))
        warnings.emplace_back(
            "absorbing layers of tti.form k73 let some waves ring or grow slowly, in strongly anisotropic media and "
            "long runs above all; a sponge (tti.absorber) and self_adjoint do not");
    const auto cells = scene.boundaries.layer_cells();
    for (std::size_t s = 0; s < 6; ++s)
        if (has_sponge(scene) && cells[s] > 0 && cells[s] < 40) {
            warnings.push_back(
                fmt::format("the absorber of the TTI medium is a sponge of {}, which sends more back than one of 40 "
                            "cells, which sends back 1 %",
                            cells_text(cells[s])));
            break;
        }
    const auto clamped =
        std::count_if(all.begin(), all.end(), [](const Thomsen* values) { return values->delta > values->epsilon; });
    if (tti.clamp && clamped > 0)
        warnings.push_back(fmt::format(
            "delta was above epsilon in {} of {} parts of the TTI medium and is epsilon there", clamped, all.size()));
    if (tti.clamp && grids_give_epsilon_or_delta(tti))
        if (const DeltaAbove above = delta_above_epsilon(scene, grid, walls); above.cells > 0)
            warnings.push_back(fmt::format("delta was above epsilon in {} of tti.model and is epsilon there",
                                           cells_text(above.cells)));
    return warnings;
}

TiltedMedium make_tilted_medium(const Scene& scene, const GridChoice& grid, WallPosition walls,
                                const std::array<std::int64_t, 6>& layers, const NodeBox& part) {
    TiltedMedium medium;
    const Extent& domain = grid.extent;
    const auto nodes = static_cast<std::size_t>(part.extent().nodes());
    medium.epsilon.resize(nodes);
    medium.delta.resize(nodes);
    for (auto& component : medium.axis) component.resize(nodes);
    // A part that reaches a side of the domain also fills the cells beyond it.
    const auto grown = [&](std::int64_t node, int axis) {
        const auto low = static_cast<std::size_t>(2 * axis);
        const std::int64_t end = domain.along(axis);
        return node == 0 ? 0 : node == end ? end + layers[low] + layers[low + 1] : node + layers[low];
    };
    // The node of the domain from which a node of the layers has its values.
    const auto inside = [&](std::int64_t node, int axis) {
        return std::clamp<std::int64_t>(node - layers[static_cast<std::size_t>(2 * axis)], 0, domain.along(axis) - 1);
    };
    const auto set = [&](std::size_t i, const Thomsen& values, const std::array<double, 3>& axis) {
        medium.epsilon[i] = static_cast<float>(values.epsilon);
        medium.delta[i] = static_cast<float>(std::min(values.delta, values.epsilon));
        for (std::size_t d = 0; d < 3; ++d) medium.axis[d][i] = static_cast<float>(axis[d]);
    };
    const auto with_layers = [&](const NodeBox& box) {
        return NodeBox{{grown(box.from.x, 0), grown(box.from.y, 1), grown(box.from.z, 2)},
                       {grown(box.to.x, 0), grown(box.to.y, 1), grown(box.to.z, 2)}};
    };
    const auto fill = [&](const ThomsenPart& rock) {
        const auto axis = axis_of(*rock.values);
        for_each_node(with_layers(rock.nodes), part, [&](const Node&, std::size_t i) { set(i, *rock.values, axis); });
    };
    const bool any_grid = std::any_of(scene.tti->grids.begin(), scene.tti->grids.end(),
                                      [](const auto& model) { return model.has_value(); });
    const std::vector<ThomsenPart> background = background_parts(scene, grid, walls);
    if (!any_grid) {
        std::for_each(background.begin(), background.end(), fill);
    } else {
        const std::int64_t plane = part.extent().nx * part.extent().ny;
        for (NodeBox slab : slabs_of(part.extent())) {
            const auto before = static_cast<std::size_t>(plane * slab.from.z);
            slab = {{part.from.x, part.from.y, part.from.z + slab.from.z},
                    {part.to.x, part.to.y, part.from.z + slab.to.z}};
            const ThomsenGrids grids(scene, grid, walls, part_of_grid(slab, domain, layers).domain);
            for (const ThomsenPart& rock : background)
                for_each_node(with_layers(rock.nodes), slab, [&](const Node& n, std::size_t i) {
                    const Thomsen values = grids.at({inside(n.x, 0), inside(n.y, 1), inside(n.z, 2)}, *rock.values);
                    set(before + i, values, axis_of(values));
                });
        }
    }
    const std::vector<ThomsenPart> boxes = box_parts(scene, grid, walls);
    std::for_each(boxes.begin(), boxes.end(), fill);
    return medium;
}

std::array<std::vector<float>, 3> sponge(const Extent& grid, const std::array<std::int64_t, 6>& layers,
                                         double courant) {
    // Theoretical reflection at normal incidence. With a smaller value the rise of the damping would reflect more.
    constexpr double reflection = 1e-2;
    constexpr double power = 2;
    std::array<std::vector<float>, 3> damping;
    for (std::size_t axis = 0; axis < 3; ++axis) {
        const std::int64_t n = grid.along(static_cast<int>(axis));
        const auto profile = [&](std::int64_t inside, std::int64_t width) {
            if (inside >= width) return 0.0;
            const auto cells = static_cast<double>(width);
            const double most = (power + 1) * courant * std::log(1 / reflection) / (2 * cells);
            return most * std::pow((cells - static_cast<double>(inside) - 0.5) / cells, power);
        };
        for (std::int64_t i = 0; i < n; ++i)
            damping[axis].push_back(
                static_cast<float>(profile(i, layers[2 * axis]) + profile(n - 1 - i, layers[2 * axis + 1])));
    }
    return damping;
}

}  // namespace wavesim

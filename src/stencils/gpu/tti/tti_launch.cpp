// SPDX-License-Identifier: MIT
#include "stencils/gpu/tti/tti_launch.hpp"

#include <algorithm>
#include <cmath>
#include <initializer_list>
#include <limits>
#include <optional>
#include <string_view>

#include "stencils/cpu/tti/tti_update.hpp"
#include "stencils/gpu/common/counted_nodes.hpp"
#include "stencils/gpu/common/schedule.hpp"
#include "stencils/gpu/layers/device_forecast.hpp"
#include "stencils/problem/receiver_nodes.hpp"
#include "stencils/tti/hourglass_weights.hpp"
#include "stencils/tti/node_parameters.hpp"
#include "stencils/tti/operator_weights.hpp"

namespace wavesim {

namespace {

bool reads_second_field(const PointWeights& receiver) { return !receiver.second_weights.empty(); }

std::int64_t divide_up(std::int64_t a, std::int64_t b) { return (a + b - 1) / b; }

int reach_of(TtiForm form) { return form == TtiForm::k73 ? tti::k73_radius : tti::self_adjoint_radius; }

}  // namespace

DeviceLayout tti_device_layout(const StencilProblem& problem) {
    const Extent& n = problem.extent;
    const std::int64_t reach = reach_of(tti_form(problem));
    const std::int64_t line = 128 / bytes_of(problem.precision);
    const bool flat = n.ny == 1;
    DeviceLayout layout;
    layout.extent = n;
    layout.pitch = divide_up(n.nx + reach, line) * line;
    layout.plane = layout.pitch * (flat ? 1 : n.ny + reach);
    layout.origin = reach * layout.plane + (flat ? 1 : reach + 1) * layout.pitch;
    layout.values = layout.origin + (n.nz + reach) * layout.plane + layout.pitch;
    return layout;
}

template <class Real>
void for_each_tti_plane(const TtiProblem& problem, const DeviceLayout& layout,
                        const std::function<void(const TtiPlane<Real>& plane, std::int64_t at)>& take) {
    const bool products = tti_form(problem) == TtiForm::self_adjoint;
    const Extent& n = problem.extent;
    TtiPlane<Real> plane;
    for (std::vector<Real>& values : plane) values.assign(static_cast<std::size_t>(layout.plane), Real(0));
    std::int64_t node = 0;
    for (std::int64_t z = 0; z < n.nz; ++z) {
        for (std::int64_t y = 0; y < n.ny; ++y)
            for (std::int64_t x = 0; x < n.nx; ++x, ++node) {
                tti::NodeParameters<Real> p = tti::node_parameters<Real>(problem, node);
                if (products) {
                    p.horizontal *= p.factor;
                    p.vertical *= p.factor;
                }
                const std::array<Real, tti_parameter_count> values{p.factor,  p.horizontal, p.vertical,
                                                                   p.axis[0], p.axis[1],    p.axis[2]};
                const auto at = static_cast<std::size_t>(y * layout.pitch + x);
                for (std::size_t i = 0; i < plane.size(); ++i) plane[i][at] = values[i];
            }
        take(plane, layout.origin + z * layout.plane);
    }
}

template <class Real>
std::array<std::vector<Real>, 3> tti_damping(const TtiProblem& problem) {
    std::array<std::vector<Real>, 3> damping;
    for (std::size_t d = 0; d < 3; ++d) {
        const std::int64_t values = divide_up(problem.extent.along(static_cast<int>(d)), 4) * 4;
        damping[d].assign(static_cast<std::size_t>(values), Real(0));
        std::copy(problem.tti.damping[d].begin(), problem.tti.damping[d].end(), damping[d].begin());
    }
    return damping;
}

template <class Real>
std::array<std::vector<Real>, 3> tti_turn_shares(const TtiProblem& problem) {
    constexpr auto before = static_cast<std::int64_t>(tti_shares_before);
    std::array<std::vector<Real>, 3> shares;
    for (std::size_t d = 0; d < 3; ++d) {
        const auto along = tti::TurnShare(problem.tti, d, problem.extent.along(static_cast<int>(d))).values;
        const std::int64_t values = divide_up(static_cast<std::int64_t>(along.size()) + 2 * before, 4) * 4;
        shares[d].assign(static_cast<std::size_t>(values), Real(0));
        std::transform(along.begin(), along.end(), shares[d].begin() + before,
                       [](double share) { return static_cast<Real>(share); });
    }
    return shares;
}

template <class Real>
std::vector<Real> tti_layer_table(const std::vector<double>& table) {
    std::vector<Real> values(table.begin(), table.end());
    values.resize(static_cast<std::size_t>(divide_up(static_cast<std::int64_t>(table.size()), 4) * 4), Real(0));
    return values;
}

template <class Real>
kernels::TtiLayer<Real> tti_layer(const LayerPlan::Axis& axis) {
    kernels::TtiLayer<Real> layer{};
    layer.plane = axis.plane;
    layer.pitch = static_cast<int>(axis.pitch);
    layer.low = static_cast<int>(axis.low);
    layer.high = static_cast<int>(axis.high);
    layer.shift = static_cast<int>(axis.shift);
    return layer;
}

template <class Real>
kernels::TtiArguments<Real> tti_arguments(const TtiProblem& problem, const DeviceLayout& layout) {
    kernels::TtiArguments<Real> a{};
    a.plane = layout.plane;
    a.pitch = static_cast<int>(layout.pitch);
    a.nx = static_cast<int>(layout.extent.nx);
    a.ny = static_cast<int>(layout.extent.ny);
    a.nz = static_cast<int>(layout.extent.nz);
    const auto place = [](const auto& from, Real* to) {
        std::transform(std::begin(from), std::end(from), to, [](double w) { return static_cast<Real>(w); });
    };
    place(tti::second_difference, a.second + 1);
    place(tti::first_difference, a.first + 1);
    place(tti::mixed_difference, a.mixed + 1);
    if (tti_form(problem) == TtiForm::self_adjoint) {
        const tti::HourglassWeights weights(problem.tti, problem.extent);
        for (std::size_t f = 0; f < 2; ++f)
            for (std::size_t d = 0; d < 3; ++d) {
                a.outer[f][d] = static_cast<Real>(weights.outer(f, d));
                a.change[f][d] = static_cast<Real>(weights.change(f, d));
                a.square[f][d] = static_cast<Real>(std::pow(weights.at(f, d, 1), 2));
                const auto all = static_cast<Real>(f == 0 ? 1 : 0);
                a.keep[f][d] = problem.layers.any() ? all : all - a.square[f][d];
            }
    }
    const bool layers = problem.layers.any();
    double whole = 0;
    for (std::size_t m = layers ? 8 : 4; m > 0; --m) {
        const double rest = layers ? tti::hourglass.at[m - 1] : -tti::second_difference[m - 1];
        a.rest[m] = static_cast<Real>(rest);
        a.beyond[m] = static_cast<Real>(whole += rest);
    }
    return a;
}

template <class Real>
std::array<int, 3> place_blocks(const TtiKernel& kernel, const NodeBox& box, std::int64_t slots,
                                kernels::TtiArguments<Real>& arguments) {
    const std::array<std::int64_t, 6> margin{box.from.x, arguments.nx - box.to.x, box.from.y, arguments.ny - box.to.y,
                                             box.from.z, arguments.nz - box.to.z};
    std::transform(margin.begin(), margin.end(), arguments.margin, [](std::int64_t n) { return static_cast<int>(n); });
    const Extent extent = box.extent();
    const bool flat = extent.ny == 1 && arguments.ny == 1;
    const auto tiles_x = static_cast<int>(divide_up(extent.nx, kernel.tile.x));
    const auto tiles_y = static_cast<int>(divide_up(flat ? extent.nz : extent.ny, kernel.tile.y));
    if (!kernel.sweeps) return {tiles_x, tiles_y, static_cast<int>(flat ? 1 : divide_up(extent.nz, kernel.tile.z))};
    const Schedule schedule = choose_schedule(extent, kernel.tile, kernel.reach, slots);
    arguments.chunk = static_cast<int>(schedule.chunk);
    arguments.tiles_x = tiles_x;
    arguments.tiles = tiles_x * tiles_y;
    arguments.whole = static_cast<int>(schedule.whole);
    arguments.left = static_cast<int>(schedule.left);
    arguments.piece = static_cast<int>(schedule.piece);
    return {static_cast<int>(schedule.blocks()), 1, 1};
}

template <class Real>
void set_for_one_pass(const TtiProblem& problem, const NodeBox& box, kernels::TtiArguments<Real>& arguments) {
    arguments.damped = 0;
    for (int d = 0; d < 3; ++d) {
        const auto axis = static_cast<std::size_t>(d);
        for (std::size_t f = 0; f < 2; ++f)
            arguments.keep[f][d] = static_cast<Real>(f == 0 ? 1 : 0) - arguments.square[f][d];
        const std::vector<float>& damping = problem.tti.damping[axis];
        if (damping.empty()) continue;
        const auto first = damping.begin() + (d == 0 ? box.from.x : d == 1 ? box.from.y : box.from.z);
        const auto last = damping.begin() + (d == 0 ? box.to.x : d == 1 ? box.to.y : box.to.z);
        if (std::any_of(first, last, [](float share) { return share != 0; })) arguments.damped = 1;
    }
}

std::string tti_gpu_why_not(const StencilProblem& problem) {
    if (std::string reason = cpu::tti_why_not(problem); !reason.empty()) return reason;
    const Extent& n = problem.extent;
    if (std::max({n.nx, n.ny, n.nz}) > 65535) return "the grid has more than 65535 nodes along an axis";
    if (tti_device_layout(problem).plane > std::numeric_limits<int>::max())
        return "one plane of the grid has more than 2147483647 nodes";
    return {};
}

std::int64_t forecast_tti_bytes(const Inquiry& asked) {
    const StencilProblem& problem = asked.problem;
    const int shared_limit = asked.machine.gpu.shared_per_block;
    const std::int64_t value = bytes_of(problem.precision);
    const DeviceLayout plain = device_layout(problem.extent, problem.precision);
    const std::int64_t lists = forecast_device_bytes(problem, 0, node_tables(asked).by_passes) -
                               device_pages({value * plain.values, value * plain.values});
    const bool flat = problem.extent.ny == 1;
    // Also the stiffness along z.
    const std::int64_t fluxes = tti_in_one_pass(problem, shared_limit) ? 0 : flat ? 4 : 8;
    const auto arrays = static_cast<std::int64_t>(tti_parameter_count) + 4 + fluxes;
    // psi and xi of two fields, in k73 psi and zeta. The lists provide for two arrays per axis, in rows without zeros
    // between them.
    std::int64_t layers = 0;
    const LayerPlan here = plan_layers(problem, tti_device_layout(problem));
    const LayerPlan listed = plan_layers(problem, plain);
    const std::int64_t kept = tti_form(problem) == TtiForm::k73 ? 2 : 4;
    for (std::size_t d = 0; d < 3; ++d)
        layers +=
            kept * device_pages({value * here.axes[d].values}) - 2 * device_pages({value * listed.axes[d].values});
    const auto count = std::ssize(problem.receivers);
    std::int64_t read = 0;
    for (std::size_t r = 0; r < problem.receivers.size(); ++r)
        if (reads_second_field(problem.receivers[r])) read += receiver_nodes(problem, r);
    const std::int64_t second =
        read == 0 ? 0 : device_pages({4 * (count + 1), 8 * read, 8 * read, 8 * trace_capacity(problem) * count});
    return lists + layers + arrays * device_pages({value * tti_device_layout(problem).values}) + second;
}

std::vector<Injection> second_field_sources(const TtiProblem& problem) {
    std::vector<Injection> sources = problem.sources;
    for (Injection& source : sources)
        for (std::size_t i = 0; i < source.at.nodes.size(); ++i)
            source.at.weights[i] = tti::second_weight<double>(problem, source.at, i);
    return sources;
}

std::vector<PointWeights> second_field_receivers(const StencilProblem& problem) {
    if (std::ranges::none_of(problem.receivers, reads_second_field)) return {};
    std::vector<PointWeights> receivers;
    for (const PointWeights& receiver : problem.receivers)
        receivers.push_back(reads_second_field(receiver) ? PointWeights{receiver.nodes, receiver.second_weights}
                                                         : PointWeights{});
    return receivers;
}

template void for_each_tti_plane(const TtiProblem&, const DeviceLayout&,
                                 const std::function<void(const TtiPlane<float>&, std::int64_t)>&);
template void for_each_tti_plane(const TtiProblem&, const DeviceLayout&,
                                 const std::function<void(const TtiPlane<double>&, std::int64_t)>&);
template std::array<std::vector<float>, 3> tti_damping(const TtiProblem&);
template std::array<std::vector<double>, 3> tti_damping(const TtiProblem&);
template std::array<std::vector<float>, 3> tti_turn_shares(const TtiProblem&);
template std::array<std::vector<double>, 3> tti_turn_shares(const TtiProblem&);
template std::vector<float> tti_layer_table(const std::vector<double>&);
template std::vector<double> tti_layer_table(const std::vector<double>&);
template kernels::TtiLayer<float> tti_layer(const LayerPlan::Axis&);
template kernels::TtiLayer<double> tti_layer(const LayerPlan::Axis&);
template kernels::TtiArguments<float> tti_arguments(const TtiProblem&, const DeviceLayout&);
template kernels::TtiArguments<double> tti_arguments(const TtiProblem&, const DeviceLayout&);
template std::array<int, 3> place_blocks(const TtiKernel&, const NodeBox&, std::int64_t, kernels::TtiArguments<float>&);
template std::array<int, 3> place_blocks(const TtiKernel&, const NodeBox&, std::int64_t,
                                         kernels::TtiArguments<double>&);
template void set_for_one_pass(const TtiProblem&, const NodeBox&, kernels::TtiArguments<float>&);
template void set_for_one_pass(const TtiProblem&, const NodeBox&, kernels::TtiArguments<double>&);

}  // namespace wavesim

// SPDX-License-Identifier: MIT
#include "stencils/launch/tti_launch.hpp"

#include <algorithm>
#include <limits>

#include "stencils/backend.hpp"
#include "stencils/launch/device_forecast.hpp"
#include "stencils/tti/node_parameters.hpp"
#include "stencils/tti/operator_weights.hpp"

namespace wavesim {

namespace {

constexpr int tile_x = 32, tile_y = tti_threads / tile_x;  // as in tti_node.cuh

std::int64_t divide_up(std::int64_t a, std::int64_t b) { return (a + b - 1) / b; }

int reach_of(TtiForm form) { return form == TtiForm::k73 ? tti::k73_radius : tti::self_adjoint_radius; }

}  // namespace

TtiDeviceLayout tti_device_layout(const StencilProblem& problem) {
    const Extent& n = problem.extent;
    const std::int64_t reach = reach_of(problem.tti.form);
    const std::int64_t line = 128 / bytes_of(problem.precision);
    const bool flat = n.ny == 1;
    TtiDeviceLayout layout;
    layout.extent = n;
    layout.pitch = divide_up(n.nx + reach, line) * line;
    layout.plane = layout.pitch * (flat ? 1 : n.ny + reach);
    layout.origin = reach * layout.plane + (flat ? 1 : reach + 1) * layout.pitch;
    layout.values = layout.origin + (n.nz + reach) * layout.plane + layout.pitch;
    return layout;
}

template <class Real>
std::vector<std::vector<Real>> tti_parameters(const StencilProblem& problem, const TtiDeviceLayout& layout) {
    std::vector<std::vector<Real>> arrays(tti_parameter_count(problem.tti.form));
    for (std::vector<Real>& array : arrays) array.assign(static_cast<std::size_t>(layout.values), Real(0));
    for (std::int64_t node = 0; node < problem.extent.nodes(); ++node) {
        const tti::NodeParameters<Real> p = tti::node_parameters<Real>(problem, node);
        const std::array<Real, 9> values{p.factor,  p.horizontal, p.vertical,  p.axis[0],  p.axis[1],
                                         p.axis[2], p.across[0],  p.across[1], p.across[2]};
        const auto at = static_cast<std::size_t>(layout.origin + layout.offset(node));
        for (std::size_t i = 0; i < arrays.size(); ++i) arrays[i][at] = values[i];
    }
    return arrays;
}

template <class Real>
std::array<std::vector<Real>, 3> tti_damping(const StencilProblem& problem) {
    std::array<std::vector<Real>, 3> damping;
    for (std::size_t d = 0; d < 3; ++d) {
        damping[d].assign(static_cast<std::size_t>(problem.extent.along(static_cast<int>(d))), Real(0));
        std::copy(problem.tti.damping[d].begin(), problem.tti.damping[d].end(), damping[d].begin());
    }
    return damping;
}

template <class Real>
kernels::TtiArguments<Real> tti_arguments(const TtiDeviceLayout& layout) {
    kernels::TtiArguments<Real> a{};
    a.plane = layout.plane;
    a.pitch = static_cast<int>(layout.pitch);
    a.nx = static_cast<int>(layout.extent.nx);
    a.ny = static_cast<int>(layout.extent.ny);
    a.nz = static_cast<int>(layout.extent.nz);
    a.fields = 2;
    const auto place = [](const auto& from, Real* to) {
        std::transform(std::begin(from), std::end(from), to, [](double w) { return static_cast<Real>(w); });
    };
    place(tti::second_difference, a.second + 1);
    place(tti::first_difference, a.first + 1);
    place(tti::mixed_difference, a.mixed + 1);
    place(tti::hourglass.at, a.hourglass + 1);
    return a;
}

std::array<int, 3> tti_blocks(const Extent& extent) {
    const bool flat = extent.ny == 1;
    return {static_cast<int>(divide_up(extent.nx, tile_x)),
            static_cast<int>(divide_up(flat ? extent.nz : extent.ny, tile_y)), static_cast<int>(flat ? 1 : extent.nz)};
}

std::string tti_source(const StencilProblem& problem) {
    const bool k73 = problem.tti.form == TtiForm::k73;
    const bool single = problem.precision == Precision::float32;
    const std::string arguments = std::string("TtiArguments<") + (single ? "float>" : "double>");
    const std::size_t size = single ? sizeof(kernels::TtiArguments<float>) : sizeof(kernels::TtiArguments<double>);
    // Registers for enough warps to hide what memory takes; without a limit all neighbours are loaded at once.
    const std::string blocks = single ? "6" : "4";
    const auto kernel = [&](const std::string& name, const std::string& body) {
        return "WAVESIM_KERNEL(" + std::to_string(tti_threads) + ", " + blocks + ") wavesim_" + name +
               "(WAVESIM_PARAMETER " + arguments + " arguments) { " + body + "(arguments); }\n";
    };
    return std::string("#include \"stencils/kernels/") + (k73 ? "tti_k73" : "tti_self_adjoint") +
           ".cuh\"\n\nnamespace wavesim::kernels {\n\nstruct Spec {\n    using Real = " +
           (single ? "float" : "double") +
           ";\n    static constexpr bool flat = " + (problem.stencil.dims == 2 ? "true" : "false") +
           ";\n};\nstatic_assert(sizeof(" + arguments + ") == " + std::to_string(size) + ");\n\n" +
           (k73 ? kernel("tti", "TtiK73<Spec>::run")
                : kernel("fluxes", "TtiSelfAdjoint<Spec>::make_fluxes") +
                      kernel("tti", "TtiSelfAdjoint<Spec>::advance")) +
           "\n}  // namespace wavesim::kernels\n";
}

std::string tti_gpu_why_not(const StencilProblem& problem) {
    if (problem.tti.form == TtiForm::none) return "this form is for TTI media";
    if (const std::string reason = find_backend("cpu")->why_not(problem); !reason.empty()) return reason;
    if (problem.layers.any()) return "absorbing layers in a TTI medium run on the CPU only, in this version";
    const Extent& n = problem.extent;
    if (std::max({n.nx, n.ny, n.nz}) > 65535) return "the grid has more than 65535 nodes along an axis";
    if (tti_device_layout(problem).plane > std::numeric_limits<int>::max())
        return "one plane of the grid has more than 2147483647 nodes";
    return {};
}

std::int64_t forecast_tti_bytes(const StencilProblem& problem) {
    const std::int64_t value = bytes_of(problem.precision);
    const DeviceLayout plain = device_layout(problem.extent, problem.precision);
    const std::int64_t lists =
        forecast_device_bytes(problem) -
        device_pages({value * plain.size(), value * plain.size(), problem.medium.varies ? 4 * plain.size() : 0});
    const bool flat = problem.extent.ny == 1;
    const std::int64_t fluxes = problem.tti.form == TtiForm::k73 ? 0 : flat ? 4 : 6;
    const auto arrays = static_cast<std::int64_t>(tti_parameter_count(problem.tti.form)) + 4 + fluxes;
    return lists + arrays * device_pages({value * tti_device_layout(problem).values});
}

std::vector<Injection> second_field_sources(const StencilProblem& problem) {
    std::vector<Injection> sources = problem.sources;
    for (Injection& source : sources)
        for (std::size_t i = 0; i < source.at.nodes.size(); ++i)
            source.at.weights[i] *=
                tti::second_field_share(problem.tti.form, tti::node_parameters<double>(problem, source.at.nodes[i]));
    return sources;
}

template std::vector<std::vector<float>> tti_parameters(const StencilProblem&, const TtiDeviceLayout&);
template std::vector<std::vector<double>> tti_parameters(const StencilProblem&, const TtiDeviceLayout&);
template std::array<std::vector<float>, 3> tti_damping(const StencilProblem&);
template std::array<std::vector<double>, 3> tti_damping(const StencilProblem&);
template kernels::TtiArguments<float> tti_arguments(const TtiDeviceLayout&);
template kernels::TtiArguments<double> tti_arguments(const TtiDeviceLayout&);

}  // namespace wavesim

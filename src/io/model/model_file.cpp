// SPDX-License-Identifier: MIT
#include "io/model/model_file.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <iterator>
#include <limits>

#include "io/input_file.hpp"
#include "io/model/source.hpp"
#include "solvers/scene/model_grid.hpp"

namespace wavesim {

namespace {

constexpr std::uintmax_t bytes_max = std::uintmax_t{1} << 40U;

std::string list_text(const std::vector<std::int64_t>& numbers) {
    return fmt::format("[{}]", fmt::join(numbers, ", "));
}

[[noreturn]] void refuse_value(const ModelFileRequest& request, const std::vector<std::int64_t>& at, double value) {
    throw InputFileError(Rule::model_file, fmt::format("value {} of {} is {:.6g}, which is no {}", list_text(at),
                                                       shown(request.file), value, request.bounds.text));
}

/// Indices [from, to) of an axis of the file that a domain needs, in ascending order of coordinates.
struct Part {
    std::int64_t from = 0;
    std::int64_t to = 1;
    double first_m = 0;

    bool holds(std::int64_t i) const { return i >= from && i < to; }
    /// Node number of an index within the range, counted from the smallest coordinate.
    std::int64_t node(std::int64_t i, bool downwards) const { return downwards ? to - 1 - i : i - from; }
};

/// The error that a file covers only `range` along an axis, in user coordinates.
InputFileError uncovered(const ModelFileRequest& request, int axis, std::array<double, 2> range, double length_m) {
    std::array<double, 2> domain{0, length_m};
    for (double& end : range) end = request.frame.users(axis, end);
    for (double& end : domain) end = request.frame.users(axis, end);
    std::ranges::sort(range);
    std::ranges::sort(domain);
    return {Rule::bad_medium,
            fmt::format("the grid of {} does not cover the domain: along {} it reaches from {:.6g} m to {:.6g} m, the "
                        "domain from {:.6g} m to {:.6g} m",
                        shown(request.file), "xyz"[axis], range[0], range[1], domain[0], domain[1])};
}

Part part_for_domain(const ModelFileRequest& request, std::int64_t count, const ModelFileRequest::Axis& axis,
                     double length_m) {
    const double spacing = request.spacing_m.along(axis.axis);
    const double span = static_cast<double>(count - 1) * spacing;
    const double least = request.origin_m.along(axis.axis) - (axis.downwards ? span : 0.0);
    const double tolerance = 1e-6 * spacing;
    if (least - spacing / 2 > tolerance || least + span + spacing / 2 < length_m - tolerance)
        throw uncovered(request, axis.axis, {least - spacing / 2, least + span + spacing / 2}, length_m);
    const auto index = [&](double at) {
        return static_cast<std::int64_t>(std::clamp(at, 0.0, static_cast<double>(count - 1)));
    };
    const std::int64_t first = index(std::floor(-least / spacing));
    const std::int64_t last = index(std::ceil((length_m - least) / spacing));
    Part part{first, last + 1, least + static_cast<double>(first) * spacing};
    if (axis.downwards) part = {count - 1 - last, count - first, part.first_m};
    return part;
}

void check_shape(const ModelFileRequest& request, const std::vector<std::int64_t>& shape) {
    if (shape.size() != request.axes.size() || (!request.shape.empty() && shape != request.shape)) {
        const std::string wanted = request.shape.empty() ? std::to_string(request.axes.size()) + " axes are named"
                                                         : list_text(request.shape) + " is asked for";
        throw InputFileError(Rule::model_file, "the grid of " + shown(request.file) + " has the shape " +
                                                   list_text(shape) + " (" + wanted + ')');
    }
    if (std::ranges::any_of(shape, [](std::int64_t n) { return n < 1; }))
        throw InputFileError(Rule::model_file, "the grid of " + shown(request.file) + " is empty");
}

/// The parts needed, one per axis of the file.
std::vector<Part> parts_for_domain(const ModelFileRequest& request, const std::vector<std::int64_t>& shape,
                                   const Point& size_m) {
    std::vector<Part> parts;
    for (std::size_t k = 0; k < shape.size(); ++k)
        parts.push_back(part_for_domain(request, shape[k], request.axes[k], size_m.along(request.axes[k].axis)));
    return parts;
}

/// The grid of those parts, still without values.
ModelGrid empty_grid(const ModelFileRequest& request, const std::vector<Part>& parts) {
    std::array<std::int64_t, 3> count{1, 1, 1};
    std::array<double, 3> first{0, 0, 0};
    for (std::size_t k = 0; k < parts.size(); ++k) {
        const auto axis = static_cast<std::size_t>(request.axes[k].axis);
        count[axis] = parts[k].to - parts[k].from;
        first[axis] = parts[k].first_m;
    }
    ModelGrid model;
    model.spacing_m = request.spacing_m;
    model.extent = {count[0], count[1], count[2]};
    model.first_m = {first[0], first[1], first[2]};
    model.values.resize(static_cast<std::size_t>(model.extent.nodes()));
    model.least = std::numeric_limits<float>::max();
    model.most = std::numeric_limits<float>::lowest();
    return model;
}

/// Copies the needed values of slab i, in SI units and in the file's order, to their nodes.
void place_slab(const ModelFileRequest& request, const std::vector<Part>& parts, std::int64_t i,
                const std::vector<double>& values, const std::vector<std::int64_t>& shape, ModelGrid& model) {
    std::array<std::int64_t, 3> node{0, 0, 0};
    const auto set = [&](std::size_t k, std::int64_t index) {
        node[static_cast<std::size_t>(request.axes[k].axis)] = parts[k].node(index, request.axes[k].downwards);
    };
    set(0, i);
    const std::size_t last = shape.size() - 1;
    const bool flat = last == 1;  // no middle axis
    const Part rows = flat ? Part{0, 1, 0} : parts[1];
    for (std::int64_t j = rows.from; j < rows.to; ++j) {
        if (!flat) set(1, j);
        for (std::int64_t k = parts[last].from; k < parts[last].to; ++k) {
            set(last, k);
            const auto value = static_cast<float>(values[static_cast<std::size_t>(j * shape[last] + k)]);
            model.values[static_cast<std::size_t>(model.extent.index(node[0], node[1], node[2]))] = value;
            model.least = std::min(model.least, value);
            model.most = std::max(model.most, value);
        }
    }
}

}  // namespace

std::optional<ModelFileRequest::Format> model_format_of(const std::string& file) {
    using Format = ModelFileRequest::Format;
    std::string ending = std::filesystem::path(file).extension().string();
    for (char& c : ending) c = static_cast<char>(c >= 'A' && c <= 'Z' ? c - 'A' + 'a' : c);
    if (ending == ".h5" || ending == ".hdf5") return Format::hdf5;
    if (ending == ".sgy" || ending == ".segy") return Format::segy;
    if (ending == ".npy") return Format::npy;
    if (ending == ".npz") return Format::npz;
    if (ending == ".bin" || ending == ".raw") return Format::raw;
    return std::nullopt;
}

ModelGrid read_model(const InputFolders& folders, const ModelFileRequest& asked, const Point& size_m,
                     std::vector<std::string>* doubts) {
    const auto path = locate_input(folders, asked.file, Rule::model_file, bytes_max);
    const auto source = open_model(path, asked);
    if (doubts != nullptr) std::ranges::move(source->doubts(), std::back_inserter(*doubts));
    ModelFileRequest request = asked;
    const auto as_asked = [&](std::vector<std::int64_t> list) {
        if (source->reversed()) std::ranges::reverse(list);
        return list;
    };
    const std::vector<std::int64_t>& shape = source->shape();
    check_shape(request, as_asked(shape));
    if (source->reversed()) std::ranges::reverse(request.axes);
    const std::vector<Part> parts = parts_for_domain(request, shape, size_m);
    ModelGrid model = empty_grid(request, parts);
    const bool flat = shape.size() == 2;
    for (std::int64_t i = 0; i < shape[0]; ++i) {
        std::vector<double> values = source->slab(i);
        for (std::size_t at = 0; at < values.size(); ++at) {
            const double number = values[at];
            const double value = values[at] = value_in_si(number, request.unit, request.meaning);
            // The value must not become 0 or infinite as float either.
            const auto kept = static_cast<float>(value);
            if (value >= request.bounds.least && value <= request.bounds.most && std::isfinite(kept) &&
                (kept != 0 || request.bounds.least <= 0))
                continue;
            const std::int64_t row = shape.back();
            const auto index = static_cast<std::int64_t>(at);
            refuse_value(request, as_asked(flat ? std::vector{i, index} : std::vector{i, index / row, index % row}),
                         number);
        }
        if (parts[0].holds(i)) place_slab(request, parts, i, values, shape, model);
    }
    return model;
}

}  // namespace wavesim

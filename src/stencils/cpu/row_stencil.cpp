// SPDX-License-Identifier: MIT
#include "stencils/cpu/row_stencil.hpp"

#include <algorithm>
#include <cstdlib>
#include <map>
#include <set>
#include <utility>

namespace wavesim::cpu {

namespace {

using Class = std::pair<int, int>;  // larger and smaller of |dy|, |dz|

std::set<std::pair<int, int>> rows_of(Class c, int dims) {
    std::set<std::pair<int, int>> rows;
    for (const int sy : {-1, 1}) {
        for (const int sz : {-1, 1}) {
            if (dims == 3) rows.insert({sy * c.first, sz * c.second});
            rows.insert({sy * c.second, sz * c.first});
        }
    }
    return rows;
}

template <class T>
std::optional<NearRows<T>> near_rows(const std::map<Class, std::vector<double>>& weights) {
    NearRows<T> rows{};
    for (const auto& [c, w] : weights) {
        if (c == Class{0, 0}) continue;
        if (c.first > 2) return {};
        const auto number = static_cast<std::size_t>(NearRows<T>::number(c.first, c.second));
        for (std::size_t dx = 0; dx < w.size(); ++dx) {
            if (w[dx] == 0) continue;
            if (dx > 2) return {};
            rows.weights[number][dx] = static_cast<T>(w[dx]);
            rows.used[number] |= 1u << dx;
        }
    }
    return rows;
}

}  // namespace

template <class T>
RowStencil<T> make_row_stencil(const Stencil& stencil, double courant, const FieldLayout& layout) {
    RowStencil<T> result;
    result.radius = radius(stencil);
    const std::size_t width = static_cast<std::size_t>(result.radius) + 1;
    std::map<Class, std::vector<double>> weights;
    for (std::size_t p = 0; p < stencil.shells.size(); ++p) {
        for (const Offset& o : shell_points(stencil.shells[p], stencil.dims)) {
            // In 2D y is 0 and the class is (|dz|, 0).
            const Class c{std::max(std::abs(o.y), std::abs(o.z)), std::min(std::abs(o.y), std::abs(o.z))};
            const bool representative = o.x >= 0 && o.z >= 0 && (stencil.dims == 2 || o.y >= o.z);
            if (!representative) continue;
            auto& w = weights[c];
            w.resize(width);
            w[static_cast<std::size_t>(o.x)] += courant * courant * stencil.a[p];
        }
    }
    std::vector<double> axis(width);
    std::map<std::size_t, std::vector<RowClass<T>>> by_size;
    for (const auto& [c, w] : weights) {
        const auto rows = rows_of(c, stencil.dims);
        for (std::size_t dx = 0; dx < width; ++dx) axis[dx] += static_cast<T>(w[dx]) * static_cast<double>(rows.size());
        if (c == Class{0, 0}) continue;
        RowClass<T> row_class{};
        std::transform(rows.begin(), rows.end(), row_class.rows, [&](const std::pair<int, int>& row) {
            return row.first * layout.row_pitch + row.second * layout.plane_pitch;
        });
        row_class.minus_count = -static_cast<T>(rows.size());
        std::transform(w.begin(), w.end(), row_class.weights, [](double weight) { return static_cast<T>(weight); });
        by_size[rows.size()].push_back(row_class);
        for (std::size_t dx = 0; dx < width; ++dx) {
            if (w[dx] != 0) result.reach = std::max(result.reach, static_cast<int>(dx));
        }
    }
    for (std::size_t k = 0; k < 3; ++k) {
        const auto& classes = by_size[std::size_t{2} << k];
        result.class_count[k] = static_cast<std::int64_t>(classes.size());
        result.classes.insert(result.classes.end(), classes.begin(), classes.end());
    }
    if (stencil.dims == 3) result.near_rows = near_rows<T>(weights);
    result.axis.assign(axis.begin(), axis.end());
    for (std::size_t dx = 0; dx < width; ++dx) {
        result.axis_rest.push_back(static_cast<T>(axis[dx] - static_cast<double>(result.axis[dx])));
    }
    return result;
}

template <class T>
RowStencilView<T> RowStencil<T>::view() const {
    return {radius,
            reach,
            axis.data(),
            axis_rest.data(),
            classes.data(),
            {class_count[0], class_count[1], class_count[2]},
            near_rows ? &*near_rows : nullptr};
}

template struct RowStencil<float>;
template struct RowStencil<double>;
template RowStencil<float> make_row_stencil(const Stencil&, double, const FieldLayout&);
template RowStencil<double> make_row_stencil(const Stencil&, double, const FieldLayout&);

}  // namespace wavesim::cpu

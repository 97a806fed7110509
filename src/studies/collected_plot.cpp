// SPDX-License-Identifier: MIT
#include "studies/collected_plot.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "studies/case_names.hpp"
#include "studies/flow_text.hpp"

namespace wavesim {

namespace {

struct PlotQuantity {
    Quantity quantity;
    std::vector<double> CollectedCase::*list;
    const char* unit;
};
const std::vector<PlotQuantity> plot_quantities{{Quantity::peak, &CollectedCase::peak_pa, "Pa"},
                                                {Quantity::energy, &CollectedCase::energy_pa2_s, "Pa2 s"},
                                                {Quantity::arrival, &CollectedCase::arrival_s, "s"},
                                                {Quantity::error, &CollectedCase::error, ""}};

std::size_t column_index(const Study& study, const std::string& name) {
    const auto found = std::ranges::find(study.columns, name, &StudyColumn::name);
    return static_cast<std::size_t>(found - study.columns.begin());
}

/// The value of a case on an axis; NaN if it is not known.
double plot_value(const Study& study, const Collected& collected, std::size_t number, const std::string& axis) {
    const CollectedCase& one = collected.cases[number];
    double largest = std::numeric_limits<double>::quiet_NaN();
    for (const PlotQuantity& quantity : plot_quantities)
        if (word_of(quantity.quantity) == axis)
            for (const double value : one.*quantity.list)
                if (!(value <= largest)) largest = value;
    for (std::size_t t = 0; t < one.times.size(); ++t)
        if (time_names[t] == axis) largest = one.times[t];
    if (const std::size_t column = column_index(study, axis); column < study.columns.size())
        largest = plain_number(study.cases[number].values[column]).value_or(largest);
    return largest;
}

std::string axis_label(const std::string& axis) {
    for (const PlotQuantity& quantity : plot_quantities)
        if (word_of(quantity.quantity) == axis && quantity.unit[0] != 0) return axis + " [" + quantity.unit + ']';
    return axis;
}

}  // namespace

std::vector<std::string> plot_axes(const Study& study) {
    std::vector<std::string> axes;
    for (const StudyColumn& column : study.columns) axes.push_back(column.name);
    for (const PlotQuantity& quantity : plot_quantities)
        if (study.collect.wants(quantity.quantity)) axes.emplace_back(word_of(quantity.quantity));
    if (study.collect.wants(Quantity::times)) axes.insert(axes.end(), time_names.begin(), time_names.end());
    return axes;
}

std::vector<PlotSeries> plot_series(const Study& study, const Collected& collected) {
    const PlotRequest& plot = *study.collect.plot;
    std::vector<PlotSeries> series;
    const std::size_t by = column_index(study, plot.series);
    const bool along_x = column_index(study, plot.x) < study.columns.size();
    for (std::size_t i = 0; i < study.cases.size(); ++i) {
        if (collected.cases[i].samples == 0) continue;
        const std::string name = by < study.columns.size() ? shown_value(study.cases[i].values[by]) : "";
        auto found = std::ranges::find(series, name, &PlotSeries::name);
        if (found == series.end()) found = series.insert(found, {name, {}, {}});
        const double x = plot_value(study, collected, i, plot.x);
        const auto place = (along_x ? std::ranges::upper_bound(found->x, x) : found->x.end()) - found->x.begin();
        found->x.insert(found->x.begin() + place, x);
        found->y.insert(found->y.begin() + place, plot_value(study, collected, i, plot.y));
    }
    return series;
}

std::string collected_plot(const Study& study, const Collected& collected) {
    const PlotRequest& plot = *study.collect.plot;
    return line_plot(plot_series(study, collected), study.name, axis_label(plot.x), axis_label(plot.y));
}

}  // namespace wavesim

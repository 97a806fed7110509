// SPDX-License-Identifier: MIT
#include "solvers/medium/cell_pieces.hpp"

#include <algorithm>

namespace wavesim {

CutCells cut_cells(const CellLine& line, const std::vector<double>& cuts_m) {
    constexpr double thinnest = 1e-9;  // cells; rounding noise must not cut cells at their faces
    CutCells cells;
    cells.pieces.reserve(static_cast<std::size_t>(line.count));
    cells.begin.reserve(static_cast<std::size_t>(line.count) + 1);
    auto next = cuts_m.begin();
    for (std::int64_t i = 0; i < line.count; ++i) {
        cells.begin.push_back(cells.pieces.size());
        const double middle = line.first_m + static_cast<double>(i) * line.spacing_m;
        const double low = std::max(-0.5, (line.mirror_low_m - middle) / line.spacing_m);
        const double high = std::min(0.5, (line.mirror_high_m - middle) / line.spacing_m);
        const auto add = [&](double from, double to, double read_at) {
            cells.pieces.push_back({from, to, (to - from) / (high - low),
                                    std::clamp(middle + line.spacing_m * read_at, line.read_low_m, line.read_high_m)});
        };
        const double first_cut = middle + line.spacing_m * (low + thinnest);
        if (i == 0)
            next = std::lower_bound(cuts_m.begin(), cuts_m.end(), first_cut);
        else
            while (next != cuts_m.end() && *next < first_cut) ++next;
        double from = low;
        for (; next != cuts_m.end(); ++next) {
            const double cut = (*next - middle) / line.spacing_m;
            if (cut > high - thinnest) break;
            if (cut - from < thinnest) continue;
            add(from, cut, (from + cut) / 2);
            from = cut;
        }
        add(from, high, from == low ? 0 : (from + high) / 2);
        if (line.with_faces && next != cuts_m.end() && *next < middle + line.spacing_m * (high + thinnest))
            add(high, high, (*next - middle) / line.spacing_m);
    }
    cells.begin.push_back(cells.pieces.size());
    return cells;
}

}  // namespace wavesim

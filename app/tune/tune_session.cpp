// SPDX-License-Identifier: MIT
#include "app/tune/tune_session.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "app/quantity_text.hpp"
#include "io/atomic_file.hpp"
#include "io/scene/gpu_profile_file.hpp"
#include "stencils/backend/stopwatch.hpp"
#include "stencils/grid/words.hpp"
#include "stencils/problem/medium_name.hpp"

namespace wavesim {

namespace {

std::string grid_text(const Extent& extent) { return extent_text(extent, extent.ny == 1 ? 2 : 3); }

std::string shape_text(const ProblemShape& shape) {
    return fmt::format("{}, {}, {}{}, {}", shape.stencil.name, word_of(shape.precision), medium_name(shape),
                       shape.layers.any() ? " with layers" : "", grid_text(shape.extent));
}

}  // namespace

bool TuneSession::has(const ProblemShape& shape) const {
    const TunedRow wanted = row_for(shape);
    return std::ranges::any_of(profile_.rows, [&](const TunedRow& row) { return row.same_steps(wanted); });
}

void TuneSession::keep(const TunedShape& tuned) {
    profile_.rows.insert(profile_.rows.end(), tuned.rows.begin(), tuned.rows.end());
    write_file(file_, gpu_profile_text(profile_));
}

std::size_t TuneSession::run(const std::vector<ProblemShape>& shapes, const Machine& machine) {
    std::vector<const ProblemShape*> left;
    for (const ProblemShape& shape : shapes)
        if (!has(shape)) left.push_back(&shape);
    if (left.size() < shapes.size())
        say_(fmt::format("{} of {} are in {} already\n", shapes.size() - left.size(), shapes.size(), file_.string()));
    const Stopwatch watch;
    const auto go_on = [&] { return watch.seconds() < effort_.budget_s; };
    for (std::size_t done = 0; done < left.size(); ++done) {
        const ProblemShape& shape = *left[done];
        const std::vector<TileCandidate> candidates =
            tile_candidates(shape, alike_backends(shape, machine), machine, static_cast<std::size_t>(effort_.tries));
        if (!go_on()) return left.size() - done;
        if (prepare) prepare(shape, candidates);
        const auto tuned = tune_tiles(shape, candidates, timer_, effort_.repeats, go_on);
        if (!tuned) return left.size() - done;
        keep(*tuned);
        const auto still = static_cast<double>(left.size() - done - 1);
        say_(fmt::format("[{}/{}] {}: {}; {} left\n", done + 1, left.size(), shape_text(shape),
                         counted(static_cast<std::int64_t>(candidates.size()), "tile"),
                         duration_text(watch.seconds() / static_cast<double>(done + 1) * still)));
        for (const std::string& sentence : tuned->left_out) say_("  left out: " + sentence + "\n");
        for (const TunedRow& row : tuned->rows) say_("  " + tuned_row_text(row) + "\n");
    }
    return 0;
}

std::string tuned_row_text(const TunedRow& row) {
    const std::string tile = row.tile == row.usual ? fmt::format("the usual tile {} stays", row.tile)
                                                   : fmt::format("tile {} takes {:.3f} of the time of the usual {}",
                                                                 row.tile, row.ps / row.usual_ps, row.usual);
    return fmt::format("{}: {}, {:.4g} ps per node and step (expected {:.4g})", row.backend, tile, row.ps,
                       row.expected_ps);
}

std::string tuned_summary(const std::vector<TunedRow>& rows) {
    if (rows.empty()) return {};
    constexpr double near = 1.1;
    double least = 1e300, most = 0, sum = 0, missed = 0;
    std::int64_t hits = 0;
    for (const TunedRow& row : rows) {
        const double gain = row.ps / row.usual_ps;
        least = std::min(least, gain), most = std::max(most, gain), sum += std::log(gain);
        missed += std::log(row.expected_ps / row.ps);
        if (row.first_ps > 0 && row.first_ps <= near * row.ps) ++hits;
    }
    const auto count = static_cast<double>(rows.size());
    return fmt::format(
        "Tuned over usual: {:.3f} in the geometric mean of {}, {:.3f} to {:.3f}. The tile that the model ranks first "
        "is within 10 % of the quickest for {} of them. Predicted over measured: {:.2f} in the geometric mean.\n",
        std::exp(sum / count), counted(static_cast<std::int64_t>(rows.size()), "row"), least, most, hits,
        std::exp(missed / count));
}

}  // namespace wavesim

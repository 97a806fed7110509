// SPDX-License-Identifier: MIT
#include "solvers/medium/factor_planes.hpp"

#include <algorithm>
#include <cmath>
#include <set>

#include "solvers/medium/medium_part.hpp"
#include "stencils/grid/node_boxes.hpp"

namespace wavesim {

FactorPlanes::FactorPlanes(const PlanDraft& draft) : draft_(draft), slabs_(slabs_of(draft.plan.grid())) {
    if (draft.plan.decision.shape.speed.coded()) find_code();
}

/// Determines the code in which factors are stored. It depends on the smallest and the largest factor, and on all
/// distinct factors if there are few enough for a table.
void FactorPlanes::find_code() {
    constexpr std::size_t largest_table = 65536;
    std::set<float> values;
    bool all = true;
    for (const NodeBox& slab : slabs_) {
        float last = 0;
        for (const float value : factors_of_part(draft_, slab)) {
            if (value == last) continue;  // most neighbours are equal
            last = value;
            if (all)
                values.insert(value);
            else if (value < *values.begin() || value > *values.rbegin())
                values.insert(value);
            all = values.size() <= largest_table;
        }
    }
    code_ = make_factor_code({values.begin(), values.end()}, draft_.plan.decision.shape.speed.storage);
}

float FactorPlanes::factor(std::int64_t node) {
    const Extent& grid = draft_.plan.grid();
    const std::int64_t plane = grid.nx * grid.ny;
    const auto slab = static_cast<std::size_t>(node / (plane * slabs_.front().to.z));
    if (factors_.empty() || slab != slab_) {
        slab_ = slab;
        factors_ = factors_of_part(draft_, slabs_[slab]);
    }
    const float exact = factors_[static_cast<std::size_t>(node - plane * slabs_[slab].from.z)];
    return code_ ? code_->decode(code_->encode(exact)) : exact;
}

NodeFactors FactorPlanes::all() const {
    const std::int64_t nodes = draft_.plan.grid().nodes();
    NodeFactors found;
    if (code_)
        found.stored = StoredFactors(*code_, nodes);
    else
        found.of_node.reserve(static_cast<std::size_t>(nodes));
    for (const NodeBox& slab : slabs_) {
        const std::vector<float> factors = factors_of_part(draft_, slab);
        if (code_)
            found.stored.append(factors);
        else
            found.of_node.insert(found.of_node.end(), factors.begin(), factors.end());
    }
    return found;
}

double FactorPlanes::storage_error_m_s() const {
    if (!code_) return 0;
    const auto speed = [](float factor) { return std::sqrt(static_cast<double>(factor)); };
    double worst = 0;
    for (const NodeBox& slab : slabs_) {
        float last = 0;
        for (const float value : factors_of_part(draft_, slab)) {
            if (value == last) continue;
            last = value;
            worst = std::max(worst, std::abs(speed(code_->decode(code_->encode(value))) - speed(value)));
        }
    }
    return draft_.plan.decision.fastest_m_s * worst;
}

}  // namespace wavesim

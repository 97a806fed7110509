// SPDX-License-Identifier: MIT
#include "boundary/patch_forms.hpp"

#include <algorithm>
#include <cstdlib>
#include <map>

namespace wavesim {
namespace {

int along(const Offset& s, int axis) { return axis == 0 ? s.x : axis == 1 ? s.y : s.z; }

/// The axes of the unit steps to s, in every order.
std::vector<std::vector<int>> words_to(const Offset& s) {
    std::vector<int> word;
    for (int axis = 0; axis < 3; ++axis)
        word.insert(word.end(), static_cast<std::size_t>(std::abs(along(s, axis))), axis);
    std::vector<std::vector<int>> words;
    do words.push_back(word);
    while (std::next_permutation(word.begin(), word.end()));
    return words;
}

}  // namespace

PatchForms::PatchForms(const GramMatrix& gram, std::size_t most_kept_bytes)
    : gram_(gram), most_kept_bytes_(most_kept_bytes), centre_(static_cast<std::size_t>(gram.patch.find({0, 0, 0}))) {
    for (const Offset& s : gram.patch.points()) {
        words_.push_back(words_to(s));
        std::array<std::size_t, 6> sides{};
        for (std::size_t side = 0; side < 6; ++side) {
            const int d = side % 2 == 0 ? -1 : 1;
            const int to =
                gram.patch.find(s + Offset{side / 2 == 0 ? d : 0, side / 2 == 1 ? d : 0, side / 2 == 2 ? d : 0});
            sides[side] = to < 0 ? gram.patch.size() : static_cast<std::size_t>(to);  // walks never go there
        }
        neighbour_.push_back(sides);
    }
}

PatchForms::Ends PatchForms::ends(std::size_t point, const PatchAir& air) const {
    const Offset& s = gram_.patch.points()[point];
    std::map<std::size_t, int> count;
    for (const std::vector<int>& word : words_[point]) {
        std::array<int, 3> sign{s.x < 0 ? -1 : 1, s.y < 0 ? -1 : 1, s.z < 0 ? -1 : 1};
        std::size_t at = centre_;
        for (const int axis : word) {
            const auto a = static_cast<std::size_t>(axis);
            const std::size_t to = step(at, axis, sign[a]);
            const std::size_t before = sign[a] > 0 ? at : to;
            if ((air.air >> to & 1U) != 0 && (air.closed[a] >> before & 1U) == 0)
                at = to;
            else
                sign[a] *= -1;
        }
        ++count[at];
    }
    Ends ends;
    for (const auto& [end, walks] : count)
        ends.emplace_back(end, static_cast<double>(walks) / static_cast<double>(words_[point].size()));
    return ends;
}

std::vector<double> PatchForms::make(const PatchAir& air) const {
    const std::size_t n = gram_.patch.size();
    std::vector<Ends> all;
    for (std::size_t s = 0; s < n; ++s) all.push_back(ends(s, air));
    std::vector<double> right(n * n), form(n * n);  // Q E and E^T Q E
    for (std::size_t s = 0; s < n; ++s)
        for (std::size_t t = 0; t < n; ++t)
            for (const auto& [end, share] : all[t]) right[s * n + end] += gram_.at(s, t) * share;
    for (std::size_t s = 0; s < n; ++s)
        for (const auto& [end, share] : all[s])
            for (std::size_t t = 0; t < n; ++t) form[end * n + t] += share * right[s * n + t];
    return form;
}

const std::vector<double>& PatchForms::of(const PatchAir& air) {
    const auto found = known_.find(air);
    if (found != known_.end()) return found->second;
    if ((known_.size() + 1) * gram_.q.size() * sizeof(double) > most_kept_bytes_) known_.clear();
    return known_.emplace(air, make(air)).first->second;
}

}  // namespace wavesim

// SPDX-License-Identifier: MIT
#include "stencils/problem/corrections.hpp"

#include <algorithm>
#include <bit>
#include <limits>
#include <stdexcept>

#include "stencils/grid/growing_list.hpp"

namespace wavesim {

namespace {

std::uint64_t hash_of(std::span<const Corrections::Term> terms) {
    std::uint64_t hash = 0xcbf29ce484222325U;
    const auto mix = [&hash](std::uint64_t word) {
        hash = (hash ^ word) * 0x9e3779b97f4a7c15U;
        hash ^= hash >> 29;
    };
    for (const Corrections::Term& term : terms) {
        mix(static_cast<std::uint64_t>(term.offset));
        mix(std::bit_cast<std::uint64_t>(term.weight));
    }
    return hash;
}

template <class T>
std::int64_t bytes_of(const std::vector<T>& list) {
    return static_cast<std::int64_t>(list.size() * sizeof(T));
}

}  // namespace

void Corrections::add(std::int64_t node, std::span<const Term> terms, double factor) {
    if (!nodes_.empty() && node <= nodes_.back()) throw std::invalid_argument("corrections go by ascending nodes");
    if (factor != 1 || !factors_.empty()) {
        factors_.resize(nodes_.size(), 1.0F);
        grow_by(factors_, static_cast<float>(factor));
    }
    // Most nodes have the terms of the node before them.
    const bool as_last = !rows_.empty() && std::ranges::equal(terms, terms_of_row(rows_.back()));
    grow_by(rows_, as_last ? rows_.back() : row_of(terms));
    grow_by(nodes_, node);
}

/// The number of the row with these terms, which is added if there is none.
std::uint32_t Corrections::row_of(std::span<const Term> terms) {
    const std::size_t rows = first_.size() - 1;
    if (2 * (rows + 1) > slots_.size()) grow_slots();
    std::size_t slot = hash_of(terms) % slots_.size();
    for (; slots_[slot] != 0; slot = (slot + 1) % slots_.size())
        if (std::ranges::equal(terms, terms_of_row(slots_[slot] - 1))) return slots_[slot] - 1;
    if (rows >= std::numeric_limits<std::uint32_t>::max() - 1)
        throw std::length_error("there are more than 4 billion different rows beside solids");
    const std::vector<Term> own(terms.begin(), terms.end());  // `terms` may be part of terms_
    terms_.insert(terms_.end(), own.begin(), own.end());
    first_.push_back(terms_.size());
    slots_[slot] = static_cast<std::uint32_t>(rows + 1);
    return static_cast<std::uint32_t>(rows);
}

void Corrections::grow_slots() {
    const std::size_t rows = first_.size() - 1;
    slots_.assign(std::max<std::size_t>(64, 2 * slots_.size()), 0);
    for (std::size_t row = 0; row < rows; ++row) {
        std::size_t slot = hash_of(terms_of_row(row)) % slots_.size();
        while (slots_[slot] != 0) slot = (slot + 1) % slots_.size();
        slots_[slot] = static_cast<std::uint32_t>(row + 1);
    }
}

std::int64_t Corrections::bytes() const {
    return bytes_of(nodes_) + bytes_of(rows_) + bytes_of(factors_) + bytes_of(first_) + bytes_of(terms_) +
           bytes_of(slots_);
}

}  // namespace wavesim

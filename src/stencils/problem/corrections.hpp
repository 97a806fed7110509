// SPDX-License-Identifier: MIT
#pragma once
#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <span>
#include <vector>

namespace wavesim {

/// Rows of a sparse matrix: u*_i += factor_i sum_k weight_k u^n_{i + offset_k}, by ascending nodes i.
/// Turns the bulk operator (which reads 0 in solids) into the wall-modified one; courant^2 is included. Terms are
/// relative to their node, and nodes with equal terms share them: a node takes 12 bytes, and 4 more in a medium that
/// varies.
class Corrections {
  public:
    struct Term {
        std::int64_t offset = 0;  ///< index of the neighbour minus that of the node (Extent::index)
        double weight = 0;
        bool operator==(const Term&) const = default;
    };

    std::size_t size() const { return nodes_.size(); }
    bool empty() const { return nodes_.empty(); }
    const std::vector<std::int64_t>& nodes() const { return nodes_; }
    std::int64_t node(std::size_t i) const { return nodes_[i]; }
    /// The terms of node number i, without the factor. Nodes with the same row have the same terms, and no others have.
    std::span<const Term> terms(std::size_t i) const { return terms_of_row(rows_[i]); }
    std::uint32_t row(std::size_t i) const { return rows_[i]; }
    /// What the weights of node number i are multiplied by: (c_i / c_max)^2 where the medium varies, else 1.
    double factor(std::size_t i) const { return factors_.empty() ? 1.0 : static_cast<double>(factors_[i]); }

    /// Calls act(neighbour, weight) for every term of node number i, with the factor.
    template <class Act>
    void for_each_term(std::size_t i, Act&& act) const {
        const double here = factor(i);
        for (const Term& term : terms(i)) act(nodes_[i] + term.offset, term.weight * here);
    }

    /// Adds a node behind all others.
    void add(std::int64_t node, std::span<const Term> terms, double factor = 1);
    void add(std::int64_t node, std::initializer_list<Term> terms) {
        add(node, std::span<const Term>(terms.begin(), terms.size()));
    }
    /// Adds node number i of another list as `node`.
    void add(std::int64_t node, const Corrections& from, std::size_t i) { add(node, from.terms(i), from.factor(i)); }

    /// Sets the factor of every node to factor_of(node), a float.
    template <class FactorOf>
    void set_factors(const FactorOf& factor_of) {
        factors_.clear();
        factors_.reserve(nodes_.size());
        for (const std::int64_t node : nodes_) factors_.push_back(factor_of(node));
    }

    /// Bytes of all lists.
    std::int64_t bytes() const;

  private:
    std::span<const Term> terms_of_row(std::size_t row) const {
        return std::span(terms_).subspan(first_[row], first_[row + 1] - first_[row]);
    }
    std::uint32_t row_of(std::span<const Term> terms);
    void grow_slots();

    std::vector<std::int64_t> nodes_;
    std::vector<std::uint32_t> rows_;    ///< of each node
    std::vector<float> factors_;         ///< of each node; empty if all are 1
    std::vector<std::size_t> first_{0};  ///< terms of row r: [first_r, first_{r+1})
    std::vector<Term> terms_;            ///< row by row; no two rows are equal
    std::vector<std::uint32_t> slots_;   ///< hash table of rows with open addresses: number of a row plus 1, or 0
};

}  // namespace wavesim

// SPDX-License-Identifier: MIT
#include "programs/linear_form.hpp"

#include <cmath>
#include <limits>
#include <map>

namespace wavesim {

namespace {

struct Sum {
    std::map<Offset, double> weights;
    double constant = 0;
};

Sum scaled(Sum sum, double factor) {
    for (auto& [offset, weight] : sum.weights) weight *= factor;
    sum.constant *= factor;
    return sum;
}

Sum added(Sum a, const Sum& b, double sign) {
    for (const auto& [offset, weight] : b.weights) a.weights[offset] += sign * weight;
    a.constant += sign * b.constant;
    return a;
}

std::optional<Sum> combined(const Term& term, const std::vector<Sum>& sums) {
    const auto of = [&](int index) -> const Sum& { return sums[static_cast<std::size_t>(index)]; };
    switch (term.operation) {
        case Operation::number: return Sum{{}, term.value};
        case Operation::node: return Sum{{{term.offset, 1.0}}, 0};
        case Operation::negative: return scaled(of(term.a), -1);
        case Operation::sum: return added(of(term.a), of(term.b), 1);
        case Operation::difference: return added(of(term.a), of(term.b), -1);
        case Operation::product:
            if (of(term.b).weights.empty()) return scaled(of(term.a), of(term.b).constant);
            if (of(term.a).weights.empty()) return scaled(of(term.b), of(term.a).constant);
            return std::nullopt;
        case Operation::quotient:
            if (of(term.b).weights.empty() && of(term.b).constant != 0)
                return scaled(of(term.a), 1 / of(term.b).constant);
            return std::nullopt;
        case Operation::root:
            if (of(term.a).weights.empty()) return Sum{{}, std::sqrt(of(term.a).constant)};
            return std::nullopt;
    }
    return std::nullopt;
}

}  // namespace

std::optional<LinearForm> linear_form(const StencilFormula& formula) {
    std::vector<Sum> sums;
    for (const Term& term : formula.terms) {
        std::optional<Sum> sum = combined(term, sums);
        if (!sum) return std::nullopt;
        sums.push_back(std::move(*sum));
    }
    LinearForm form{{}, sums.back().constant};
    for (const auto& [offset, weight] : sums.back().weights)
        if (weight != 0) form.weights.push_back({offset, weight});
    if (form.weights.empty()) return std::nullopt;
    return form;
}

std::optional<double> beyond_float(const StencilFormula& formula) {
    using Float = std::numeric_limits<float>;
    const auto fits = [](double value) {
        return value == 0 || (std::abs(value) <= Float::max() && std::abs(value) >= Float::min());
    };
    for (const Term& term : formula.terms)
        if (term.operation == Operation::number && !fits(term.value)) return term.value;
    if (const auto form = linear_form(formula)) {
        if (!fits(form->constant)) return form->constant;
        for (const auto& weight : form->weights)
            if (!fits(weight.value)) return weight.value;
    }
    return {};
}

}  // namespace wavesim

// SPDX-License-Identifier: MIT
#include "stencils/equations/symbol.hpp"

#include <Eigen/Dense>
#include <algorithm>
#include <cmath>
#include <limits>
#include <stdexcept>

#include "stencils/equations/linearity.hpp"

namespace wavesim::equations {

namespace {

using Complex = Symbol::Complex;

/// A value as a linear form in the levels, or a number that is equal at all nodes.
struct Form {
    double number = 0;
    std::vector<Complex> levels{};  ///< empty: the number
};

Form scaled(Form form, Complex by) {
    form.number *= by.real();
    for (Complex& level : form.levels) level *= by;
    return form;
}

Form sum_of(Form a, const Form& b, double sign) {
    if (a.levels.empty() && b.levels.empty()) return {a.number + sign * b.number};
    a.levels.resize(std::max(a.levels.size(), b.levels.size()));
    for (std::size_t i = 0; i < b.levels.size(); ++i) a.levels[i] += sign * b.levels[i];
    return a;
}

Form combined(const Term& term, const Form& a, const Form& b) {
    switch (term.operation) {
        case Operation::negative: return scaled(a, -1);
        case Operation::sum: return sum_of(a, b, 1);
        case Operation::difference: return sum_of(a, b, -1);
        case Operation::product: return a.levels.empty() ? scaled(b, a.number) : scaled(a, b.number);
        case Operation::quotient: return scaled(a, 1 / b.number);
        case Operation::root: return {std::sqrt(a.number)};
        case Operation::magnitude: return {std::abs(a.number)};
        case Operation::exponential: return {std::exp(a.number)};
        case Operation::least: return {std::min(a.number, b.number)};
        default: return {std::max(a.number, b.number)};
    }
}

/// Scales rows and columns to similar magnitudes by powers of two, which changes no eigenvalue. Fields in SI units
/// differ by many orders of magnitude, and rounding errors would follow the largest. Source: Parlett and Reinsch,
/// Numer. Math. 13 (1969), 293.
void balance(std::vector<Complex>& g, std::size_t n) {
    for (bool changed = true; changed;) {
        changed = false;
        for (std::size_t i = 0; i < n; ++i) {
            double row = 0;
            double column = 0;
            for (std::size_t j = 0; j < n; ++j) {
                if (j == i) continue;
                row += std::abs(g[i * n + j]);
                column += std::abs(g[j * n + i]);
            }
            if (row == 0 || column == 0) continue;
            const double factor = std::exp2(std::round(std::log2(row / column) / 2));
            if (row / factor + column * factor > 0.95 * (row + column)) continue;
            changed = true;
            for (std::size_t j = 0; j < n; ++j) {
                g[i * n + j] /= factor;
                g[j * n + i] *= factor;
            }
        }
    }
}

}  // namespace

Symbol::Symbol(const Program& program, const Stencil& stencil)
    : program_(program), differences_(stencil, program.declared.order) {
    if (const std::string why = why_not_linear(program); !why.empty()) throw std::invalid_argument(why);
    for (const Field& field : program.declared.fields) {
        first_.push_back(size_);
        size_ += static_cast<std::size_t>(field.levels);
    }
    for (const Statement& statement : program.statements) {
        auto& of_terms = nodes_.emplace_back();
        for (const Term& term : statement.terms)
            of_terms.push_back(term.reads() ? differences_.nodes(term) : std::vector<WeightedNode>{});
    }
}

std::vector<Complex> Symbol::matrix(const WaveVector& k, const Setting& setting) const {
    std::vector<Form> given(program_.statements.size());
    const auto unit = [this](std::size_t level) {
        Form form{0, std::vector<Complex>(size_)};
        form.levels[level] = 1;
        return form;
    };
    const auto read = [&](const Access& access) -> Form {
        const auto index = static_cast<std::size_t>(access.index);
        if (access.origin == Origin::parameter) return {setting.parameters.at(index)};
        if (access.origin == Origin::statement) return given[index];
        if (access.time == Time::next) return given[static_cast<std::size_t>(program_.giver(access.index))];
        return unit(first_[index] + (access.time == Time::old ? 1 : 0));
    };
    for (std::size_t s = 0; s < program_.statements.size(); ++s) {
        std::vector<Form> values;
        for (std::size_t t = 0; t < program_.statements[s].terms.size(); ++t) {
            const Term& term = program_.statements[s].terms[t];
            if (term.reads()) {
                Complex factor = 0;
                for (const WeightedNode& n : nodes_[s][t])
                    factor += n.weight * std::polar(1.0, k[0] * n.offset.x + k[1] * n.offset.y + k[2] * n.offset.z);
                Form form = read(term.access);
                if (form.levels.empty() && term.operation != Operation::access) factor = 0;  // constant: difference 0
                values.push_back(form.levels.empty() && term.operation == Operation::access
                                     ? form
                                     : scaled(std::move(form), factor));
            } else if (term.operation == Operation::number) {
                values.push_back({term.value});
            } else if (term.operation == Operation::given) {
                values.push_back({term.given == Given::time_step ? setting.time_step : setting.spacing});
            } else {
                const Form none;
                values.push_back(combined(term, values[static_cast<std::size_t>(term.a)],
                                          term.b >= 0 ? values[static_cast<std::size_t>(term.b)] : none));
            }
        }
        given[s] = values.back();
    }
    std::vector<Complex> g(size_ * size_);
    for (std::size_t f = 0; f < first_.size(); ++f) {
        const Form& next = given[static_cast<std::size_t>(program_.giver(static_cast<int>(f)))];
        const auto row = g.begin() + static_cast<std::ptrdiff_t>(first_[f] * size_);
        std::ranges::copy(next.levels, row);
        if (program_.declared.fields[f].levels == 2) g[(first_[f] + 1) * size_ + first_[f]] = 1;
    }
    return g;
}

std::vector<Complex> Symbol::eigenvalues(const WaveVector& k, const Setting& setting) const {
    std::vector<Complex> g = matrix(k, setting);
    const auto n = static_cast<Eigen::Index>(size_);
    using Matrix = Eigen::Matrix<Complex, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;
    if (size_ == 2) {  // the case of most acoustic programs
        const Complex half = (g[0] + g[3]) / 2.0;
        const Complex root = std::sqrt((g[0] - g[3]) * (g[0] - g[3]) / 4.0 + g[1] * g[2]);
        return {half + root, half - root};
    }
    balance(g, size_);
    const Eigen::ComplexEigenSolver<Eigen::MatrixXcd> solver(Eigen::Map<const Matrix>(g.data(), n, n), false);
    return {solver.eigenvalues().data(), solver.eigenvalues().data() + n};
}

double Symbol::growth(const WaveVector& k, const Setting& setting) const {
    double most = 0;
    for (const Complex& g : matrix(k, setting))
        if (!std::isfinite(g.real()) || !std::isfinite(g.imag())) return std::numeric_limits<double>::infinity();
    for (const Complex& value : eigenvalues(k, setting)) most = std::max(most, std::abs(value));
    return most;
}

}  // namespace wavesim::equations

// SPDX-License-Identifier: MIT
#include "programs/reference.hpp"

#include <algorithm>
#include <cmath>

namespace wavesim {

namespace {

constexpr std::int64_t run_length = 128;  ///< nodes of a row that are computed together

/// Carries out a formula on runs of nodes along x.
template <class Real>
class Evaluator {
  public:
    explicit Evaluator(const StencilFormula& formula)
        : formula_(formula), store_(formula.terms.size() * run_length), values_(formula.terms.size()) {
        for (std::size_t i = 0; i < formula.terms.size(); ++i)
            if (formula.terms[i].operation == Operation::number)
                std::fill_n(result(i), run_length, static_cast<Real>(formula.terms[i].value));
    }

    /// `node` is the address for offset 0; `to` receives `count` values.
    void run(const Real* node, std::int64_t row, std::int64_t plane, std::int64_t count, Real* to) {
        for (std::size_t i = 0; i < formula_.terms.size(); ++i) {
            const Term& term = formula_.terms[i];
            values_[i] = result(i);
            if (term.operation == Operation::node)
                values_[i] = node + term.offset.x + term.offset.y * row + term.offset.z * plane;
            else if (term.operation != Operation::number)
                carry_out(term, count, result(i));
        }
        std::copy_n(values_.back(), count, to);
    }

  private:
    Real* result(std::size_t i) { return store_.data() + i * run_length; }

    void carry_out(const Term& term, std::int64_t count, Real* to) const {
        const Real* const a = values_[static_cast<std::size_t>(term.a)];
        const Real* const b = term.b < 0 ? a : values_[static_cast<std::size_t>(term.b)];
        const auto each = [&](auto&& value) {
            for (std::int64_t i = 0; i < count; ++i) to[i] = value(a[i], b[i]);
        };
        switch (term.operation) {
            case Operation::negative: return each([](Real x, Real) { return -x; });
            case Operation::root: return each([](Real x, Real) { return std::sqrt(x); });
            case Operation::sum: return each([](Real x, Real y) { return x + y; });
            case Operation::difference: return each([](Real x, Real y) { return x - y; });
            case Operation::product: return each([](Real x, Real y) { return x * y; });
            default: return each([](Real x, Real y) { return x / y; });
        }
    }

    const StencilFormula& formula_;
    std::vector<Real> store_;
    std::vector<const Real*> values_;
};

template <class Real>
void step(const StencilProgram& program, const Extent& inner, const std::vector<Real>& from, std::vector<Real>& to,
          int threads) {
    const ProgramField field(program, inner);
    to = from;
    const std::int64_t rows = inner.ny * inner.nz;
#pragma omp parallel num_threads(threads)
    {
        Evaluator<Real> evaluator(program.formula);
#pragma omp for schedule(static)
        for (std::int64_t row = 0; row < rows; ++row)
            for (std::int64_t x = 0; x < inner.nx; x += run_length) {
                const std::int64_t at = field.index(x, row % inner.ny, row / inner.ny);
                evaluator.run(from.data() + at, field.whole.nx, field.whole.nx * field.whole.ny,
                              std::min(run_length, inner.nx - x), to.data() + at);
            }
    }
}

}  // namespace

void step_reference(const StencilProgram& program, const Extent& inner, const std::vector<double>& from,
                    std::vector<double>& to, int threads) {
    step(program, inner, from, to, threads);
}

void step_reference(const StencilProgram& program, const Extent& inner, const std::vector<float>& from,
                    std::vector<float>& to, int threads) {
    step(program, inner, from, to, threads);
}

}  // namespace wavesim

// SPDX-License-Identifier: MIT
#include "stencils/cpu/factor_array.hpp"

#include <algorithm>

namespace wavesim::cpu {

template <class T>
FactorArray<T>::FactorArray(const StencilProblem& problem, const FieldLayout& layout) : layout_(layout) {
    if (!problem.speed.coded())
        values_.emplace(layout.values);
    else if (problem.speed.storage == MediumStorage::index8)
        narrow_.emplace(layout.values);
    else
        wide_.emplace(layout.values);
    if (problem.speed.coded()) code_ = problem.factors.stored.code();
}

template <class T>
template <class Act>
void FactorArray<T>::each_array(const Act& act) {
    if (values_) act(values_->data());
    if (narrow_) act(narrow_->data());
    if (wide_) act(wide_->data());
}

template <class T>
void FactorArray<T>::place_row(const NodeFactors& factors, std::int64_t y, std::int64_t z) {
    const std::int64_t first = layout_.extent.index(0, y, z);
    const std::int64_t begin = layout_.at(-layout_.lead, y, z);
    const bool coded = !values_;
    each_array([&]<class Value>(Value* array) {
        Value* to = std::fill_n(array + begin, layout_.lead, Value(0));
        for (std::int64_t i = first; i < first + layout_.extent.nx; ++i)
            *to++ = coded ? static_cast<Value>(factors.stored.code_at(static_cast<std::size_t>(i)))
                          : static_cast<Value>(factors.factor(i));
        std::fill(to, array + begin + layout_.row_pitch, Value(0));
    });
}

template <class T>
void FactorArray<T>::clear(std::int64_t begin, std::int64_t end) {
    each_array([&]<class Value>(Value* array) { std::fill(array + begin, array + end, Value(0)); });
}

template <class T>
FactorView<T> FactorArray<T>::view() const {
    return {values_ ? values_->data() : nullptr,
            narrow_ ? narrow_->data() : nullptr,
            wide_ ? wide_->data() : nullptr,
            code_.table.empty() ? nullptr : code_.table.data(),
            code_.most,
            code_.step,
            0};
}

std::int64_t factor_array_bytes(const StencilProblem& problem, const FieldLayout& layout) {
    if (!problem.speed.varies) return 0;
    const int value = problem.speed.coded() ? bytes_of(problem.speed.storage) : bytes_of(problem.precision);
    return allocated_bytes(layout.values * value);
}

template class FactorArray<float>;
template class FactorArray<double>;

}  // namespace wavesim::cpu

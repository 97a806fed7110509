// SPDX-License-Identifier: MIT
// A number that tells the emulator when it was read from shared memory and when it was used first. On a GPU a load only
// starts there: until its value is used, an asynchronous copy to the same place may overtake it.
#pragma once
#include <cmath>
#include <limits>
#include <type_traits>

#include "block_emulator.hpp"

namespace wavesim::emulator {

/// As large as `Value`, so that kernels find it in memory that holds such values. Where it stands on the stack of a
/// thread it is a register; a copy from shared memory to there is a read. Arithmetic, comparing and storing are uses,
/// where it is NaN if a copy may have been faster.
template <class Value>
class Tracked {
  public:
    constexpr Tracked() { is_new(); }
    template <class Number>
    requires std::is_arithmetic_v<Number>
    constexpr Tracked(Number number) : value_(static_cast<Value>(number)) {  // implicit, as numbers convert
        is_new();
    }
    constexpr Tracked(const Tracked& other) : value_(other.value_) { is_copy_of(other); }
    constexpr Tracked& operator=(const Tracked& other) {
        const bool stays = std::is_constant_evaluated() || BlockEmulator::is_register(this);
        value_ = stays ? other.value_ : other.used();
        is_copy_of(other);
        return *this;
    }
    template <class Number>
    requires std::is_arithmetic_v<Number>
    constexpr explicit operator Number() const { return static_cast<Number>(used()); }
    constexpr Value used() const {
        if (std::is_constant_evaluated() || BlockEmulator::note_use(this)) return value_;
        return std::numeric_limits<Value>::quiet_NaN();
    }

    friend constexpr Tracked operator+(const Tracked& a, const Tracked& b) { return a.used() + b.used(); }
    friend constexpr Tracked operator-(const Tracked& a, const Tracked& b) { return a.used() - b.used(); }
    friend constexpr Tracked operator*(const Tracked& a, const Tracked& b) { return a.used() * b.used(); }
    friend constexpr Tracked operator/(const Tracked& a, const Tracked& b) { return a.used() / b.used(); }
    friend constexpr Tracked operator-(const Tracked& a) { return -a.used(); }
    friend Tracked fused(const Tracked& a, const Tracked& b, const Tracked& c) {
        return std::fma(a.used(), b.used(), c.used());
    }
    friend constexpr bool operator==(const Tracked& a, const Tracked& b) { return a.used() == b.used(); }
    friend constexpr auto operator<=>(const Tracked& a, const Tracked& b) { return a.used() <=> b.used(); }
    constexpr Tracked& operator+=(const Tracked& a) { return *this = *this + a; }
    constexpr Tracked& operator-=(const Tracked& a) { return *this = *this - a; }
    constexpr Tracked& operator*=(const Tracked& a) { return *this = *this * a; }

  private:
    constexpr void is_new() {
        if (!std::is_constant_evaluated()) BlockEmulator::note_value(this);
    }
    constexpr void is_copy_of(const Tracked& other) {
        if (!std::is_constant_evaluated()) BlockEmulator::note_copy(this, &other, sizeof(Value));
    }

    Value value_{};
};

template <class Value>
Tracked<Value> quotient(const Tracked<Value>& a, const Tracked<Value>& b) {
    return a.used() / b.used();
}
template <class Value>
Tracked<Value> square_root(const Tracked<Value>& a) {
    return std::sqrt(a.used());
}
template <class Value>
Tracked<Value> inverse_root(const Tracked<Value>& a) {
    return 1 / std::sqrt(a.used());
}
/// To another lane of the warp.
template <class Value>
Tracked<Value> given_by(const Tracked<Value>& value, int thread) {
    return BlockEmulator::current().exchange(value.used(), thread);
}

/// The spec of a kernel that runs with tracked numbers.
template <class Spec>
struct Tracking : Spec {
    struct Inside : Spec {
        using Real = Tracked<typename Spec::Real>;
    };
};
/// The same arguments for tracked numbers.
template <template <class> class Arguments, class Value>
const Arguments<Tracked<Value>>& tracked(const Arguments<Value>& arguments) {
    static_assert(sizeof(Arguments<Tracked<Value>>) == sizeof(Arguments<Value>));
    return reinterpret_cast<const Arguments<Tracked<Value>>&>(arguments);
}
/// Runs Kernel<Spec>, with tracked numbers where the spec says so.
template <template <class> class Kernel, class Spec, template <class> class Arguments, class Value>
void run_kernel(const Arguments<Value>& arguments) {
    if constexpr (requires { typename Spec::Inside; })
        Kernel<typename Spec::Inside>::run(tracked(arguments));
    else
        Kernel<Spec>::run(arguments);
}
template <template <class> class Kernel, class Spec, class Arguments, class Layer>
void run_kernel(const Arguments& arguments, const Layer& layer) {
    if constexpr (requires { typename Spec::Inside; })
        Kernel<typename Spec::Inside>::run(tracked(arguments), tracked(layer));
    else
        Kernel<Spec>::run(arguments, layer);
}

}  // namespace wavesim::emulator

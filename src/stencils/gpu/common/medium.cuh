// SPDX-License-Identifier: MIT
// Factors of a heterogeneous medium (stencils/problem/medium_storage.hpp); Spec::medium is their storage.
#pragma once
#include "stencils/gpu/common/primitives.cuh"

namespace wavesim::kernels {

template <int medium>
struct CodeOf {
    using Type = float;
};
template <>
struct CodeOf<medium_int16> {
    using Type = unsigned short;
};
template <>
struct CodeOf<medium_index16> {
    using Type = unsigned short;
};
template <>
struct CodeOf<medium_index8> {
    using Type = unsigned char;
};

template <class Spec>
struct Factors {
    using Real = typename Spec::Real;
    using Code = typename CodeOf<static_cast<int>(Spec::medium)>::Type;
    static constexpr int V = Pack<Real>::size;
    /// The stored factors of a pack of nodes.
    using Codes = Bundle<Code, V>;

    /// Pointer to the factors of the first node of the field.
    template <class Arguments>
    static WAVESIM_DEVICE const Code* of(const Arguments& a) {
        return static_cast<const Code*>(a.factor.values);
    }
    template <class Arguments>
    static WAVESIM_DEVICE Real decode(const Arguments& a, Code code) {
        if constexpr (Spec::medium == medium_int16)
            return static_cast<Real>(fused(-static_cast<float>(code), a.factor.step, a.factor.most));
        else if constexpr (Spec::medium == medium_index8 || Spec::medium == medium_index16)
            return static_cast<Real>(load_read_only(a.factor.table + code));
        else
            return static_cast<Real>(code);
    }
    template <class Arguments>
    static WAVESIM_DEVICE Pack<Real> decode(const Arguments& a, const Codes& codes) {
        Pack<Real> factors;
        for (int i = 0; i < V; ++i) factors.v[i] = decode(a, codes.v[i]);
        return factors;
    }
    /// Loads the codes of a pack in one access.
    static WAVESIM_DEVICE Codes load_codes(const Code* p) { return load_bundle<V>(p); }
};

/// Factor by which courant^2 is multiplied at a position in the field; free of cost where the medium does not vary.
template <class Spec>
WAVESIM_DEVICE typename Spec::Real load_factor(const FieldArguments<typename Spec::Real>& a, Int64 place) {
    if constexpr (Spec::medium)
        return Factors<Spec>::decode(a, load_read_only(Factors<Spec>::of(a) + place));
    else
        return typename Spec::Real(1);
}

}  // namespace wavesim::kernels

// SPDX-License-Identifier: MIT
// Running sums of one node along z for stencils that are symmetric in every axis and permutation of axes: nodes of one
// in-plane class are summed once and weighted for every |dz| (see sweep.cuh, which does the same for packs of nodes).
#pragma once
#include "stencils/gpu/common/static_for.cuh"

namespace wavesim::kernels {

template <class Spec>
struct PlaneSums {
    using Real = typename Spec::Real;
    static constexpr int R = Spec::radius;
    Real sums[2 * R + 1];  ///< sums[j] belongs to plane z - R + j, where z is the newest plane
    Real last;

    static constexpr WAVESIM_DEVICE int highest_b(int a) { return Spec::flat ? 0 : a; }
    static constexpr WAVESIM_DEVICE int class_size(int a, int b) {
        return a == 0 ? 1 : Spec::flat ? 2 : b == 0 || a == b ? 4 : 8;
    }
    static constexpr WAVESIM_DEVICE bool in_plane(int a, int b) {
        for (int d = 0; d <= R; ++d)
            if (Spec::weight(a, b, d) != 0) return true;
        return false;
    }
    static constexpr WAVESIM_DEVICE bool off_axis(int d) {
        for (int a = 1; a <= R; ++a)
            for (int b = 0; b <= highest_b(a); ++b)
                if (Spec::weight(a, b, d) != 0) return true;
        return false;
    }
    /// True if any class lies off the axes of the plane.
    static constexpr WAVESIM_DEVICE bool has_corners() {
        for (int a = 1; a <= R; ++a)
            for (int b = 1; b <= highest_b(a); ++b)
                if (in_plane(a, b)) return true;
        return false;
    }
    static constexpr WAVESIM_DEVICE double slope_weight(int m) {
        double sum = 0;
        for (int d = m; d <= R; ++d)
            for (int a = 0; a <= R; ++a)
                for (int b = 0; b <= highest_b(a); ++b)
                    sum += class_size(a, b) * static_cast<double>(Spec::weight(a, b, d));
        return sum;
    }

    WAVESIM_DEVICE PlaneSums() : last(0) {
        static_for<0, 2 * R + 1>([&](auto j) { sums[decltype(j)::value] = 0; });
    }

    /// Sum over the class (a, b), a >= b; at(Constant<dx>, Constant<dy>) is a value of the plane.
    template <int a, int b, class At>
    static WAVESIM_DEVICE Real class_sum(const At& at) {
        constexpr Constant<0> zero{};
        if constexpr (Spec::flat)
            return at(Constant<-a>{}, zero) + at(Constant<a>{}, zero);
        else if constexpr (b == 0)
            return (at(Constant<-a>{}, zero) + at(Constant<a>{}, zero)) +
                   (at(zero, Constant<-a>{}) + at(zero, Constant<a>{}));
        else if constexpr (a == b)
            return (at(Constant<-a>{}, Constant<-a>{}) + at(Constant<a>{}, Constant<-a>{})) +
                   (at(Constant<-a>{}, Constant<a>{}) + at(Constant<a>{}, Constant<a>{}));
        else
            return ((at(Constant<-a>{}, Constant<-b>{}) + at(Constant<a>{}, Constant<-b>{})) +
                    (at(Constant<-a>{}, Constant<b>{}) + at(Constant<a>{}, Constant<b>{}))) +
                   ((at(Constant<-b>{}, Constant<-a>{}) + at(Constant<b>{}, Constant<-a>{})) +
                    (at(Constant<-b>{}, Constant<a>{}) + at(Constant<b>{}, Constant<a>{})));
    }

    /// Adds the next plane; afterwards sums[0] is complete for the plane R planes before it.
    template <class At>
    WAVESIM_DEVICE void add_plane(const At& at) {
        const Real centre = at(Constant<0>{}, Constant<0>{});
        Real weighted[R + 1];
        static_for<0, R + 1>([&](auto d) { weighted[decltype(d)::value] = 0; });
        static_for<1, R + 1>([&](auto outer) {
            constexpr int a = decltype(outer)::value;
            static_for<0, highest_b(a) + 1>([&](auto inner) {
                constexpr int b = decltype(inner)::value;
                if constexpr (in_plane(a, b)) {
                    const Real difference = fused(-Real(class_size(a, b)), centre, class_sum<a, b>(at));
                    static_for<0, R + 1>([&](auto distance) {
                        constexpr int d = decltype(distance)::value;
                        constexpr Real w = Spec::weight(a, b, d);
                        if constexpr (w != 0) weighted[d] = fused(w, difference, weighted[d]);
                    });
                }
            });
        });
        const Real slope = centre - last;
        last = centre;
        static_for<0, 2 * R + 1>([&](auto position) {
            constexpr int j = decltype(position)::value;
            constexpr int d = j < R ? R - j : j - R;
            Real sum = 0;
            if constexpr (j < 2 * R) {
                constexpr Real w = j < R ? slope_weight(R - j) : -slope_weight(j - R + 1);
                sum = fused(w, slope, sums[j + 1]);
            }
            if constexpr (off_axis(d)) sum += weighted[d];
            sums[j] = sum;
        });
    }
};

}  // namespace wavesim::kernels

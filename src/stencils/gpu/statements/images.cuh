// SPDX-License-Identifier: MIT
// Continues fields beyond the sides of the grid, a thread per value: mirror images or polynomials of values of the
// field, along x first, then y, then z, so that edges and corners have images of images. A value costs a few reads and
// one write.
#pragma once
#include "stencils/gpu/common/primitives.cuh"
#include "stencils/gpu/statements/statement_arguments.cuh"

namespace wavesim::kernels {

template <class Real>
struct ProgramImages {
    const ImageArguments<Real>& a;
    const FieldImages<Real>& field;

    WAVESIM_DEVICE bool own(int axis, int at) const {
        return at >= field.axis[axis].first && at < field.axis[axis].end;
    }
    WAVESIM_DEVICE const ImageEntry<Real>& entry(int axis, int at) const {
        const AxisImages<Real>& images = field.axis[axis];
        const int below = images.first + a.halo[axis];
        return images.entry[at < images.first ? at + a.halo[axis] : at - images.end + below];
    }
    /// The value at coordinate `at` of an axis, where value(i) is that at coordinate i.
    template <class Value>
    WAVESIM_DEVICE Real along(int axis, int at, const Value& value) const {
        if (own(axis, at)) return value(at);
        const ImageEntry<Real>& image = entry(axis, at);
        if (image.count == 0) return 0;
        Real total = image.weight[0] * value(image.from[0]);
        for (int i = 1; i < image.count; ++i) total = total + image.weight[i] * value(image.from[i]);
        return total;
    }
    WAVESIM_DEVICE void set(int x, int y, int z) const {
        const Real value = along(2, z, [&](int from_z) {
            return along(1, y, [&](int from_y) {
                const Real* row = field.values + (from_z * a.plane + static_cast<Int64>(from_y) * a.pitch);
                return along(0, x, [&](int from_x) { return load(row + from_x); });
            });
        });
        store(field.values + (z * a.plane + static_cast<Int64>(y) * a.pitch + x), value);
    }
    /// Number of values along an axis, of those that follow from others, and the coordinate of the i-th of these.
    WAVESIM_DEVICE int all(int axis) const { return a.n[axis] + 2 * a.halo[axis]; }
    WAVESIM_DEVICE int images(int axis) const { return all(axis) - (field.axis[axis].end - field.axis[axis].first); }
    WAVESIM_DEVICE int image(int axis, int i) const {
        const int below = field.axis[axis].first + a.halo[axis];
        return i < below ? i - a.halo[axis] : i - below + field.axis[axis].end;
    }
    /// The i-th value of the field that follows from others: planes first, then rows of the other planes, then values
    /// of the other rows.
    WAVESIM_DEVICE void set_number(Int64 i) const {
        const Int64 in_planes = static_cast<Int64>(images(2)) * all(1) * all(0);
        if (i < in_planes) {
            const Int64 row = i / all(0);
            return set(static_cast<int>(i - row * all(0)) - a.halo[0], static_cast<int>(row % all(1)) - a.halo[1],
                       image(2, static_cast<int>(row / all(1))));
        }
        i -= in_planes;
        const int own_z = all(2) - images(2);
        const Int64 in_rows = static_cast<Int64>(own_z) * images(1) * all(0);
        if (i < in_rows) {
            const Int64 row = i / all(0);
            return set(static_cast<int>(i - row * all(0)) - a.halo[0], image(1, static_cast<int>(row % images(1))),
                       field.axis[2].first + static_cast<int>(row / images(1)));
        }
        i -= in_rows;
        const int own_y = all(1) - images(1);
        if (i >= static_cast<Int64>(own_z) * own_y * images(0)) return;
        const Int64 row = i / images(0);
        set(image(0, static_cast<int>(i - row * images(0))), field.axis[1].first + static_cast<int>(row % own_y),
            field.axis[2].first + static_cast<int>(row / own_y));
    }
};

template <class Real>
WAVESIM_DEVICE void set_images(const ImageArguments<Real>& a) {
    const ProgramImages<Real> images{a, a.field[block_y()]};
    images.set_number(static_cast<Int64>(block_x()) * image_threads + thread_index());
}

}  // namespace wavesim::kernels

// SPDX-License-Identifier: MIT
#pragma once
#include "solvers/scene/point.hpp"
#include "stencils/grid/side.hpp"

namespace wavesim {

/// The coordinates that users write and read. Solvers count from the lower corner of the domain, z upwards; users may
/// count from an origin of their own, and z downwards from the top. All reading and writing of coordinates passes here.
class Frame {
  public:
    Frame() = default;
    /// `origin_m` is what users call the corner of the domain with the smallest coordinates.
    Frame(const Point& origin_m, bool z_down, const Point& size_m)
        : origin_m_(origin_m), z_down_(z_down), height_m_(size_m.z) {}

    bool z_down() const { return z_down_; }
    const Point& origin_m() const { return origin_m_; }

    /// Converts a user's coordinate along an axis to the coordinate of the solvers.
    double inner(int axis, double users) const {
        const double from_corner = users - origin_m_.along(axis);
        return axis == 2 && z_down_ ? height_m_ - from_corner : from_corner;
    }
    Point inner(const Point& users) const { return {inner(0, users.x), inner(1, users.y), inner(2, users.z)}; }

    /// Converts a coordinate of the solvers to the user's coordinate.
    double users(int axis, double inner) const {
        return origin_m_.along(axis) + (axis == 2 && z_down_ ? height_m_ - inner : inner);
    }
    Point users(const Point& inner) const { return {users(0, inner.x), users(1, inner.y), users(2, inner.z)}; }

    /// Height above the zero of the user's z, as SEG-Y has it.
    double elevation(double inner_z) const { return z_down_ ? -users(2, inner_z) : users(2, inner_z); }
    /// The user's z of an elevation.
    double z_of_elevation(double elevation_m) const { return z_down_ ? -elevation_m : elevation_m; }

    /// What users call a side: downwards z_min is the top.
    Side users(Side side) const {
        if (!z_down_ || (side != Side::z_min && side != Side::z_max)) return side;
        return side == Side::z_min ? Side::z_max : Side::z_min;
    }
    /// The side of solvers that users call so.
    Side inner(Side side) const { return users(side); }
    /// Converts a tilt from z towards x, in either direction. Its sign changes if the user's z points down.
    double tilt(double degrees) const { return z_down_ && degrees != 0 ? -degrees : degrees; }

  private:
    Point origin_m_{};
    bool z_down_ = false;
    double height_m_ = 0;
};

}  // namespace wavesim

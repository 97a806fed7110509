// SPDX-License-Identifier: MIT
#pragma once
#include "solvers/scene/point.hpp"
#include "stencils/grid/side.hpp"

namespace wavesim {

/// The coordinates of users. Solvers count from the lower corner of the domain, with z upwards. Users may have another
/// origin, and z downwards from the top. All coordinates that are read or written are converted here.
class Frame {
  public:
    Frame() = default;
    /// `origin_m`: user coordinates of the domain's corner with the smallest coordinates.
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

    /// Height above the user's z = 0, as in SEG-Y.
    double elevation(double inner_z) const { return z_down_ ? -users(2, inner_z) : users(2, inner_z); }
    /// The user's z at an elevation.
    double z_of_elevation(double elevation_m) const { return z_down_ ? -elevation_m : elevation_m; }

    /// The user's name of a side: if z points down, z_min is the top.
    Side users(Side side) const {
        if (!z_down_ || (side != Side::z_min && side != Side::z_max)) return side;
        return side == Side::z_min ? Side::z_max : Side::z_min;
    }
    /// The side in solver coordinates for the user's name.
    Side inner(Side side) const { return users(side); }
    /// Converts a tilt from z towards x, in either direction. Its sign changes if the user's z points down.
    double tilt(double degrees) const { return z_down_ && degrees != 0 ? -degrees : degrees; }

  private:
    Point origin_m_{};
    bool z_down_ = false;
    double height_m_ = 0;
};

}  // namespace wavesim

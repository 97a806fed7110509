// SPDX-License-Identifier: MIT
#pragma once
#include <array>
#include <cstddef>
#include <vector>

#include "solvers/scene/model_grid.hpp"
#include "solvers/scene/scene.hpp"

namespace wavesim {

/// Whether cells of that length, one of them around `node_m`, have the mean of what a model holds along an axis: it has
/// more than one value per two cells, and not just one in the middle of each.
bool fills_cells(const ModelGrid& model, int axis, double node_m, double spacing_m);

/// What a medium is at the points of lines along x: layers, gradient or model, then boxes, then lenses, later ones win.
/// A point on an interface belongs to what comes after it. Where `stepped`, models that fill cells, or
/// without interpolation, hold their values in cells of their own, and the compressibility of others is read between
/// their values. Else speeds and densities are.
class MediumLines {
  public:
    /// `node_m` is one of the nodes, in the middle of its cell.
    MediumLines(const Scene& scene, double spacing_m, const Point& node_m, bool stepped);

    /// Planes across an axis where the medium may jump or bend, ascending; those of boxes are left out.
    const std::vector<double>& planes(int axis) const { return planes_[static_cast<std::size_t>(axis)]; }
    /// Those of some boxes that may reach into this part of an axis, in order.
    std::vector<std::size_t> boxes_within(const std::vector<std::size_t>& boxes, int axis, double from,
                                          double to) const;

    /// The points of lines from now on, ascending, m.
    void set_points(std::vector<double> x);
    /// m/s and kg/m3 of the points of the line at y, z; these boxes are the only ones there. Densities only where they
    /// vary.
    void read(double y, double z, const std::vector<std::size_t>& boxes, double* speed, double* density);

  private:
    struct Model {
        const Medium::Grid* grid;
        bool compressible = false;           ///< a speed read as compressibility
        const ModelGrid* density = nullptr;  ///< at the same places
        std::array<Resampling, 3> along{};
        std::vector<ModelRead> x{};
        void read(double y, double z, std::vector<float>& line) const;
    };
    void add_planes(const Medium::Grid& grid, const Point& node_m, Model& model, bool stepped);
    void read_background(double y, double z, double* speed, double* density);
    void read_lenses(double y, double z, double* speed) const;
    std::size_t first_at(double x) const;  ///< of the points at or after x

    const Scene& scene_;
    double spacing_m_;
    double noise_m_;  ///< two coordinates as near as this are one
    bool density_;
    std::array<std::vector<double>, 3> planes_;
    std::vector<Model> models_;  ///< of the speed and the density, as far as there
    std::vector<double> x_;
    std::vector<float> line_;
};

}  // namespace wavesim

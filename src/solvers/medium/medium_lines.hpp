// SPDX-License-Identifier: MIT
#pragma once
#include <array>
#include <cstddef>
#include <vector>

#include "solvers/scene/model_grid.hpp"
#include "solvers/scene/scene.hpp"

namespace wavesim {

/// Whether cells, one of them around `node_m`, contain enough values of a model along an axis to average them. They do
/// with more than one value per two cells, unless there is exactly one at the centre of each.
bool fills_cells(const ModelGrid& model, int axis, double node_m, double spacing_m);

/// The medium at the points of lines along x: layers, gradient or model, then boxes, then lenses; later ones override
/// earlier ones. A point on an interface belongs to the medium after it. If `stepped`, models that fill cells or have
/// no interpolation are constant in the cells of their values. Other models are then interpolated in compressibility.
/// Without `stepped`, speed and density are interpolated.
class MediumLines {
  public:
    /// `node_m` is the position of one of the nodes, at the centre of its cell.
    MediumLines(const Scene& scene, double spacing_m, const Point& node_m, bool stepped);

    /// Ascending positions of planes across an axis where the medium may have a jump or kink, without those of boxes.
    const std::vector<double>& planes(int axis) const { return planes_[static_cast<std::size_t>(axis)]; }
    /// Selects the boxes that may extend into this part of an axis, in order.
    std::vector<std::size_t> boxes_within(const std::vector<std::size_t>& boxes, int axis, double from,
                                          double to) const;

    /// Sets the points of the following lines, ascending, m.
    void set_points(std::vector<double> x);
    /// Speed, m/s, and density, kg/m3, at the points of the line at y, z; only `boxes` are considered. Densities are
    /// set only if they vary.
    void read(double y, double z, const std::vector<std::size_t>& boxes, double* speed, double* density);

  private:
    struct Model {
        const Medium::Grid* grid;
        bool compressible = false;           ///< a speed that is interpolated as compressibility
        const ModelGrid* density = nullptr;  ///< at the same places
        std::array<Resampling, 3> along{};
        std::vector<ModelRead> x{};
        void read(double y, double z, std::vector<float>& line) const;
    };
    void add_planes(const Medium::Grid& grid, const Point& node_m, Model& model, bool stepped);
    void read_background(double y, double z, double* speed, double* density);
    void read_lenses(double y, double z, double* speed) const;
    std::size_t first_at(double x) const;  ///< index of the first point at or after x

    const Scene& scene_;
    double spacing_m_;
    double noise_m_;  ///< closer coordinates count as equal
    bool density_;
    std::array<std::vector<double>, 3> planes_;
    std::vector<Model> models_;  ///< models of the speed and the density, if they exist
    std::vector<double> x_;
    std::vector<float> line_;
};

}  // namespace wavesim

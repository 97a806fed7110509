// SPDX-License-Identifier: MIT
#include "io/result/snapshot_file.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "io/hdf5_file.hpp"
#include "solvers/plan/writing_forecast.hpp"

namespace wavesim {

std::array<double, 3> first_node_m(const PlanOutline& plan) {
    std::array<double, 3> first{};
    for (std::size_t axis = 0; axis < 3; ++axis) {
        const bool on_node = plan.decision.shape.halo[2 * axis] == HaloRule::mirror_whole;
        const auto layer = static_cast<double>(plan.scene.boundaries.layer_cells()[2 * axis]);
        const bool flat = plan.scene.dims == 2 && axis == 1;
        first[axis] = on_node || flat ? 0.0 : (0.5 - layer) * plan.decision.spacing_m;
        if (const auto& physics = plan.scene.medium.physics; physics && !flat) {
            const auto& fields = physics->program->declared.fields;
            const bool half = fields.at(static_cast<std::size_t>(physics->heard)).half[axis];
            first[axis] += half ? 0.5 * plan.decision.spacing_m : 0;
        }
    }
    return first;
}

SnapshotLattice snapshot_lattice(const PlanOutline& plan, const NodeBox& box) {
    const auto first = first_node_m(plan);
    const auto at = [&](std::size_t axis, std::int64_t node) {
        return first[axis] + static_cast<double>(node) * plan.decision.spacing_m;
    };
    const double spacing_m = static_cast<double>(box.stride) * plan.decision.spacing_m;
    const Frame& frame = plan.scene.frame;
    const double height = static_cast<double>(box.extent().nz - 1) * spacing_m;
    const double smallest_z = at(2, box.from.z) + (frame.z_down() ? height : 0);  // for users
    return {box.extent(),
            {frame.users(0, at(0, box.from.x)), frame.users(1, at(1, box.from.y)), frame.users(2, smallest_z)},
            spacing_m};
}

std::vector<double> in_users_order(const PlanOutline& plan, const Extent& extent, std::span<const double> values) {
    std::vector<double> ordered(values.begin(), values.end());
    if (!plan.scene.frame.z_down()) return ordered;
    const std::int64_t layer = extent.nx * extent.ny;
    for (std::int64_t z = 0; z < extent.nz; ++z)
        std::copy_n(values.begin() + (extent.nz - 1 - z) * layer, layer, ordered.begin() + z * layer);
    return ordered;
}

namespace {

/// Extends planes and lines to slabs of one cell, from half a spacing before them to half a spacing after them. Readers
/// of VTKHDF images (VTK 9.1, so ParaView 5.11) crash on images without thickness along y or z.
SnapshotLattice one_cell_thick(SnapshotLattice lattice) {
    std::int64_t* const nodes[3] = {&lattice.extent.nx, &lattice.extent.ny, &lattice.extent.nz};
    for (std::size_t axis = 0; axis < 3; ++axis) {
        if (*nodes[axis] > 1) continue;
        *nodes[axis] = 2;
        lattice.origin_m[axis] -= lattice.spacing_m / 2;
    }
    return lattice;
}

/// Writes everything except the values and returns their position in the file.
std::int64_t write_frame(const AtomicFile& target, const SnapshotLattice& lattice, double time_s, Precision storage,
                         const ShownField& field) {
    Hdf5Writer writer(target.temporary(), target.target());
    const SnapshotLattice slab = one_cell_thick(lattice);
    const Extent& e = slab.extent;
    const std::array<std::int64_t, 2> version{1, 0};
    const std::array<std::int64_t, 6> whole{0, e.nx - 1, 0, e.ny - 1, 0, e.nz - 1};
    const std::array<double, 3> spacing{lattice.spacing_m, lattice.spacing_m, lattice.spacing_m};
    const std::array<double, 9> direction{1, 0, 0, 0, 1, 0, 0, 0, 1};
    writer.group("/VTKHDF");
    writer.attribute("/VTKHDF", "Version", std::span<const std::int64_t>(version));
    writer.ascii_attribute("/VTKHDF", "Type", "ImageData");
    writer.attribute("/VTKHDF", "WholeExtent", std::span<const std::int64_t>(whole));
    writer.attribute("/VTKHDF", "Origin", std::span<const double>(slab.origin_m));
    writer.attribute("/VTKHDF", "Spacing", std::span<const double>(spacing));
    writer.attribute("/VTKHDF", "Direction", std::span<const double>(direction));
    writer.attribute("/VTKHDF", "first_node_m", std::span<const double>(lattice.origin_m));
    const std::array<std::int64_t, 3> nodes{lattice.extent.nx, lattice.extent.ny, lattice.extent.nz};
    writer.attribute("/VTKHDF", "nodes", std::span<const std::int64_t>(nodes));
    writer.group("/VTKHDF/PointData");
    writer.ascii_attribute("/VTKHDF/PointData", "Scalars", field.name);
    const std::string array = "/VTKHDF/PointData/" + field.name;
    const std::int64_t place = writer.reserve(array, {e.nz, e.ny, e.nx}, storage);
    writer.attribute(array, "units", field.units);
    if (field.name != ShownField{}.name) {
        writer.group("/wavesim");
        writer.strings("/wavesim/field", {field.name, field.units});
    }
    writer.attribute("/VTKHDF", "time_s", time_s);  // VTK 9.1 fails on field data of images
    writer.close();
    return place;
}

/// Writes the values of a lattice, row by row of its slab, to the space reserved by write_frame().
template <class Value>
void write_values(const AtomicFile& target, std::int64_t place, const Extent& nodes, const Extent& slab,
                  std::span<const double> values) {
    constexpr auto most_bytes = static_cast<std::size_t>(most_snapshot_part);
    std::vector<Value> part;
    part.reserve(std::min(static_cast<std::size_t>(slab.nodes()), most_bytes / sizeof(Value)) +
                 static_cast<std::size_t>(slab.nx));
    const auto write_part = [&] {
        const std::size_t size = part.size() * sizeof(Value);
        target.overwrite(place, {reinterpret_cast<const char*>(part.data()), size});
        place += static_cast<std::int64_t>(size);
        part.clear();
    };
    for (std::int64_t z = 0; z < slab.nz; ++z)
        for (std::int64_t y = 0; y < slab.ny; ++y) {
            const auto row = values.subspan(
                static_cast<std::size_t>(nodes.index(0, std::min(y, nodes.ny - 1), std::min(z, nodes.nz - 1))),
                static_cast<std::size_t>(nodes.nx));
            for (const double value : row) part.push_back(static_cast<Value>(value));
            if (slab.nx > nodes.nx) part.push_back(part.back());
            if (part.size() * sizeof(Value) >= most_bytes) write_part();
        }
    write_part();
}

}  // namespace

void write_snapshot_file(const std::filesystem::path& file, const SnapshotLattice& lattice, double time_s,
                         std::span<const double> values, Precision storage, AtomicFile::Folder folder,
                         const ShownField& field) {
    AtomicFile target(file);
    const std::int64_t place = write_frame(target, lattice, time_s, storage, field);
    const Extent slab = one_cell_thick(lattice).extent;
    if (storage == Precision::float32)
        write_values<float>(target, place, lattice.extent, slab, values);
    else
        write_values<double>(target, place, lattice.extent, slab, values);
    target.commit(folder);
}

std::string series_index(const std::vector<SnapshotEntry>& entries) {
    nlohmann::ordered_json files = nlohmann::ordered_json::array();
    for (const SnapshotEntry& entry : entries) files.push_back({{"name", entry.name}, {"time", entry.time_s}});
    return nlohmann::ordered_json{{"file-series-version", "1.0"}, {"files", files}}.dump(1) + "\n";
}

std::string xdmf_index(const SnapshotLattice& lattice, const std::vector<SnapshotEntry>& entries, Precision storage,
                       const std::string& field) {
    const SnapshotLattice slab = one_cell_thick(lattice);
    const Extent& e = slab.extent;
    const std::string shape = fmt::format("{} {} {}", e.nz, e.ny, e.nx);
    std::string text =
        "<?xml version=\"1.0\"?>\n<Xdmf Version=\"3.0\">\n <Domain>\n"
        "  <Grid Name=\"snapshots\" GridType=\"Collection\" CollectionType=\"Temporal\">\n";
    for (const SnapshotEntry& entry : entries) {
        text += fmt::format("   <Grid Name=\"{}\">\n    <Time Value=\"{}\"/>\n", field, entry.time_s);
        text += fmt::format("    <Topology TopologyType=\"3DCoRectMesh\" Dimensions=\"{}\"/>\n", shape);
        text += fmt::format(
            "    <Geometry GeometryType=\"ORIGIN_DXDYDZ\">\n"
            "     <DataItem Format=\"XML\" Dimensions=\"3\" NumberType=\"Float\" Precision=\"8\">{} {} {}</DataItem>\n"
            "     <DataItem Format=\"XML\" Dimensions=\"3\" NumberType=\"Float\" Precision=\"8\">{} {} {}</DataItem>\n"
            "    </Geometry>\n",
            slab.origin_m[2], slab.origin_m[1], slab.origin_m[0], slab.spacing_m, slab.spacing_m, slab.spacing_m);
        text += fmt::format(
            "    <Attribute Name=\"{}\" AttributeType=\"Scalar\" Center=\"Node\">\n"
            "     <DataItem Format=\"HDF\" Dimensions=\"{}\" NumberType=\"Float\" Precision=\"{}\">"
            "{}:/VTKHDF/PointData/{}</DataItem>\n    </Attribute>\n   </Grid>\n",
            field, shape, bytes_of(storage), entry.name, field);
    }
    return text + "  </Grid>\n </Domain>\n</Xdmf>\n";
}

}  // namespace wavesim

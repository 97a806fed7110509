// SPDX-License-Identifier: MIT
#pragma once
#include <array>
#include <vector>

#include "stencils/gpu/statements/statement_arguments.cuh"
#include "stencils/gpu/statements/statement_plan.hpp"

namespace wavesim {

/// Blocks per multiprocessor for which the compiler must leave registers: half as many in double, no more than 1024
/// threads have place for, and one where a group reads very much.
int resident_blocks(const StatementPlan& plan);

/// x of the first thread of a row of a group: a whole number of memory sectors before node 0.
int first_thread_x(const StatementPlan& plan, const StatementGroup& group);

/// Nodes of a block along x and y that no other block computes: its threads without the halo of a stage on the chip.
std::array<int, 2> own_tile(const StatementPlan& plan, const StatementGroup& group);
/// Nodes of a shell.
std::int64_t shell_nodes(const StatementPlan& plan, const StatementGroup& group);
/// Shared memory of a block [bytes].
int group_shared_bytes(const StatementPlan& plan, const StatementGroup& group);

/// Tiles of a group along x, and along y (z in 2D).
std::array<int, 2> group_tiles(const StatementPlan& plan, const StatementGroup& group);
/// Tiles along y of a panel, whose planes the blocks of a group go through before the next panel (statements.cuh).
int panel_tiles(const StatementPlan& plan, const StatementGroup& group);
/// Planes of a block whose threads are columns.
int column_planes(const StatementPlan& plan, const StatementGroup& group);
/// Blocks of the kernel of a group.
std::array<int, 3> group_blocks(const StatementPlan& plan, const StatementGroup& group);

/// Numbers of the arrays of a group in a step of a parity, in the order in which its text numbers them.
std::vector<int> group_arrays(const StatementPlan& plan, const StatementGroup& group, int parity);

/// Arguments of a group in a step of a parity. `origin(number)`: node (0, 0, 0) of an array, or its only value;
/// `per_node`: for each array whether it has a value per node.
template <class Real, class Origin>
kernels::StatementArguments<Real> statement_arguments(const StatementPlan& plan, const StatementGroup& group,
                                                      int parity, const Origin& origin,
                                                      const std::vector<bool>& per_node) {
    kernels::StatementArguments<Real> arguments{};
    const std::vector<int> arrays = group_arrays(plan, group, parity);
    for (std::size_t i = 0; i < arrays.size(); ++i) {
        arguments.array[i] = origin(arrays[i]);
        arguments.per_node[i] = per_node[static_cast<std::size_t>(arrays[i])] ? 1 : 0;
    }
    const Extent& n = plan.layout().extent;
    arguments.nx = static_cast<int>(n.nx);
    arguments.ny = static_cast<int>(n.ny);
    arguments.nz = static_cast<int>(n.nz);
    return arguments;
}

/// How values of an array continue beyond the sides, as the kernel reads it.
template <class Real>
struct ImageTables {
    std::array<std::vector<kernels::ImageEntry<Real>>, 3> entries;
    std::array<int, 3> first{}, end{};
};
/// Of a field, or of a parameter if there is none: its values continue as even mirror images.
template <class Real>
ImageTables<Real> image_tables(const StatementPlan& plan, const equations::Field* field);

/// Arguments of the image kernel without its fields.
template <class Real>
kernels::ImageArguments<Real> image_arguments(const StatementPlan& plan);

/// Blocks along x of the image kernel for one field.
template <class Real>
std::int64_t image_blocks(const StatementPlan& plan, const ImageTables<Real>& tables);

/// The values of a field that do not follow from others, -1 along axes with half a cell included: a layout whose
/// first node is the first of them.
DeviceLayout own_box(const StatementPlan& plan, const equations::Field& field);

}  // namespace wavesim

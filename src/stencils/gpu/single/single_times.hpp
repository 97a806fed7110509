// SPDX-License-Identifier: MIT
#pragma once

namespace wavesim {

/// Tuned numbers that all forms of single steps share, measured on an NVIDIA H200.
struct SingleTimes {
    double lone_launch_s;    ///< time of the launch of a 2D step without other launches between the steps
    double passes_launch_s;  ///< time of the launches after a bulk step that is launched early
    double layer_launch_s;   ///< time of the launch for the layers of an axis
    /// A sweep must walk through the planes that a sum reaches before it finishes the first. Time per launch, per node
    /// of reach of the stencil and per point.
    double sweep_launch_s, sweep_reach_s, sweep_point_s;
    double bytes_per_face;  ///< a wall node costs several scattered accesses of whole sectors (32 bytes), once per face
    /// Bytes of a port with the nodes that it reads and writes, some of which are shared with its neighbours; values of
    /// a branch of a port with its states.
    double bytes_per_port, values_per_port_branch;
    double ports_launch_s;  ///< time of the launches of both kernels of ports
    /// Values per layer node and axis: in slabs with their own sweeps, and in kernels after the bulk step. The latter
    /// is between 12 after texture.density and 21 after texture.unrolled.
    double values_in_slabs, values_after_bulk;
    /// Time to decode four codes of a medium whose density varies [ps]; measured with both forms and half orders 1 to
    /// 4: 2.8 to 6.1.
    double fluid_code_ps;
    /// Additional time per node of a one-thread-per-node form in slabs beside layers, whose boxes are thin and are
    /// launched one by one [ps]. From one measurement of texture.unrolled beside layers of 20 cells.
    double thread_ps_in_slabs;
};
inline constexpr SingleTimes single_times{.lone_launch_s = 1.2e-6,
                                          .passes_launch_s = 1.5e-6,
                                          .layer_launch_s = 4e-6,
                                          .sweep_launch_s = 1e-6,
                                          .sweep_reach_s = 2.5e-6,
                                          .sweep_point_s = 0.02e-6,
                                          .bytes_per_face = 140,
                                          .bytes_per_port = 155,
                                          .values_per_port_branch = 7,
                                          .ports_launch_s = 4e-6,
                                          .values_in_slabs = 7.5,
                                          .values_after_bulk = 18,
                                          .fluid_code_ps = 4,
                                          .thread_ps_in_slabs = 10};

}  // namespace wavesim

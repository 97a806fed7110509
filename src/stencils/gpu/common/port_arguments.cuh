// SPDX-License-Identifier: MIT
// Arguments of the kernels of wall ports (ports.cuh), shared by host and device; plain data only.
#pragma once
#include "stencils/gpu/common/arguments.cuh"

namespace wavesim::kernels {

/// A branch of a law with all coefficients that are constant in time (PortBranchCoefficients).
template <class Real>
struct PortBranchLaw {
    Real state_weight;
    Real stiffness;
    Real conductance;
    int spring;  ///< index among the springs of its law; -1: no spring
};

/// Ports of one law that read nodes at equal offsets.
template <class Real>
struct PortKind {
    Real air_mass;
    Real share;  ///< see port_share
    Real push;   ///< courant^2 A
    int branches, branch_first;
    int nodes, node_first;  ///< first: index into step and weight
};

/// Up to group_nodes ports of one kind. Their states are stored branch by branch: that of port i is at theta + m count
/// + i.
struct PortGroup {
    Int64 base;  ///< offset in the field of the first node of the first port
    int kind;
    int first;  ///< index of its first port, in offset and flux
    int count;
    int theta;
    int springs;
};

/// Up to group_nodes nodes on which the same number of ports acts: node i reads port[port + k count + i].
struct PushGroup {
    Int64 base;  ///< offset in the field of the first node
    int first;   ///< index of its first node, in push_offset
    int count;
    int ports;  ///< number of ports that act on each node
    int port;   ///< first index into port and weight_of
};

/// All ports of a problem, and the nodes on which they act.
template <class Real>
struct PortArguments {
    const Real* now;  ///< u^n
    Real* next;       ///< u*
    Real courant;
    const PortGroup* group;
    const PortKind<Real>* kind;
    const PortBranchLaw<Real>* branch;
    const int* offset;  ///< of each port's first node from its group's base
    const Int64* step;  ///< offsets from the first node
    const Real* weight;
    Real* theta;
    Real* springs;  ///< y
    Real* flux;     ///< of each port: courant^2 A sum Phi_m
    const PushGroup* push_group;
    const int* push_offset;           ///< of each node from its group's base
    const int* port;                  ///< indices into flux
    const unsigned short* weight_of;  ///< index of each into push_weight
    const Real* push_weight;
};

}  // namespace wavesim::kernels

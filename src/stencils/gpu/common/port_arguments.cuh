// SPDX-License-Identifier: MIT
// What the host passes to the kernels of wall ports (ports.cuh); shared by host and device, plain data only.
#pragma once
#include "stencils/gpu/common/arguments.cuh"

namespace wavesim::kernels {

/// A branch of a law with everything worked out that is constant in time (PortBranchCoefficients).
template <class Real>
struct PortBranchLaw {
    Real pull;
    Real stiffness;
    Real conductance;
    int spring;  ///< number among the springs of its law; -1: it has none
};

/// Ports of one law that read nodes at the same steps.
template <class Real>
struct PortKind {
    Real air_mass;
    Real share;  ///< of port_share
    Real push;   ///< courant^2 A
    int branches, branch_first;
    int nodes, node_first;  ///< into step and weight
};

/// Up to group_nodes ports of one kind. Their states stand branch by branch: that of port i is at theta + m count + i.
struct PortGroup {
    Int64 base;  ///< offset in the field of the first node of the first port
    int kind;
    int first;  ///< of its ports, in offset and flux
    int count;
    int theta;
    int springs;
};

/// Up to group_nodes nodes that take from as many ports: node i from port[port + k count + i].
struct PushGroup {
    Int64 base;  ///< offset in the field of the first node
    int first;   ///< of its nodes, in push_offset
    int count;
    int ports;  ///< that push each of them
    int port;   ///< the first, in port and weight_of
};

/// All ports of a problem, and the nodes that they push.
template <class Real>
struct PortArguments {
    const Real* now;  ///< u^n
    Real* next;       ///< u*
    Real courant;
    const PortGroup* group;
    const PortKind<Real>* kind;
    const PortBranchLaw<Real>* branch;
    const int* offset;  ///< of each port's first node from its group's base
    const Int64* step;  ///< from the first node
    const Real* weight;
    Real* theta;
    Real* springs;  ///< y
    Real* flux;     ///< of each port: courant^2 A sum Phi_m
    const PushGroup* push_group;
    const int* push_offset;           ///< of each node from its group's base
    const int* port;                  ///< places in flux
    const unsigned short* weight_of;  ///< of each, in push_weight
    const Real* push_weight;
};

}  // namespace wavesim::kernels

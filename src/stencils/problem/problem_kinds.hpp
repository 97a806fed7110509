// SPDX-License-Identifier: MIT
#pragma once
#include <variant>
#include <vector>

#include "stencils/problem/fluid_code.hpp"
#include "stencils/problem/node_factors.hpp"
#include "stencils/problem/problem_shape.hpp"
#include "stencils/problem/tilted_medium.hpp"

namespace wavesim {

/// The nodes of receivers as boxes (receiver_nodes.hpp), for sketches, in which a receiver lists only its first node. A
/// receiver between nodes reads 512 nodes, and forecasts need no weights.
struct ReceiverBoxes {
    std::vector<std::size_t> end{};  ///< per receiver, one past its last box; empty: all nodes are listed
    std::vector<NodeBox> box{};
};

/// Everything that acts on single nodes.
struct PassLists {
    WallPasses walls;
    std::vector<Injection> sources;
    std::vector<PointWeights> receivers;
    ReceiverBoxes boxes{};
};

/// All data for advancing a field in time that media of every kind have: u+ = 2u - u- + courant^2 L u + passes. Where
/// the speed varies, node i uses courant^2 factor_i L u instead. Constant during the run. Fields start at zero.
struct StencilProblem : ProblemShape, PassLists {
    NodeFactors factors;  ///< if ProblemShape::speed varies

    /// Stores the factors in fewer bytes.
    void store_factors(MediumStorage storage) {
        speed.storage = storage;
        factors.store(storage);
    }
};

/// The problem of a medium of one kind; sets ProblemShape::medium. kind() returns its alternative.
template <class Shape>
struct ProblemOf : StencilProblem {
    ProblemOf() { medium = Shape{}; }
    explicit ProblemOf(const ProblemShape& shape) : StencilProblem{shape, {}, {}} {
        static_cast<void>(std::get<Shape>(medium));  // throws if the shape is of another kind
    }
    Shape& kind() { return std::get<Shape>(medium); }
    const Shape& kind() const { return std::get<Shape>(medium); }
};

/// L is that of the stencil.
struct ScalarProblem : ProblemOf<ScalarShape> {
    using ProblemOf::ProblemOf;
};

/// L is that of density_operator.hpp; `stencil` is its stencil for constant density.
struct DensityProblem : ProblemOf<DensityShape> {
    using ProblemOf::ProblemOf;
    FluidMedium fluid;  ///< replaces the factors; if it is coded, only values that have codes
    FluidCode code;     ///< if SpeedShape::storage is int16

    /// Rounds the medium to codes.
    void store_fluid(MediumStorage storage) {
        speed.storage = storage;
        if (!speed.coded()) return;
        FluidRange range;
        range.add(fluid);
        code = range.code();
        round_to_codes(fluid, {{0, 0, 0}, {extent.nx, extent.ny, extent.nz}}, code);
    }
};

/// The equations of TiltedMedium replace courant^2 L; the stencil is leggy-4.
struct TtiProblem : ProblemOf<TtiShape> {
    using ProblemOf::ProblemOf;
    TiltedMedium tti;
};

/// The statements of a program replace courant^2 L. Sources act on level n+1 of each source field, after its statement.
struct ProgramProblem : ProblemOf<ProgramShape> {
    using ProblemOf::ProblemOf;
    std::vector<std::vector<double>> parameters;  ///< per parameter one value, or one per node
};

/// Form of a shape whose medium is TTI.
inline TtiForm tti_form(const ProblemShape& shape) { return std::get<TtiShape>(shape.medium).form; }

}  // namespace wavesim

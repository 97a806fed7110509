// SPDX-License-Identifier: MIT
#pragma once
#include <array>
#include <map>
#include <string>
#include <vector>

#include "stencils/equations/statement.hpp"

namespace wavesim::equations {

/// How a field goes on beyond a side of the grid.
enum class Mirror { even, odd };

/// A field that moves in time. Statements read it at n and, with two levels, at n-1; one of them gives it at n+1.
struct Field {
    std::string name;
    int levels = 1;
    std::array<bool, 3> half{};  ///< per axis: its values stand half a cell further than the nodes
    bool source = false;         ///< it takes what sources give
    bool receiver = false;       ///< receivers and snapshots show it
    /// Beyond rigid sides, and beyond those that release the pressure, per axis across the side.
    std::array<Mirror, 3> rigid{};
    std::array<Mirror, 3> release{Mirror::odd, Mirror::odd, Mirror::odd};
};

/// Where the values of a parameter come from: the medium of a scene, or a number that the scene may change.
enum class ParameterSource { value, speed, density };

/// A value per node that does not move.
struct Parameter {
    std::string name;
    ParameterSource from = ParameterSource::value;
    double value = 0;  ///< where nothing else is said
};

/// What statements may name.
struct Declarations {
    int version = 2;
    std::vector<int> dims{3};  ///< that a grid may have: 2, 3 or both
    std::vector<Field> fields;
    std::vector<Parameter> parameters;
    std::map<std::string, double> constants;
    int order = 0;  ///< of the differences d1 and d2; 0: that of the stencil
};

/// Physics as text: how fields move in one time step. `statements` stand in an order in which each uses earlier ones
/// only; each is used, and each field is given by one.
struct Program {
    std::string name;
    Declarations declared;
    std::vector<Statement> statements;

    /// The statement that gives a field at n+1.
    int giver(int field) const {
        for (std::size_t s = 0; s < statements.size(); ++s)
            if (statements[s].field == field) return static_cast<int>(s);
        return -1;
    }
};

}  // namespace wavesim::equations

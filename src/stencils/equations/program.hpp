// SPDX-License-Identifier: MIT
#pragma once
#include <array>
#include <map>
#include <string>
#include <vector>

#include "stencils/equations/statement.hpp"

namespace wavesim::equations {

/// How a field continues beyond a side of the grid.
enum class Mirror { even, odd };

/// A field that changes in time. Statements read it at n and, if it has two levels, at n-1. One statement computes it
/// at n+1.
struct Field {
    std::string name;
    int levels = 1;
    std::array<bool, 3> half{};  ///< per axis: its values lie half a cell beyond the nodes
    bool source = false;         ///< sources act on it
    bool receiver = false;       ///< receivers and snapshots record it
    /// Mirror at rigid sides and at pressure-release sides, by the axis across the side.
    std::array<Mirror, 3> rigid{};
    std::array<Mirror, 3> release{Mirror::odd, Mirror::odd, Mirror::odd};
};

/// Source of the values of a parameter: the medium of a scene, or a number that the scene may change.
enum class ParameterSource { value, speed, density };

/// A value per node that is constant in time.
struct Parameter {
    std::string name;
    ParameterSource from = ParameterSource::value;
    double value = 0;  ///< default
};

/// Names that statements may use.
struct Declarations {
    int version = 2;
    std::vector<int> dims{3};  ///< possible dimensions of the grid: 2, 3 or both
    std::vector<Field> fields;
    std::vector<Parameter> parameters;
    std::map<std::string, double> constants;
    int order = 0;  ///< order of the differences d1 and d2; 0: that of the stencil
};

/// Physics as text: how the fields change in one time step. `statements` are ordered so that each uses only earlier
/// ones. Every statement is used, and every field is computed by one.
struct Program {
    std::string name;
    Declarations declared;
    std::vector<Statement> statements;

    /// The statement that computes a field at n+1.
    int giver(int field) const {
        for (std::size_t s = 0; s < statements.size(); ++s)
            if (statements[s].field == field) return static_cast<int>(s);
        return -1;
    }
};

}  // namespace wavesim::equations

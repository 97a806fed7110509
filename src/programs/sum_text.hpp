// SPDX-License-Identifier: MIT
#pragma once
#include <string>
#include <vector>

#include "programs/blocking_configuration.hpp"
#include "programs/linear_form.hpp"

namespace wavesim {

/// Nodes of a plane that have equal weights for every output: they are added up once.
struct PlaneClass {
    std::vector<Offset> nodes;  ///< with z = 0
    struct Use {
        int output = 0;  ///< planes from the newest plane to the output
        double weight = 0;
    };
    std::vector<Use> uses;
};

/// How a weighted sum is added up while planes arrive, from its first plane to its last.
struct SumPlan {
    int ahead = 0;  ///< a sum starts that many planes before its output; values in its column at earlier planes are
                    ///< kept
    std::vector<PlaneClass> classes;
    struct Column {
        int before = 0;  ///< planes before the newest one
        double weight = 0;
    };
    std::vector<Column> column;  ///< values that are added when a sum starts, furthest first
    double constant = 0;
};
SumPlan plan_sums(const LinearForm& form);

/// Additions and multiplications per node; fused ones count as one.
int operations_of(const SumPlan& plan);

/// The function `add` of a Spec.
std::string add_function(const SumPlan& plan, SumScheme scheme);

}  // namespace wavesim

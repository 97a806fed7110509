// SPDX-License-Identifier: MIT
#pragma once
#include <map>
#include <string>
#include <vector>

#include "stencils/equations/program.hpp"
#include "stencils/equations/statement_fault.hpp"

namespace wavesim::equations {

/// What a name stands for.
enum class Meaning { field, parameter, constant, given, statement, function, difference };

/// The names of a program: those that it declares, those of its statements and those that the language has.
class Names {
  public:
    struct Entry {
        Meaning meaning;
        int index = 0;     ///< of a field, parameter, statement or Given
        double value = 0;  ///< of a constant
    };

    explicit Names(const Declarations& declared);

    const Entry* find(const std::string& name) const;
    void add_statement(const std::string& name, int index) { entries_[name] = {Meaning::statement, index}; }
    /// Those that an expression may hold, for suggestions.
    std::vector<std::string> all() const;

  private:
    std::map<std::string, Entry> entries_;
};

/// Why a field, a parameter or a constant cannot have a name, one sentence; empty: it can.
std::string name_fault(const std::string& name, int version);
/// Names that two of the declarations share; empty: none.
std::vector<std::string> shared_names(const Declarations& declared);

}  // namespace wavesim::equations

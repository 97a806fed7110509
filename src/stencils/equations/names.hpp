// SPDX-License-Identifier: MIT
#pragma once
#include <map>
#include <string>
#include <vector>

#include "stencils/equations/program.hpp"
#include "stencils/equations/statement_fault.hpp"

namespace wavesim::equations {

/// The kind of object that a name refers to.
enum class Meaning { field, parameter, constant, given, statement, function, difference };

/// The names of a program: names that it declares, names of its statements and reserved names of the language.
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
    /// All names that an expression may contain, for suggestions.
    std::vector<std::string> all() const;

  private:
    std::map<std::string, Entry> entries_;
};

/// One sentence why a field, a parameter or a constant cannot have a name; empty if it can.
std::string name_fault(const std::string& name, int version);
/// Names that are declared twice; empty if there are none.
std::vector<std::string> shared_names(const Declarations& declared);

}  // namespace wavesim::equations

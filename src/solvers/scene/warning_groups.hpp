// SPDX-License-Identifier: MIT
#pragma once
#include <string>
#include <vector>

namespace wavesim {

/// Warnings about several things: one sentence for all that have the same fault.
class WarningGroups {
  public:
    /// "SUBJECT PREDICATE"; of a kind that was added before, only the subject is kept.
    void add(const std::string& kind, const std::string& subject, const std::string& predicate);
    /// The same, of one kind where predicates are equal.
    void add(const std::string& subject, const std::string& predicate) { add(predicate, subject, predicate); }
    /// One per kind in the order of their first: "a is silent; likewise b and c".
    std::vector<std::string> sentences() const;

  private:
    struct Group {
        std::string kind;
        std::string sentence;
        std::vector<std::string> others;
    };
    std::vector<Group> groups_;
};

}  // namespace wavesim

// SPDX-License-Identifier: MIT
#pragma once
#include <string>
#include <vector>

namespace wavesim {

/// Collects warnings: one sentence for all subjects with the same fault.
class WarningGroups {
  public:
    /// Adds "SUBJECT PREDICATE"; for a known kind only the subject is kept.
    void add(const std::string& kind, const std::string& subject, const std::string& predicate);
    /// The same, with the predicate as the kind.
    void add(const std::string& subject, const std::string& predicate) { add(predicate, subject, predicate); }
    /// One sentence per kind, in order of first appearance: "a is silent; likewise b and c".
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

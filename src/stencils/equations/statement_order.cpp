// SPDX-License-Identifier: MIT
#include "stencils/equations/statement_order.hpp"

#include <algorithm>
#include <functional>

namespace wavesim::equations {

namespace {

struct Need {
    std::size_t draft;
    std::size_t at;  ///< position in the text of the statement that needs it
};

class Order {
  public:
    Order(const Declarations& declared, const std::vector<Draft>& drafts) : drafts_(drafts), needs_(drafts.size()) {
        std::vector<std::size_t> giver(declared.fields.size());
        for (std::size_t d = 0; d < drafts.size(); ++d)
            if (drafts[d].statement.field >= 0) giver[static_cast<std::size_t>(drafts[d].statement.field)] = d;
        for (std::size_t d = 0; d < drafts.size(); ++d)
            for (std::size_t t = 0; t < drafts[d].statement.terms.size(); ++t) {
                const Term& term = drafts[d].statement.terms[t];
                if (!term.reads()) continue;
                const auto index = static_cast<std::size_t>(term.access.index);
                if (term.access.origin == Origin::statement)
                    needs_[d].push_back({index, drafts[d].places[t]});
                else if (term.access.origin == Origin::field && term.access.time == Time::next)
                    needs_[d].push_back({giver[index], drafts[d].places[t]});
            }
    }

    /// Depth-first in the order of the text, so that every statement follows the statements that it needs.
    std::vector<std::size_t> sorted() {
        state_.assign(drafts_.size(), State::unseen);
        for (std::size_t d = 0; d < drafts_.size(); ++d) visit(d);
        return done_;
    }

    /// Marks statements that contribute to a field.
    std::vector<bool> used() const {
        std::vector<bool> used(drafts_.size(), false);
        for (auto d = done_.rbegin(); d != done_.rend(); ++d) {
            used[*d] = used[*d] || drafts_[*d].statement.field >= 0;
            if (used[*d])
                for (const Need& need : needs_[*d]) used[need.draft] = true;
        }
        return used;
    }

  private:
    enum class State { unseen, open, done };

    void visit(std::size_t d) {
        if (state_[d] == State::done) return;
        state_[d] = State::open;
        path_.push_back(d);
        for (const Need& need : needs_[d]) {
            if (state_[need.draft] == State::open) fail(d, need);
            visit(need.draft);
        }
        path_.pop_back();
        state_[d] = State::done;
        done_.push_back(d);
    }

    [[noreturn]] void fail(std::size_t d, const Need& need) const {
        std::string way = drafts_[need.draft].statement.name;
        const auto from = std::find(path_.begin(), path_.end(), need.draft);
        std::string message = "'" + way + "' is needed before it is there: ";
        for (auto step = from + 1; step != path_.end(); ++step) {
            message += "'" + way + "' needs '" + drafts_[*step].statement.name + "', ";
            way = drafts_[*step].statement.name;
        }
        message += from + 1 == path_.end() ? "it needs itself"
                                           : "and '" + way + "' needs '" + drafts_[need.draft].statement.name + "'";
        throw StatementFaults({{drafts_[d].text, need.at, message}});
    }

    const std::vector<Draft>& drafts_;
    std::vector<std::vector<Need>> needs_;
    std::vector<State> state_;
    std::vector<std::size_t> path_;
    std::vector<std::size_t> done_;
};

void expect_uses(const Declarations& declared, const std::vector<Draft>& drafts, const std::vector<bool>& used) {
    std::vector<StatementFault> faults;
    std::vector<bool> read(declared.parameters.size(), false);
    for (std::size_t d = 0; d < drafts.size(); ++d) {
        if (!used[d]) faults.push_back({drafts[d].text, 0, "nothing uses '" + drafts[d].statement.name + "'"});
        for (const Term& term : drafts[d].statement.terms)
            if (term.reads() && term.access.origin == Origin::parameter)
                read[static_cast<std::size_t>(term.access.index)] = true;
    }
    for (std::size_t p = 0; p < read.size(); ++p)
        if (!read[p])
            faults.push_back({0, 0, "no statement reads the parameter '" + declared.parameters[p].name + "'"});
    if (!faults.empty()) throw StatementFaults(std::move(faults));
}

}  // namespace

std::vector<Statement> in_order(const Declarations& declared, const std::vector<Draft>& drafts) {
    Order order(declared, drafts);
    const std::vector<std::size_t> sorted = order.sorted();
    if (declared.version != 1) expect_uses(declared, drafts, order.used());
    const std::vector<bool> used = order.used();
    std::vector<int> place(drafts.size(), -1);
    std::vector<Statement> statements;
    for (const std::size_t d : sorted) {
        if (!used[d]) continue;
        Statement statement = drafts[d].statement;
        for (Term& term : statement.terms)
            if (term.reads() && term.access.origin == Origin::statement)
                term.access.index = place[static_cast<std::size_t>(term.access.index)];
        place[d] = static_cast<int>(statements.size());
        statements.push_back(std::move(statement));
    }
    return statements;
}

}  // namespace wavesim::equations

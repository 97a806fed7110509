// SPDX-License-Identifier: MIT
#include "stencils/equations/program_text.hpp"

#include <algorithm>

#include "stencils/equations/expression_parser.hpp"
#include "stencils/equations/statement_order.hpp"

namespace wavesim::equations {

namespace {

/// The left side of a statement: what it computes. The cursor then stands after '='.
Statement target(Cursor& cursor, const Declarations& declared, const Names& names, bool last) {
    cursor.skip_space();
    const std::size_t start = cursor.at();
    Statement made;
    made.name = cursor.name();
    if (made.name.empty()) cursor.fail(start, "a statement is `name = expression`, and here is no name");
    bool next = false;
    if (cursor.take_here('.')) {
        next = cursor.name() == "new";
        if (!next) cursor.fail(start, "a statement gives the next level of a field, " + made.name + ".new");
    }
    const std::string name = made.name;
    if (next) made.name += ".new";
    if (!cursor.take('=')) cursor.fail(cursor.at(), "'=' is expected after '" + made.name + "'" + cursor.found());
    const Names::Entry* const entry = names.find(name);
    const bool is_field = entry != nullptr && entry->meaning == Meaning::field;
    if (declared.version == 1) {
        if (last != is_field)
            cursor.fail(start, last ? "the last statement gives u, not '" + name + "'"
                                    : "u is given by the last statement only");
        if (next) cursor.fail(start, "version 1 has no levels: the last statement gives u");
        next = is_field;
    }
    if (is_field && !next)
        cursor.fail(start, "'" + name + "' is a field: a statement gives its next level, " + name + ".new");
    if (!is_field && next) {
        std::vector<std::string> fields;
        for (const Field& field : declared.fields) fields.push_back(field.name);
        cursor.fail(start, "there is no field '" + name + "'", name, fields);
    }
    if (is_field)
        made.field = entry->index;
    else if (entry != nullptr)
        cursor.fail(start, "the name '" + name + "' is taken already");
    return made;
}

}  // namespace

Program read_statements(const std::string& name, const Declarations& declared,
                        const std::vector<std::string>& statements) {
    if (statements.empty()) throw StatementFaults({{0, 0, "there is no statement"}});
    std::vector<StatementFault> faults;
    const auto collect = [&](const auto& act) {
        try {
            act();
        } catch (const StatementFaults& found) {
            faults.insert(faults.end(), found.faults().begin(), found.faults().end());
        }
    };
    Names names(declared);
    std::vector<Draft> drafts(statements.size());
    std::vector<Cursor> cursors;
    std::vector<bool> sound(statements.size(), false);
    std::vector<bool> given(declared.fields.size(), false);
    for (std::size_t i = 0; i < statements.size(); ++i) {
        Cursor& cursor = cursors.emplace_back(statements[i], i);
        drafts[i].text = i;
        collect([&] {
            drafts[i].statement = target(cursor, declared, names, i + 1 == statements.size());
            const int field = drafts[i].statement.field;
            if (field < 0) {
                names.add_statement(drafts[i].statement.name, static_cast<int>(i));
            } else {
                if (given[static_cast<std::size_t>(field)])
                    cursor.fail(0, "two statements give " + drafts[i].statement.name);
                given[static_cast<std::size_t>(field)] = true;
            }
            sound[i] = true;
        });
    }
    if (faults.empty())
        for (std::size_t f = 0; f < given.size(); ++f)
            if (!given[f])
                faults.push_back({statements.size() - 1, 0,
                                  "no statement gives " + declared.fields[f].name + ".new, so the field cannot move"});
    ExpressionParser parser(declared, names, drafts);
    for (std::size_t i = 0; i < statements.size(); ++i)
        if (sound[i]) collect([&] { parser.read(cursors[i], i); });
    std::ranges::stable_sort(faults, {}, &StatementFault::statement);
    if (!faults.empty()) throw StatementFaults(std::move(faults));
    return {name, declared, in_order(declared, drafts)};
}

}  // namespace wavesim::equations

// SPDX-License-Identifier: MIT
#include "stencils/equations/expression_parser.hpp"

#include <cmath>
#include <utility>

#include "stencils/equations/calculated.hpp"

namespace wavesim::equations {

namespace {

constexpr int depth_max = 200;
constexpr std::size_t terms_max = 20000;

}  // namespace

void ExpressionParser::read(Cursor& cursor, std::size_t draft) {
    cursor_ = &cursor;
    text_ = draft;
    terms_.clear();
    places_.clear();
    sum(0);
    cursor.take(';');
    cursor.skip_space();
    if (!cursor.done()) cursor.fail(cursor.at(), "an operator or the end is expected" + cursor.found());
    drafts_[draft].statement.terms = std::exchange(terms_, {});
    drafts_[draft].places = std::exchange(places_, {});
}

int ExpressionParser::sum(int depth) {
    int left = product(depth);
    while (true) {
        cursor_->skip_space();
        const std::size_t place = cursor_->at();
        if (cursor_->take_here('+'))
            left = combine(Operation::sum, left, product(depth), place);
        else if (cursor_->take_here('-'))
            left = combine(Operation::difference, left, product(depth), place);
        else
            return left;
    }
}

int ExpressionParser::product(int depth) {
    int left = factor(depth);
    while (true) {
        cursor_->skip_space();
        const std::size_t place = cursor_->at();
        if (cursor_->take_here('*'))
            left = combine(Operation::product, left, factor(depth), place);
        else if (cursor_->take_here('/'))
            left = combine(Operation::quotient, left, factor(depth), place);
        else
            return left;
    }
}

int ExpressionParser::factor(int depth) {
    cursor_->skip_space();
    const std::size_t start = cursor_->at();
    if (depth > depth_max) cursor_->fail(start, "more than 200 parentheses and signs stand inside each other");
    if (cursor_->take_here('-')) return combine(Operation::negative, factor(depth + 1), -1, start);
    if (cursor_->take_here('+')) return factor(depth + 1);
    if (cursor_->take_here('(')) {
        const int inner = sum(depth + 1);
        cursor_->close(')', start, "parenthesis");
        return inner;
    }
    if (cursor_->at_number()) return add({Operation::number, cursor_->number()}, start);
    const std::string name = cursor_->name();
    if (name.empty()) cursor_->fail(start, "a number, a name or '(' is expected" + cursor_->found());
    const Names::Entry* const entry = names_.find(name);
    if (entry != nullptr && entry->meaning == Meaning::function) return call(name, start, depth);
    if (entry != nullptr && entry->meaning == Meaning::difference) return difference(name, start, depth);
    return value(name, start);
}

int ExpressionParser::call(const std::string& name, std::size_t start, int depth) {
    cursor_->skip_space();
    const std::size_t open = cursor_->at();
    if (!cursor_->take_here('(')) cursor_->fail(open, "'(' is expected after " + name + cursor_->found());
    const int first = sum(depth + 1);
    int second = -1;
    if (name == "min" || name == "max") {
        if (!cursor_->take(',')) cursor_->fail(cursor_->at(), name + " takes two values" + cursor_->found());
        second = sum(depth + 1);
    }
    cursor_->close(')', open, "parenthesis");
    if (name == "exp") {
        for (std::size_t i = static_cast<std::size_t>(first) + 1; i-- > 0 && places_[i] > open;)
            if (terms_[i].reads()) cursor_->fail(places_[i], "exp takes constants, dt and dx alone");
        return combine(Operation::exponential, first, -1, start);
    }
    if (name == "sqrt") return combine(Operation::root, first, -1, start);
    if (name == "abs") return combine(Operation::magnitude, first, -1, start);
    return combine(name == "min" ? Operation::least : Operation::greatest, first, second, start);
}

/// Parses laplace(p), d1x+(p), d1x-(p), d2x(p) and those of y and z.
int ExpressionParser::difference(const std::string& name, std::size_t start, int depth) {
    Term made;
    made.operation = Operation::laplace;
    if (name != "laplace") {
        made.axis = name[2] - 'x';
        made.operation = Operation::second;
        if (name[1] == '1') {
            const bool forward = cursor_->take_here('+');
            if (!forward && !cursor_->take_here('-'))
                cursor_->fail(start, "a first difference is taken half a cell further, " + name +
                                         "+, or half a cell back, " + name + "-");
            made.operation = forward ? Operation::forward : Operation::backward;
        }
    }
    cursor_->skip_space();
    const std::size_t open = cursor_->at();
    if (!cursor_->take_here('(')) cursor_->fail(open, "'(' is expected after " + name + cursor_->found());
    made.access = difference_argument(open, depth);
    cursor_->close(')', open, "parenthesis");
    return add(made, start);
}

Access ExpressionParser::difference_argument(std::size_t start, int depth) {
    const std::size_t first = terms_.size();
    sum(depth + 1);
    Draft made;
    made.text = text_;
    const auto from = static_cast<std::ptrdiff_t>(first);
    made.statement.terms.assign(terms_.begin() + from, terms_.end());
    made.places.assign(places_.begin() + from, places_.end());
    terms_.resize(first);
    places_.resize(first);
    if (made.statement.terms.size() == 1 && made.statement.terms[0].operation == Operation::access)
        return made.statement.terms[0].access;
    for (Term& term : made.statement.terms)
        for (int* const operand : {&term.a, &term.b})
            if (*operand >= 0) *operand -= static_cast<int>(first);
    made.statement.name = "column " + std::to_string(start + 2) + " of " + drafts_[text_].statement.name;
    drafts_.push_back(std::move(made));
    Access access;
    access.origin = Origin::statement;
    access.index = static_cast<int>(drafts_.size()) - 1;
    return access;
}

int ExpressionParser::value(const std::string& name, std::size_t start) {
    const Names::Entry* const entry = names_.find(name);
    if (entry == nullptr) {
        cursor_->skip_space();
        const char next = cursor_->peek();
        cursor_->fail(start,
                      next == '('   ? "there is no function '" + name + "'"
                      : next == '[' ? "there is no field '" + name + "'"
                                    : "nothing has the name '" + name + "'",
                      name, names_.all());
    }
    if (entry->meaning == Meaning::constant) return add({Operation::number, entry->value}, start);
    if (entry->meaning == Meaning::given) return add({Operation::given, 0, static_cast<Given>(entry->index)}, start);
    Term read;
    read.operation = Operation::access;
    read.access = access_of(*entry, name, start);
    return add(read, start);
}

Access ExpressionParser::access_of(const Names::Entry& entry, const std::string& name, std::size_t start) {
    Access access;
    access.index = entry.index;
    access.origin = entry.meaning == Meaning::field       ? Origin::field
                    : entry.meaning == Meaning::parameter ? Origin::parameter
                                                          : Origin::statement;
    if (cursor_->take_here('.')) {
        const std::string level = cursor_->name();
        if (access.origin != Origin::field) cursor_->fail(start, "'" + name + "' is no field, so it has no levels");
        if (level != "old" && level != "new")
            cursor_->fail(start, "the levels of a field are " + name + ".old, " + name + " and " + name + ".new");
        if (declared_.version == 1) cursor_->fail(start, "version 1 reads one level of u alone");
        if (level == "old" && declared_.fields[static_cast<std::size_t>(entry.index)].levels < 2)
            cursor_->fail(start, name + ".old is not kept: the field has one level");
        access.time = level == "old" ? Time::old : Time::next;
    }
    access.offset = offset(start);
    return access;
}

Offset ExpressionParser::offset(std::size_t start) {
    if (!cursor_->take('[')) return {};
    const std::size_t open = cursor_->at() - 1;
    std::vector<int> offsets;
    do offsets.push_back(cursor_->offset());
    while (cursor_->take(','));
    cursor_->close(']', open, "bracket");
    const bool any_grid = declared_.dims.size() > 1;  // in 2D all values are constant along y
    const std::size_t dims = any_grid ? 3 : static_cast<std::size_t>(declared_.dims[0]);
    if (offsets.size() != dims)
        cursor_->fail(start, std::string("a node of a program of ") + (any_grid ? "2 and 3" : std::to_string(dims)) +
                                 " dimensions has " + std::to_string(dims) + " offsets, not " +
                                 std::to_string(offsets.size()));
    return dims == 3 ? Offset{offsets[0], offsets[1], offsets[2]} : Offset{offsets[0], 0, offsets[1]};
}

int ExpressionParser::add(Term term, std::size_t place) {
    if (++terms_of_all_ > terms_max) cursor_->fail(place, "a program has more than 20000 operations");
    terms_.push_back(term);
    places_.push_back(place);
    return static_cast<int>(terms_.size()) - 1;
}

int ExpressionParser::combine(Operation operation, int a, int b, std::size_t place) {
    const auto is_number = [this](int i) { return term(i).operation == Operation::number; };
    if (operation == Operation::quotient && is_number(b) && term(b).value == 0)
        cursor_->fail(place, "this divides by zero");
    if (!is_number(a) || (b >= 0 && !is_number(b))) {
        Term made;
        made.operation = operation;
        made.a = a;
        made.b = b;
        return add(made, place);
    }
    const double result = calculated(operation, term(a).value, b >= 0 ? term(b).value : 0);
    if (!std::isfinite(result)) cursor_->fail(place, "this has no finite value");
    // The last terms are the numbers, which are replaced.
    terms_.resize(static_cast<std::size_t>(a));
    places_.resize(static_cast<std::size_t>(a));
    return add({Operation::number, result}, place);
}

}  // namespace wavesim::equations

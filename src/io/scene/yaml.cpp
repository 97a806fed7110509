// SPDX-License-Identifier: MIT
#include "io/scene/yaml.hpp"

#include <yaml-cpp/eventhandler.h>
#include <yaml-cpp/exceptions.h>
#include <yaml-cpp/parser.h>

#include <algorithm>
#include <map>
#include <optional>
#include <sstream>
#include <utility>

#include "io/scene/place_finder.hpp"
#include "io/scene/text.hpp"
#include "io/scene/yaml_message.hpp"

namespace wavesim {

namespace {

constexpr int depth_max = 32;
constexpr std::int64_t values_max = 400'000;
constexpr std::int64_t alias_values_max = 10'000;

/// Is appended to the text as a comment. yaml-cpp 0.7 silently ends an open quote at the end of the text; this comment
/// is then part of a value. The text itself cannot contain control characters.
constexpr const char* end_of_text = "\x01end of scene\x02";

/// Replaces a '%' that is a separate word, which YAML reserves for directives: "units: %".
constexpr char lone_percent = '\x03';

std::string with_lone_percents(std::string text) {
    const auto ends_word = [](char c) { return std::string_view(" \t\r\n,}]").find(c) != std::string_view::npos; };
    for (std::size_t at = text.find('%', 1); at != text.npos; at = text.find('%', at + 1))
        if (std::string_view(" \t,[").find(text[at - 1]) != std::string_view::npos &&
            (at + 1 == text.size() || ends_word(text[at + 1])))
            text[at] = lone_percent;
    return text;
}

/// Ends the parsing, since the following text cannot be interpreted.
struct Abandoned {};

std::int64_t count_values(const SceneNode& node) {
    std::int64_t count = 1;
    for (const SceneNode& item : node.items) count += count_values(item);
    for (const SceneNode::Entry& entry : node.entries) count += count_values(entry.value);
    return count;
}

int depth_of(const SceneNode& node) {
    int deepest = 0;
    for (const SceneNode& item : node.items) deepest = std::max(deepest, depth_of(item));
    for (const SceneNode::Entry& entry : node.entries) deepest = std::max(deepest, depth_of(entry.value));
    return deepest + 1;
}

/// Builds the tree from parser events.
class TreeBuilder final : public YAML::EventHandler {
  public:
    TreeBuilder(PlaceFinder& places, SceneNode& root, SceneFaults& faults)
        : places_(places), root_(root), faults_(faults) {}

    void OnDocumentStart(const YAML::Mark&) override {}
    void OnDocumentEnd() override {}

    void OnNull(const YAML::Mark& mark, YAML::anchor_t anchor) override {
        SceneNode node;
        node.place = places_.find(mark.line, mark.column);
        add(std::move(node), anchor);
    }

    void OnAlias(const YAML::Mark& mark, YAML::anchor_t anchor) override {
        const auto found = anchors_.find(anchor);
        if (found == anchors_.end()) {
            abandon(Rule::alias_expansion, mark, "this alias stands inside what it repeats (it would never end)", "");
        }
        alias_values_ += count_values(found->second);
        if (alias_values_ > alias_values_max) {
            abandon(Rule::alias_expansion, mark,
                    "aliases repeat more than " + std::to_string(alias_values_max) + " values", "");
        }
        if (static_cast<int>(open_.size()) + depth_of(found->second) > depth_max) too_deep(mark);
        SceneNode copy = found->second;
        add(std::move(copy), 0);
    }

    void OnScalar(const YAML::Mark& mark, const std::string& tag, YAML::anchor_t anchor,
                  const std::string& value) override {
        SceneNode node;
        node.kind = SceneNode::Kind::scalar;
        node.place = places_.find(mark.line, mark.column);
        node.text = value;
        std::ranges::replace(node.text, lone_percent, '%');
        node.quoted = tag == "!";
        refuse_tag(mark, tag);
        if (value.find(end_of_text) != std::string::npos) {
            abandon(Rule::yaml_syntax, mark, "the quote that opens here is never closed", "");
        }
        add(std::move(node), anchor);
    }

    void OnSequenceStart(const YAML::Mark& mark, const std::string& tag, YAML::anchor_t anchor,
                         YAML::EmitterStyle::value style) override {
        open(SceneNode::Kind::sequence, mark, tag, anchor, style);
    }
    void OnSequenceEnd() override { close(); }
    void OnMapStart(const YAML::Mark& mark, const std::string& tag, YAML::anchor_t anchor,
                    YAML::EmitterStyle::value style) override {
        open(SceneNode::Kind::map, mark, tag, anchor, style);
    }
    void OnMapEnd() override { close(); }

  private:
    struct Open {
        SceneNode node;
        YAML::anchor_t anchor = 0;
        bool has_key = false;
        bool drop_value = false;  ///< the value is ignored, since its key cannot be used
        SceneNode key;
        std::map<std::string, int> key_lines;  ///< keys seen so far and their lines
    };

    [[noreturn]] void abandon(Rule rule, const YAML::Mark& mark, const std::string& message,
                              const std::string& suggestion) {
        std::string key = path();
        if (rule == Rule::depth) key.resize(std::min(key.find('['), key.size()));
        faults_.push_back({rule, places_.find(mark.line, mark.column), std::move(key), message, suggestion});
        throw Abandoned{};
    }

    [[noreturn]] void too_deep(const YAML::Mark& mark) {
        abandon(Rule::depth, mark, "more than " + std::to_string(depth_max) + " levels inside each other", "");
    }

    void refuse_tag(const YAML::Mark& mark, const std::string& tag) {
        if (tag.empty() || tag == "?" || tag == "!") return;
        faults_.push_back({Rule::tag, places_.find(mark.line, mark.column), path(),
                           "YAML tags are not used in scenes (found " + shown(tag) + ")", "write the value alone"});
    }

    void open(SceneNode::Kind kind, const YAML::Mark& mark, const std::string& tag, YAML::anchor_t anchor,
              YAML::EmitterStyle::value style) {
        if (static_cast<int>(open_.size()) >= depth_max) too_deep(mark);
        refuse_tag(mark, tag);
        Open next;
        next.node.kind = kind;
        next.node.place = places_.find(mark.line, mark.column);
        next.node.flow = style == YAML::EmitterStyle::Flow;
        next.anchor = anchor;
        open_.push_back(std::move(next));
    }

    void close() {
        Open done = std::move(open_.back());
        open_.pop_back();
        add(std::move(done.node), done.anchor);
    }

    void add(SceneNode node, YAML::anchor_t anchor) {
        if (++values_ > values_max) {
            faults_.push_back({Rule::too_many_values, node.place, "",
                               "the scene has more than " + std::to_string(values_max) + " values", ""});
            throw Abandoned{};
        }
        if (anchor != 0) anchors_[anchor] = node;
        if (open_.empty()) {
            root_ = std::move(node);
            return;
        }
        Open& parent = open_.back();
        if (parent.node.kind == SceneNode::Kind::sequence) {
            parent.node.items.push_back(std::move(node));
        } else if (!parent.has_key) {
            parent.drop_value = !usable_key(parent, node);
            parent.has_key = true;
            parent.key = std::move(node);
        } else {
            if (!parent.drop_value) {
                parent.node.entries.push_back({std::move(parent.key.text), parent.key.place, std::move(node)});
            }
            parent.has_key = false;
        }
    }

    bool usable_key(Open& map, const SceneNode& key) {
        if (key.kind != SceneNode::Kind::scalar || key.text.empty()) {
            faults_.push_back({Rule::bad_key, key.place, path(), "a key must be text", ""});
            return false;
        }
        if (std::any_of(key.text.begin(), key.text.end(), is_control)) {
            faults_.push_back({Rule::bad_key, key.place, path(), "the key contains a control character", ""});
            return false;
        }
        if (key.text == "<<") {
            faults_.push_back(
                {Rule::bad_key, key.place, path(), "merge keys (<<) are not used in scenes", "write the keys out"});
            return false;
        }
        const auto [first, is_new] = map.key_lines.emplace(key.text, key.place.line);
        if (!is_new) {
            faults_.push_back({Rule::duplicate_key, key.place, key_path(path(), key.text),
                               "the key stands twice (first in line " + std::to_string(first->second) + ")", ""});
            return false;
        }
        return true;
    }

    /// Key path of the node that is being read.
    std::string path() const {
        std::string result;
        for (const Open& level : open_) {
            if (level.node.kind == SceneNode::Kind::sequence) {
                result = item_path(result, level.node.items.size());
            } else if (level.has_key) {
                result = key_path(result, level.key.kind == SceneNode::Kind::scalar ? level.key.text : "?");
            }
        }
        return result;
    }

    PlaceFinder& places_;
    SceneNode& root_;
    SceneFaults& faults_;
    std::vector<Open> open_;
    std::map<YAML::anchor_t, SceneNode> anchors_;
    std::int64_t values_ = 0;
    std::int64_t alias_values_ = 0;
};

/// Records only whether there is a second document, and its position.
class SecondDocument final : public YAML::EventHandler {
  public:
    YAML::Mark mark;
    bool found = false;

    void OnDocumentStart(const YAML::Mark& at) override {
        mark = at;
        found = true;
        throw Abandoned{};
    }
    void OnDocumentEnd() override {}
    void OnNull(const YAML::Mark&, YAML::anchor_t) override {}
    void OnAlias(const YAML::Mark&, YAML::anchor_t) override {}
    void OnScalar(const YAML::Mark&, const std::string&, YAML::anchor_t, const std::string&) override {}
    void OnSequenceStart(const YAML::Mark&, const std::string&, YAML::anchor_t, YAML::EmitterStyle::value) override {}
    void OnSequenceEnd() override {}
    void OnMapStart(const YAML::Mark&, const std::string&, YAML::anchor_t, YAML::EmitterStyle::value) override {}
    void OnMapEnd() override {}
};

/// A key without its ':' and its position. The parser reports an error there, or at the ':' of the next line.
std::optional<std::pair<Place, KeySlip>> slip_behind(const YAML::Exception& error, PlaceFinder& places) {
    const bool at_colon = error.msg == YAML::ErrorMsg::MAP_VALUE;
    if (!at_colon && error.msg != YAML::ErrorMsg::END_OF_MAP) return {};
    const auto is_empty = [&](int line) {
        const std::string_view text = places.line(line);
        const std::size_t first = text.find_first_not_of(" \t\r");
        return first == text.npos || text[first] == '#';
    };
    int line = error.mark.line - (at_colon ? 1 : 0);
    while (at_colon && line > 0 && is_empty(line)) --line;
    for (const int tried : {line, error.mark.line}) {
        if (tried < 0) continue;
        if (auto slip = find_key_slip(places.line(tried)))
            return std::pair(places.find(tried, static_cast<int>(slip->column)), std::move(*slip));
    }
    return {};
}

}  // namespace

bool parse_scene_yaml(const std::string& text, int set, SceneNode& root, SceneFaults& faults) {
    if (!vet_scene_text(text, set, faults)) return false;
    PlaceFinder places(text, set);
    std::istringstream stream(with_lone_percents(text) + "\n#" + end_of_text + '\n');
    SecondDocument second;
    try {
        YAML::Parser parser(stream);
        TreeBuilder builder(places, root, faults);
        if (!parser.HandleNextDocument(builder)) return true;  // an empty document: a null root
        parser.HandleNextDocument(second);
    } catch (const Abandoned&) {
        if (!second.found) return false;
        faults.push_back({Rule::several_documents, places.find(second.mark.line, second.mark.column), "",
                          "a second document starts here (a scene is one document)", "remove the line '---'"});
        return false;
    } catch (const YAML::Exception& error) {
        if (const auto tab = indenting_tab(error.msg, places.line(error.mark.line))) {
            faults.push_back({Rule::yaml_syntax, places.find(error.mark.line, static_cast<int>(*tab)), "",
                              explain_yaml_error(YAML::ErrorMsg::TAB_IN_INDENTATION, ""), ""});
            return false;
        }
        if (const auto slip = slip_behind(error, places)) {
            faults.push_back({Rule::yaml_syntax, slip->first, "", slip->second.message, slip->second.suggestion});
            return false;
        }
        const bool has_place = error.mark.pos >= 0 && static_cast<std::size_t>(error.mark.pos) < text.size();
        const std::string at = has_place ? text.substr(static_cast<std::size_t>(error.mark.pos)) : "";
        faults.push_back({Rule::yaml_syntax, places.find(error.mark.line, error.mark.column), "",
                          explain_yaml_error(error.msg, at), ""});
        return false;
    }
    return true;
}

}  // namespace wavesim

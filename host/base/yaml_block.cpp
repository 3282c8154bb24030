// SPDX-License-Identifier: Apache-2.0
#include "base/yaml_block.hpp"

#include "base/frontmatter_line.hpp"
#include "base/restriction_keys.hpp"
#include "base/text.hpp"
#include "base/utf8.hpp"

#include <yaml-cpp/depthguard.h>
#include <yaml-cpp/eventhandler.h>
#include <yaml-cpp/exceptions.h>
#include <yaml-cpp/mark.h>
#include <yaml-cpp/parser.h>

#include <algorithm>
#include <map>
#include <optional>
#include <sstream>
#include <utility>

namespace skilldeck {

namespace {

/// Thrown out of the event handler to end a parse, caught at the end of this file.
struct Refusal {
    YamlProblem problem;
    std::string what;
    int line;
};

struct Size {
    std::size_t nodes = 1;
    std::size_t depth = 1;
};

void grow(Size& size, const Size& child) {
    size.nodes += child.nodes;
    size.depth = std::max(size.depth, child.depth + 1);
}

Size size_of(const FrontMatterValue& value) {
    Size size;
    if (const auto* list = std::get_if<FrontMatterValue::List>(&value.value)) {
        for (const auto& item : *list) grow(size, size_of(item));
    } else if (const auto* map = std::get_if<FrontMatterValue::Map>(&value.value)) {
        for (const auto& [key, member] : *map) grow(size, size_of(member));
    }
    return size;
}

/// yaml-cpp writes the escapes `\N` and `\_` as the bytes 85 and A0 instead of U+0085 and U+00A0. The text it reads is
/// well-formed, so no other byte can stand alone.
std::string mend_escapes(const std::string& scalar) {
    if (is_valid_utf8(scalar)) return scalar;
    std::string mended;
    for_each_code_point(scalar, [&](const DecodedCodePoint& decoded, std::string_view bytes) {
        if (decoded.well_formed) {
            mended += bytes;
        } else {
            append_code_point(mended, static_cast<unsigned char>(bytes.front()));
        }
    });
    return mended;
}

/// Builds values out of the parser's events. Scalars keep their spelling: nothing is ever turned into a number.
class Builder final : public YAML::EventHandler {
public:
    Builder(std::string_view text, int first_line, YamlBlock& block)
        : text_(text), first_line_(first_line), block_(block) {}

    void OnDocumentStart(const YAML::Mark& mark) override {
        if (documents_++ > 0) throw Refusal{YamlProblem::syntax, "more than one document", line_of(mark)};
    }
    void OnDocumentEnd() override {}
    void OnAnchor(const YAML::Mark&, const std::string&) override {}

    void OnNull(const YAML::Mark& mark, YAML::anchor_t anchor) override {
        auto value = begin_value(mark);
        check_colon(mark);
        value.null = true;
        finish(std::move(value), anchor, mark);
    }

    void OnScalar(const YAML::Mark& mark, const std::string& tag, YAML::anchor_t anchor,
                  const std::string& scalar) override {
        check_quotes(mark);
        if (wants_key()) {
            take_key(mark, mend_escapes(scalar));
            return;
        }
        auto value = begin_value(mark);
        value.value = mend_escapes(scalar);
        if (tag == "?" && frames_.size() == 1 && frames_.back().key)
            block_.plain_scalars.push_back(*frames_.back().key);
        finish(std::move(value), anchor, mark);
    }

    void OnAlias(const YAML::Mark& mark, YAML::anchor_t anchor) override {
        const auto known = anchors_.find(anchor);
        if (known == anchors_.end()) throw Refusal{YamlProblem::syntax, "an alias inside its own value", line_of(mark)};
        const auto size = size_of(known->second);
        alias_nodes_ += size.nodes;
        if (alias_nodes_ > kFrontMatterMaxAliasNodes) {
            throw Refusal{YamlProblem::too_many_nodes, "too many aliases", line_of(mark)};
        }
        check_depth(frames_.size() + size.depth - 1, mark);
        auto value = begin_value(mark);
        value.value = known->second.value;
        value.null = known->second.null;
        finish(std::move(value), YAML::NullAnchor, mark);
    }

    void OnSequenceStart(const YAML::Mark& mark, const std::string&, YAML::anchor_t anchor,
                         YAML::EmitterStyle::value style) override {
        begin_collection(mark, anchor, style, FrontMatterValue::List{});
    }
    void OnSequenceEnd() override { end_collection(); }

    void OnMapStart(const YAML::Mark& mark, const std::string&, YAML::anchor_t anchor,
                    YAML::EmitterStyle::value style) override {
        begin_collection(mark, anchor, style, FrontMatterValue::Map{});
    }
    void OnMapEnd() override { end_collection(); }

    [[nodiscard]] std::optional<FrontMatterValue> take_root() { return std::move(root_); }

private:
    struct Frame {
        FrontMatterValue value;
        YAML::anchor_t anchor;
        YAML::Mark mark;
        bool flow;
        std::optional<std::string> key;
        int key_line = 0;
        std::size_t key_at = 0;
    };

    [[nodiscard]] int line_of(const YAML::Mark& mark) const { return first_line_ + std::max(mark.line, 0); }

    [[nodiscard]] bool wants_key() const {
        return !frames_.empty() && std::holds_alternative<FrontMatterValue::Map>(frames_.back().value.value) &&
               !frames_.back().key;
    }

    void check_depth(std::size_t depth, const YAML::Mark& mark) const {
        if (depth > kFrontMatterMaxDepth) throw Refusal{YamlProblem::too_deep, "nested too deep", line_of(mark)};
    }

    [[nodiscard]] FrontMatterValue begin_value(const YAML::Mark& mark) {
        if (wants_key()) throw Refusal{YamlProblem::syntax, "a key that is not plain text", line_of(mark)};
        if (++values_ > kFrontMatterMaxValues) {
            throw Refusal{YamlProblem::too_many_values, "too many values", line_of(mark)};
        }
        FrontMatterValue value;
        value.line = line_of(mark);
        return value;
    }

    /// One that ends a key: a blank or nothing is behind it.
    [[nodiscard]] static bool has_colon(std::string_view line) {
        for (auto at = line.find(':'); at != std::string_view::npos; at = line.find(':', at + 1)) {
            if (at + 1 == line.size() || line[at + 1] == ' ' || line[at + 1] == '\t') return true;
        }
        return false;
    }

    /// yaml-cpp takes a last line of plain text for a key without a value; YAML wants a colon.
    void check_colon(const YAML::Mark& mark) const {
        if (frames_.empty() || frames_.back().flow || !frames_.back().key) return;
        const auto at = std::min(frames_.back().key_at, text_.size());
        const auto line = text_.substr(at, text_.substr(at).find('\n'));
        if (!has_colon(line)) {
            throw Refusal{YamlProblem::syntax, "a line that is no `key: value`", line_of(mark)};
        }
    }

    /// Where a quoted text begins, behind its anchor and tag; npos: the text is plain, or a block.
    [[nodiscard]] std::size_t start_of_quoted(const YAML::Mark& mark) const {
        auto at = std::min(static_cast<std::size_t>(std::max(mark.pos, 0)), text_.size());
        while (at < text_.size() && (text_[at] == '&' || text_[at] == '!')) {
            at = std::min(text_.find_first_of(" \n", at), text_.size());
            at = std::min(text_.find_first_not_of(" \n", at), text_.size());
        }
        const bool quoted = at < text_.size() && (text_[at] == '"' || text_[at] == '\'');
        return quoted ? at : std::string_view::npos;
    }

    /// The key of the map in which a value stands is at this column; YAML wants what goes on with the value deeper.
    [[nodiscard]] std::optional<std::size_t> column_of_keys() const {
        const auto block =
            std::find_if(frames_.rbegin(), frames_.rend(), [](const Frame& frame) { return !frame.flow; });
        if (block == frames_.rend()) return std::nullopt;
        if (block->key && block->key_at < text_.size()) {
            return block->key_at - (text_.rfind('\n', block->key_at) + 1);  // npos + 1 is 0
        }
        return static_cast<std::size_t>(std::max(block->mark.column, 0));
    }

    /// yaml-cpp takes the end of the text for a closing quote, and the next fields for a part of what is quoted.
    void check_quotes(const YAML::Mark& mark) const {
        const auto begin = start_of_quoted(mark);
        if (begin == std::string_view::npos) return;
        const auto end = end_of_quoted(text_.substr(begin));
        const auto inside = text_.substr(begin, end);
        bool closed = end != std::string_view::npos;
        const auto keys = closed && inside.find('\n') != std::string_view::npos ? column_of_keys() : std::nullopt;
        if (keys && has_key_at_or_left_of(inside, *keys)) closed = false;
        if (!closed) throw Refusal{YamlProblem::syntax, "a quote that is not closed", line_of(mark)};
    }

    /// So does yaml-cpp with a restriction between brackets that close on a later line; YAML wants it deeper.
    void check_brackets(const YAML::Mark& mark) const {
        const auto rest = text_.substr(std::min(static_cast<std::size_t>(std::max(mark.pos, 0)), text_.size()));
        const auto bracketed = rest.substr(std::min(rest.find_first_of("[{"), rest.size()));
        const auto end = end_of_brackets(bracketed);
        if (end == std::string_view::npos) return;  // then YAML says so
        const auto inside = bracketed.substr(0, end);
        for (auto at = inside.find('\n'); at != std::string_view::npos; at = inside.find('\n', at + 1)) {
            if (restriction_of(leading_key(inside.substr(at + 1))).empty()) continue;
            throw Refusal{YamlProblem::syntax, "a bracket that is not closed", line_of(mark)};
        }
    }

    void take_key(const YAML::Mark& mark, const std::string& key) {
        frames_.back().key = key;
        frames_.back().key_line = line_of(mark);
        frames_.back().key_at = static_cast<std::size_t>(std::max(mark.pos, 0));
        if (frames_.size() == 1) block_.key_lines.push_back(line_of(mark));
    }

    template <class Collection>
    void begin_collection(const YAML::Mark& mark, YAML::anchor_t anchor, YAML::EmitterStyle::value style,
                          Collection empty) {
        auto value = begin_value(mark);
        value.value = std::move(empty);
        const bool flow = style == YAML::EmitterStyle::Flow || (!frames_.empty() && frames_.back().flow);
        if (flow && !frames_.empty() && !frames_.back().flow) check_brackets(mark);
        frames_.push_back({std::move(value), anchor, mark, flow, std::nullopt});
        check_depth(frames_.size(), mark);
    }

    void end_collection() {
        auto frame = std::move(frames_.back());
        frames_.pop_back();
        finish(std::move(frame.value), frame.anchor, frame.mark);
    }

    void finish(FrontMatterValue value, YAML::anchor_t anchor, const YAML::Mark& mark) {
        const auto begin = static_cast<std::size_t>(std::max(mark.pos, 0));
        if (frames_.size() > 1 && begin < text_.size()) {
            value.source = inner_source(text_, begin, frames_.back().flow ? YamlStyle::flow : YamlStyle::block);
        }
        if (anchor != YAML::NullAnchor) anchors_[anchor] = value;
        if (frames_.empty()) {
            root_ = std::move(value);
        } else if (auto* list = std::get_if<FrontMatterValue::List>(&frames_.back().value.value)) {
            list->push_back(std::move(value));
        } else {
            add_member(std::get<FrontMatterValue::Map>(frames_.back().value.value), std::move(value));
        }
    }

    void add_member(FrontMatterValue::Map& map, FrontMatterValue value) {
        auto& frame = frames_.back();
        value.line = frame.key_line;
        const auto same = [&](const auto& member) { return member.first == *frame.key; };
        const auto earlier = std::find_if(map.begin(), map.end(), same);
        if (earlier != map.end()) {
            map.erase(earlier);
            auto& repeated = block_.repeated_keys;
            const bool known = std::find(repeated.begin(), repeated.end(), *frame.key) != repeated.end();
            if (frames_.size() == 1 && !known) repeated.push_back(*frame.key);
        }
        map.emplace_back(std::move(*frame.key), std::move(value));
        frame.key.reset();
    }

    std::string_view text_;
    int first_line_;
    YamlBlock& block_;
    std::vector<Frame> frames_;
    std::map<YAML::anchor_t, FrontMatterValue> anchors_;
    std::optional<FrontMatterValue> root_;
    std::size_t values_ = 0, alias_nodes_ = 0;
    int documents_ = 0;
};

/// YAML allows no control characters, and yaml-cpp takes some of them for the end of the text or another encoding.
std::optional<Refusal> find_control_character(std::string_view text, int first_line) {
    const auto bad = std::find_if(text.begin(), text.end(), [](char c) {
        const auto byte = static_cast<unsigned char>(c);
        return (byte < 0x20 && c != '\n' && c != '\t') || byte == 0x7F;
    });
    if (bad == text.end()) return std::nullopt;
    const auto line = first_line + static_cast<int>(std::count(text.begin(), bad, '\n'));
    return Refusal{YamlProblem::syntax, "a control character", line};
}

void parse(std::string_view text, int first_line, YamlBlock& block) {
    if (auto refusal = find_control_character(text, first_line)) throw Refusal(std::move(*refusal));
    std::istringstream stream{std::string(text)};
    YAML::Parser parser(stream);
    Builder builder(text, first_line, block);
    while (parser.HandleNextDocument(builder)) continue;
    auto root = builder.take_root();
    if (!root || root->null) return;  // nothing but comments: no fields
    auto* map = std::get_if<FrontMatterValue::Map>(&root->value);
    if (map == nullptr) throw Refusal{YamlProblem::not_a_map, "not a map of keys and values", first_line};
    block.fields = std::move(*map);
}

}  // namespace

YamlBlock read_yaml_block(std::string_view text, int first_line) {
    YamlBlock block;
    const auto refuse = [&](YamlProblem problem, std::string what, int line) {
        block = {};
        block.problem = problem;
        block.what = std::move(what);
        block.line = line;
    };
    // yaml-cpp passes over one at the start without counting it; every position would be three bytes off.
    if (text.starts_with(kByteOrderMark)) text.remove_prefix(kByteOrderMark.size());
    try {
        parse(text, first_line, block);
    } catch (const Refusal& refusal) {
        refuse(refusal.problem, refusal.what, refusal.line);
    } catch (const YAML::DeepRecursion& failure) {
        refuse(YamlProblem::too_deep, failure.msg, first_line + std::max(failure.mark.line, 0));
    } catch (const YAML::Exception& failure) {
        refuse(YamlProblem::syntax, failure.msg, first_line + std::max(failure.mark.line, 0));
    } catch (const std::exception& failure) {
        refuse(YamlProblem::syntax, failure.what(), first_line);
    }
    return block;
}

}  // namespace skilldeck

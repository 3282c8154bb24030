// SPDX-License-Identifier: Apache-2.0
// What stands around and below the front matter: byte order mark, line ends, length, placeholders and the files that
// the text refers to.
#include "base/display_text.hpp"
#include "base/text.hpp"
#include "skill/argument_code.hpp"
#include "skill/body_tokens.hpp"
#include "skill/codes.hpp"
#include "skill/skill_references.hpp"
#include "skill/skill_rules.hpp"

#include <algorithm>
#include <map>
#include <set>

namespace skilldeck {

namespace {

constexpr int kBodyLines = 500;
constexpr std::size_t kBodyTokens = 5000, kCodePointsPerToken = 4;
constexpr std::size_t kShownCommand = 120;  // code points in a finding
constexpr std::string_view kByteOrderMarkBytes = "\xEF\xBB\xBF";
constexpr std::size_t kReferencedBytes = 1024 * 1024;
constexpr std::string_view kMarkdownSuffix = ".md";

std::string shown(std::string_view command) {
    return clean_for_line(first_code_points(command, kShownCommand));
}

void judge_line_ends(const JudgedText& skill) {
    std::size_t crlf = 0, line_feeds = 0, returns = 0;
    for (std::size_t at = 0; at < skill.text.size(); ++at) {
        const bool before_line_feed = skill.text.substr(at).starts_with("\r\n");
        if (before_line_feed) {
            ++crlf;
            ++at;
        } else if (skill.text[at] == '\n') {
            ++line_feeds;
        } else if (skill.text[at] == '\r') {
            ++returns;
        }
    }
    if (crlf + returns == 0 || crlf + line_feeds == 0) return;
    const auto at = skill.lines.position(skill.text.find('\r'));
    if (line_feeds + returns == 0) return skill.find(code::skill_carriage_returns, at);
    skill.find(code::skill_line_ends_mixed, at,
               {std::to_string(crlf), std::to_string(line_feeds), std::to_string(returns)});
}

class BodyRules {
public:
    BodyRules(const JudgedText& skill, const FileReader& files, const Path& root)
        : skill_(skill), files_(files), root_(root), body_(skill.text.substr(skill.header.body_offset)) {}

    void judge() {
        if (trim(body_).empty()) {
            return skill_.find(code::skill_body_empty, {std::max(skill_.header.body_line - 1, 1), 1});
        }
        judge_length();
        judge_placeholders();
        judge_shell_blocks();
        judge_references();
    }

private:
    [[nodiscard]] TextPosition place(std::size_t offset) const {
        return skill_.lines.position(skill_.header.body_offset + offset);
    }

    void judge_length() const {
        const auto first = skill_.header.body_line;
        const auto lines = skill_.lines.count() - first + 1;
        if (lines >= kBodyLines) {
            skill_.find(code::skill_body_lines, {first + kBodyLines - 1, 1},
                        {std::to_string(lines), std::to_string(kBodyLines)});
        }
        const auto tokens = (count_code_points(body_) + kCodePointsPerToken - 1) / kCodePointsPerToken;
        if (tokens >= kBodyTokens) {
            skill_.find(code::skill_body_tokens, {first, 1}, {std::to_string(tokens), std::to_string(kBodyTokens)});
        }
    }

    /// Prices and awk fields look like arguments; a skill that takes some says so.
    void judge_placeholders() const {
        for (const std::string_view key : {"arguments", "argument-hint"}) {
            const auto* value = skill_.header.find(key);
            if (value != nullptr && !value->null) return;
        }
        for (const auto& token : find_body_tokens(body_, {})) {
            const bool bare = body_[token.begin + 1] >= '0' && body_[token.begin + 1] <= '9';
            if (token.kind != BodyTokenKind::indexed || !bare) continue;
            skill_.find(code::skill_placeholder_unintended, place(token.begin), {std::to_string(token.index)});
        }
    }

    /// A block in which an argument is code is refused when it is called with one.
    void judge_shell_blocks() const {
        const auto* declared = skill_.header.find("arguments");
        const auto names = declared == nullptr ? std::vector<std::string>() : front_matter_list(*declared);
        for (const auto& token : find_body_tokens(body_, names)) {
            if (token.kind != BodyTokenKind::inline_shell && token.kind != BodyTokenKind::fenced_shell) continue;
            const auto part = argument_as_code_in(trim(token.text), names);
            if (!part) continue;
            skill_.find(code::skill_argument_is_code, place(token.begin), {shown(trim(token.text)), shown(*part)});
        }
    }

    void judge_references() {
        std::map<std::string, Path> markdown;  // named in SKILL.md and there
        for (const auto& reference : find_file_references(body_)) {
            if (!judge_reference(reference)) continue;
            const auto relative = Path(reference.target).lexically_normal();
            if (relative.extension() == kMarkdownSuffix) markdown.emplace(relative.generic_string(), root_ / relative);
        }
        std::set<std::string> known;
        for (const auto& [relative, file] : markdown) known.insert(relative);
        for (const auto& [relative, file] : markdown) judge_chain(Path(relative), file, known);
    }

    /// True: a file of the skill that is there.
    bool judge_reference(const FileReference& reference) const {
        const auto at = place(reference.offset);
        const Path path(reference.target);
        const auto normal = path.lexically_normal();
        const auto wrong = [&](std::string_view what) {
            skill_.find(code::skill_reference_form, at, {reference.target, what});
            return false;
        };
        const bool drive = reference.target.size() > 1 && reference.target[1] == ':';
        if (path.is_absolute() || reference.target.starts_with('/') || drive) return wrong("absolute");
        if (normal.begin() != normal.end() && *normal.begin() == "..") return wrong("outside of the skill");
        if (!files_.info(root_ / normal)) {
            if (reference.target.find('\\') != std::string::npos) return wrong("written with backslashes");
            skill_.find(code::skill_reference_missing, at, {reference.target});
            return false;
        }
        const auto folders =
            std::count_if(normal.begin(), normal.end(), [](const Path& part) { return !part.empty() && part != "."; });
        if (folders > 2) skill_.find(code::skill_reference_deep, at, {reference.target});
        return true;
    }

    /// What a file of the skill refers to should be named in SKILL.md as well.
    void judge_chain(const Path& relative, const Path& file, const std::set<std::string>& known) const {
        const auto text = files_.read(file, kReferencedBytes);
        if (!text) return;
        const SourceLines lines(*text);
        for (const auto& reference : find_file_references(*text)) {
            const auto target = (relative.parent_path() / Path(reference.target)).lexically_normal();
            const auto name = target.generic_string();
            const bool is_markdown = target.extension() == kMarkdownSuffix && target.filename() != "SKILL.md";
            if (!is_markdown || known.contains(name) || target == relative) continue;
            if (*target.begin() == ".." || !files_.is_file(root_ / target)) continue;
            auto finding = make_diagnostic(code::skill_reference_chain, file.string(), {name});
            const auto at = lines.position(reference.offset);
            finding.line = at.line;
            finding.column = at.column;
            skill_.findings.push_back(std::move(finding));
        }
    }

    const JudgedText& skill_;
    const FileReader& files_;
    const Path& root_;
    std::string_view body_;
};

}  // namespace

void judge_skill_text(const JudgedText& skill) {
    if (skill.text.starts_with(kByteOrderMarkBytes)) skill.find(code::skill_byte_order_mark, TextPosition{});
    judge_line_ends(skill);
    if (skill.header.reading == FrontMatterReading::none) return;
    for (const int line : {1, skill.header.body_line - 1}) {
        const auto fence = skill.lines.line(line);
        const auto length = fence.find_last_not_of(" \t") + 1;
        if (length < fence.size()) skill.find(code::skill_fence_blanks, {line, static_cast<int>(length) + 1});
    }
}

void judge_skill_body(const JudgedText& skill, const FileReader& files, const Path& root) {
    BodyRules(skill, files, root).judge();
}

}  // namespace skilldeck

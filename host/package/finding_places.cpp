// SPDX-License-Identifier: Apache-2.0
#include "package/finding_places.hpp"

#include "base/codes.hpp"
#include "base/json.hpp"
#include "base/json_position.hpp"
#include "base/text.hpp"

#include <algorithm>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace skilldeck {

namespace {

/// Of the largest JSON file that is read, a marketplace.
constexpr std::size_t kLargestFile = 5 * 1024 * 1024;

/// What the message speaks of: a path at its start, then what stands in quotes.
std::vector<std::string> subjects_of(std::string_view message) {
    std::vector<std::string> subjects;
    const auto word = message.substr(0, message.find_first_of(" :,"));
    if (word.find_first_of("[.") != std::string_view::npos) subjects.emplace_back(word);
    for (auto open = message.find('"'); open != std::string_view::npos;) {
        const auto close = message.find('"', open + 1);
        if (close == std::string_view::npos) break;
        subjects.emplace_back(message.substr(open + 1, close - open - 1));
        open = message.find('"', close + 1);
    }
    return subjects;
}

/// One JSON file, read when the first finding about it comes.
class PlacedFile {
public:
    explicit PlacedFile(std::string text) : text_(std::move(text)), positions_(text_) {
        error_ = json_error_position(text_, {kLargestFile, JsonLimits().depth});
    }

    [[nodiscard]] TextPosition place_of(const Diagnostic& finding) const {
        if (error_) return *error_;
        auto within = component_of(finding.message);
        std::optional<std::size_t> found;
        const auto subjects = subjects_of(finding.message);
        for (const auto& subject : subjects) {
            const auto* member = positions_.find(subject, within);
            const bool by_path = member != nullptr;
            if (!by_path) member = positions_.find_text(subject, within);
            if (member == nullptr) continue;
            // A member that leads the message, and whose value it quotes, is judged for that value.
            const bool quoted = finding.message.starts_with(subject) && member->is_text &&
                                std::ranges::find(subjects, member->text) != subjects.end();
            found = by_path && !quoted && !is_about_value(finding.code) ? member->key : member->value;
            if (!is_name_of_item(*member)) break;
            within = member->path.substr(0, member->path.rfind('.'));
        }
        return found ? positions_.position(*found) : document();
    }

private:
    /// `skills path "x" …` is about what stands below "skills".
    [[nodiscard]] std::string component_of(std::string_view message) const {
        const auto word = message.substr(0, message.find(' '));
        const auto* member = positions_.find(word);
        return member != nullptr && member->path == word ? member->path : std::string();
    }

    /// `plugins[2].name`: what follows in the message is a part of that item.
    static bool is_name_of_item(const JsonMember& member) { return member.path.ends_with("].name"); }

    static bool is_about_value(Code code) { return code == code::json_wrong_type; }

    [[nodiscard]] TextPosition document() const {
        return positions_.members().empty() ? TextPosition{} : positions_.position(positions_.members().front().value);
    }

    std::string text_;
    JsonPositions positions_;
    std::optional<TextPosition> error_;
};

}  // namespace

void add_json_places(const FileReader& files, Diagnostics& findings) {
    std::map<std::string, std::unique_ptr<PlacedFile>> known;
    for (auto& finding : findings) {
        if (finding.line || !finding.file.ends_with(".json")) continue;
        auto& file = known[finding.file];
        if (file == nullptr) {
            auto text = files.read(finding.file, kLargestFile);
            if (!text) continue;
            file = std::make_unique<PlacedFile>(std::move(*text));
        }
        const auto place = file->place_of(finding);
        finding.line = place.line;
        finding.column = place.column;
    }
}

}  // namespace skilldeck

// SPDX-License-Identifier: Apache-2.0
#include "package/finding_places.hpp"

#include "base/json.hpp"
#include "base/json_position.hpp"

#include <map>
#include <memory>
#include <optional>
#include <string>
#include <utility>

namespace skilldeck {

namespace {

/// Of the largest JSON file that is read, a marketplace.
constexpr std::size_t kLargestFile = 5 * 1024 * 1024;

/// One JSON file, read when the first finding about it comes.
class PlacedFile {
public:
    explicit PlacedFile(std::string text) : text_(std::move(text)), positions_(text_) {
        error_ = json_error_position(text_, {kLargestFile, JsonLimits().depth});
    }

    [[nodiscard]] TextPosition place_of(const Diagnostic& finding) const {
        return error_ ? *error_ : positions_.position(finding.pointer, finding.part);
    }

private:
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

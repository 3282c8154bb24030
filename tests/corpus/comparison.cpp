// SPDX-License-Identifier: Apache-2.0
#include "comparison.hpp"

#include "base/json.hpp"

#include <boost/json/serialize.hpp>

#include <algorithm>
#include <iomanip>

namespace skilldeck::corpus {

namespace {

constexpr double kAllowedRate = 0.005;
constexpr std::size_t kListBytes = 1024 * 1024;

std::string key_of(std::string_view repository, std::string_view file, std::string_view field) {
    return std::string(repository) + '\n' + std::string(file) + '\n' + std::string(field);
}

std::string text_of(const boost::json::object& object, std::string_view key) {
    const auto* value = object.if_contains(key);
    return value != nullptr && value->is_string() ? std::string(value->get_string()) : std::string();
}

}  // namespace

Result<std::vector<KnownDisagreement>> read_known_disagreements(const FileReader& files, const Path& file) {
    const auto text = files.read(file, kListBytes);
    if (!text) return text.error();
    const auto document = parse_json_object(*text, file.string());
    if (!document) return document.error();
    std::vector<KnownDisagreement> known;
    const auto* list = document->if_contains("disagreements");
    if (list == nullptr || !list->is_array()) return known;
    for (const auto& item : list->get_array()) {
        if (!item.is_object()) continue;
        const auto& fields = item.get_object();
        KnownDisagreement one{text_of(fields, "repository"), text_of(fields, "file"), text_of(fields, "field"),
                              text_of(fields, "rule")};
        if (!one.rule.empty()) known.push_back(std::move(one));  // without a rule it excuses nothing
    }
    return known;
}

void Comparison::enter(std::string repository) {
    repository_ = std::move(repository);
    repositories_.push_back(repository_);
}

KnownDisagreement* Comparison::find_known(std::string_view file, std::string_view field) {
    const auto found = std::ranges::find_if(known_, [&](const KnownDisagreement& known) {
        return known.repository == repository_ && known.file == file && known.field == field;
    });
    return found == known_.end() ? nullptr : &*found;
}

void Comparison::same(std::string_view file, std::string_view field, const boost::json::value& wanted,
                      const boost::json::value& got) {
    auto& count = fields_[std::string(field)];
    ++count.values;
    if (wanted == got) return;
    ++count.differ;
    const auto* known = find_known(file, field);
    out_ << repository_ << '/' << file << ": " << field << ": wanted " << boost::json::serialize(wanted) << ", got "
         << boost::json::serialize(got);
    if (known != nullptr) {
        out_ << " (known: " << known->rule << ')';
        seen_.push_back(key_of(repository_, file, field));
    } else {
        ++unknown_;
    }
    out_ << '\n';
}

bool Comparison::finish() {
    Count total;
    for (const auto& [field, count] : fields_) {
        out_ << std::setw(32) << std::left << field << std::right << std::setw(7) << count.values - count.differ
             << " of " << count.values << '\n';
        total.values += count.values;
        total.differ += count.differ;
    }
    bool stale = false;
    for (const auto& known : known_) {
        const bool compared = std::ranges::find(repositories_, known.repository) != repositories_.end();
        const auto key = key_of(known.repository, known.file, known.field);
        if (!compared || std::ranges::find(seen_, key) != seen_.end()) continue;
        stale = true;
        out_ << known.repository << '/' << known.file << ": " << known.field
             << ": listed as a disagreement, but it agrees: take it off the list\n";
    }
    const double rate = total.values == 0 ? 0 : static_cast<double>(total.differ) / static_cast<double>(total.values);
    out_ << repositories_.size() << " repositories, " << total.values << " values, " << total.differ
         << " disagreements (" << std::fixed << std::setprecision(3) << 100 * rate << " %), " << unknown_
         << " of them not listed\n";
    return total.values > 0 && unknown_ == 0 && !stale && rate <= kAllowedRate;
}

}  // namespace skilldeck::corpus

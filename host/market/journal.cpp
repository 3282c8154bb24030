// SPDX-License-Identifier: Apache-2.0
#include "market/journal.hpp"

#include "base/display_text.hpp"
#include "base/json.hpp"
#include "market/codes.hpp"
#include "os/codes.hpp"
#include "os/dangling_link.hpp"

#include <boost/json/array.hpp>
#include <boost/json/serialize.hpp>

#include <algorithm>
#include <utility>

namespace skilldeck {

namespace {

namespace json = boost::json;

constexpr std::int64_t kVersion = 1;
constexpr std::size_t kJournalBytes = 16 * 1024 * 1024;
constexpr std::size_t kJournalDepth = 8;
constexpr std::uint32_t kJournalMode = 0644;

/// Reads members of the types they must have, and remembers the first that is not.
class MemberReader {
public:
    explicit MemberReader(const json::object& object) : object_(object) {}

    std::string text(std::string_view key) {
        const auto* value = object_.if_contains(key);
        if (value == nullptr) return {};
        return checked(key, *value);
    }

    std::optional<bool> flag(std::string_view key) {
        const auto* value = object_.if_contains(key);
        if (value == nullptr) return std::nullopt;
        if (value->is_bool()) return value->get_bool();
        wrong_ = key;
        return std::nullopt;
    }

    json::array list(std::string_view key) {
        const auto* value = object_.if_contains(key);
        if (value == nullptr) return {};
        if (value->is_array()) return value->get_array();
        wrong_ = key;
        return {};
    }

    std::vector<std::string> texts(std::string_view key) {
        std::vector<std::string> all;
        for (const auto& item : list(key)) all.push_back(checked(key, item));
        return all;
    }

    void wrong(std::string_view key) { wrong_ = key; }
    [[nodiscard]] const std::string& wrong() const { return wrong_; }

private:
    /// A path ends for the system at a NUL: what was checked would not be what is removed.
    std::string checked(std::string_view key, const json::value& value) {
        if (value.is_string() && !has_unsafe_characters(std::string_view(value.get_string())))
            return std::string(std::string_view(value.get_string()));
        wrong_ = key;
        return {};
    }

    const json::object& object_;
    std::string wrong_;
};

std::vector<Path> as_paths(const std::vector<std::string>& texts) {
    return {texts.begin(), texts.end()};
}

json::array to_array(const std::vector<Path>& paths) {
    json::array all;
    for (const auto& path : paths) all.push_back(json::value(path.generic_string()));
    return all;
}

json::array to_array(const std::vector<std::string>& texts) {
    json::array all;
    for (const auto& text : texts) all.push_back(json::value(text));
    return all;
}

json::object to_object(const FlagChange& flag) {
    json::object object{{"id", flag.id}, {"scope", flag.scope}, {"file", flag.file.generic_string()}};
    if (!flag.project.empty()) object["project"] = flag.project.generic_string();
    if (flag.value) object["value"] = *flag.value;
    return object;
}

json::object to_object(const JournalEntry& entry) {
    const auto& change = entry.change;
    json::array flags, versions, renamed;
    for (const auto& flag : change.flags) flags.push_back(to_object(flag));
    for (const auto& one : change.versions) versions.push_back(json::object{{"id", one.id}, {"version", one.version}});
    for (const auto& one : change.renamed)
        renamed.push_back(json::object{{"from", one.from}, {"to", one.to}, {"data", one.data}});
    return {{"version", kVersion},
            {"operation", change.operation},
            {"recordsDigest", entry.records_digest},
            {"placed", to_array(change.placed)},
            {"leaving", to_array(change.leaving)},
            {"data", to_array(change.data)},
            {"marketplace", change.marketplace},
            {"flags", std::move(flags)},
            {"versions", std::move(versions)},
            {"renamed", std::move(renamed)}};
}

void read_flags(MemberReader& members, StoreChange& change) {
    for (const auto& item : members.list("flags")) {
        const auto* object = item.if_object();
        if (object == nullptr) return members.wrong("flags");
        MemberReader fields(*object);
        FlagChange flag;
        flag.id = fields.text("id");
        flag.scope = fields.text("scope");
        flag.project = Path(fields.text("project"));
        flag.file = Path(fields.text("file"));
        flag.value = fields.flag("value");
        if (!fields.wrong().empty()) return members.wrong("flags");
        change.flags.push_back(std::move(flag));
    }
}

void read_versions(MemberReader& members, StoreChange& change) {
    for (const auto& item : members.list("versions")) {
        const auto* object = item.if_object();
        if (object == nullptr) return members.wrong("versions");
        MemberReader fields(*object);
        change.versions.push_back({fields.text("id"), fields.text("version")});
        if (!fields.wrong().empty()) return members.wrong("versions");
    }
}

void read_renames(MemberReader& members, StoreChange& change) {
    for (const auto& item : members.list("renamed")) {
        const auto* object = item.if_object();
        if (object == nullptr) return members.wrong("renamed");
        MemberReader fields(*object);
        change.renamed.push_back({fields.text("from"), fields.text("to"), fields.flag("data").value_or(true)});
        if (!fields.wrong().empty()) return members.wrong("renamed");
    }
}

/// The entry, or nothing and the member that is not of its type.
std::pair<std::optional<JournalEntry>, std::string> to_entry(const json::object& root) {
    MemberReader members(root);
    JournalEntry entry;
    entry.records_digest = members.text("recordsDigest");
    entry.change.operation = members.text("operation");
    entry.change.placed = as_paths(members.texts("placed"));
    entry.change.leaving = as_paths(members.texts("leaving"));
    entry.change.data = members.texts("data");
    entry.change.marketplace = members.text("marketplace");
    read_flags(members, entry.change);
    read_versions(members, entry.change);
    read_renames(members, entry.change);
    if (entry.records_digest.empty()) members.wrong("recordsDigest");
    if (!members.wrong().empty()) return {std::nullopt, "\"" + members.wrong() + "\" is missing or of a wrong type"};
    return {std::move(entry), {}};
}

}  // namespace

bool StoreChange::only_records() const {
    return placed.empty() && leaving.empty() && data.empty() && marketplace.empty() && flags.empty() &&
           versions.empty() && renamed.empty();
}

Result<Journal::Found> Journal::read(const FileReader& files) const {
    const auto text = files.read(file_, kJournalBytes);
    if (!text && text.error().code == code::file_not_found) {
        if (auto link = dangling_link(files, file_)) return *std::move(link);
        return Found{};
    }
    if (!text) return text.error();
    const auto root = parse_json_object(*text, file_.string(), {kJournalBytes, kJournalDepth});
    if (!root) return Found{std::nullopt, root.error().what};
    const auto* version = root->if_contains("version");
    const auto* number = version != nullptr ? version->if_int64() : nullptr;
    if (number == nullptr) return Found{std::nullopt, "it says no version"};
    if (*number > kVersion) return make_error(code::state_file_newer, file_.string(), {std::to_string(*number)});
    auto [entry, damage] = to_entry(*root);
    return Found{std::move(entry), std::move(damage)};
}

Result<> Journal::write(FileWriter& writer, const JournalEntry& entry) const {
    return writer.write_atomically(file_, json::serialize(to_object(entry)) + "\n", kJournalMode);
}

Result<> Journal::clear(FileWriter& writer) const {
    if (auto removed = writer.remove_tree(file_); !removed) return removed;
    return writer.sync_directory(file_.parent_path());
}

}  // namespace skilldeck

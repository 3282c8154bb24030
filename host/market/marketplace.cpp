// SPDX-License-Identifier: Apache-2.0
#include "market/marketplace.hpp"

#include "base/json.hpp"
#include "base/plugin_id.hpp"
#include "base/text.hpp"
#include "market/codes.hpp"
#include "package/codes.hpp"
#include "package/json_validation.hpp"

#include <boost/json/array.hpp>

#include <algorithm>
#include <array>
#include <set>
#include <utility>

namespace skilldeck {

namespace {

namespace json = boost::json;

constexpr std::size_t kMarketplaceBytes = 5 * 1024 * 1024;
constexpr std::size_t kMarketplaceDepth = 64;

/// Windows opens a device for them, whatever the folder and the ending.
constexpr std::array<std::string_view, 22> kDeviceNames{"con",  "prn",  "aux",  "nul",  "com1", "com2", "com3", "com4",
                                                        "com5", "com6", "com7", "com8", "com9", "lpt1", "lpt2", "lpt3",
                                                        "lpt4", "lpt5", "lpt6", "lpt7", "lpt8", "lpt9"};

constexpr std::array<std::string_view, 11> kReservedNames{
    "builtin", "bundled", "inline", "skills-dir", "synced", "managed", "user", "project", "local", "mcp", "remote"};

/// The folder that Windows opens for the name: it does not tell case, and drops points at the end.
std::string folder_of_name(std::string_view name) {
    return fold_name(name.substr(0, name.find_last_not_of('.') + 1));
}

/// A member that describes: one of the wrong type is a warning and counts as absent.
class Describing {
    template <class Read>
    [[nodiscard]] auto read(const Read& read_member) const {
        Diagnostics found;
        auto value = read_member(found);
        for (auto& diagnostic : found) {
            diagnostic.severity = Severity::warning;
            diagnostics_.push_back(std::move(diagnostic));
        }
        return value;
    }

public:
    Describing(const json::object& fields, Place place, Diagnostics& diagnostics)
        : fields_(fields), place_(std::move(place)), diagnostics_(diagnostics) {}

    [[nodiscard]] std::string text(std::string_view key) const {
        return read([&](Diagnostics& found) { return json_string(fields_, key, place_, found); }).value_or("");
    }
    [[nodiscard]] std::optional<bool> flag(std::string_view key) const {
        return read([&](Diagnostics& found) { return json_bool(fields_, key, place_, found); });
    }
    [[nodiscard]] json::object object(std::string_view key) const {
        const auto* found = read([&](Diagnostics& problems) { return json_object(fields_, key, place_, problems); });
        return found != nullptr ? *found : json::object{};
    }

private:
    const json::object& fields_;
    Place place_;
    Diagnostics& diagnostics_;
};

class MarketplaceReading {
public:
    explicit MarketplaceReading(const MarketplaceLocation& location) {
        marketplace_.root = location.root;
        marketplace_.file = location.file;
        place_ = location.file.string();
    }

    Result<Marketplace> read(const json::object& document) {
        const auto* name = document.if_contains("name");
        if (name == nullptr || !name->is_string())
            return refuse(code::marketplace_name_invalid, place_ / "name", {"(none)"});
        marketplace_.name = json_text(*name);
        if (!is_plugin_name(marketplace_.name)) {
            return refuse(code::marketplace_name_invalid, (place_ / "name").value(), {marketplace_.name});
        }
        const auto* plugins = json_array(document, "plugins");
        if (plugins == nullptr) return refuse(code::marketplace_without_plugins, place_ / "plugins", {});

        read_description(document);
        for (const auto& item : *plugins) read_entry(item);
        refuse_duplicates();
        return std::move(marketplace_);
    }

private:
    [[nodiscard]] static Error refuse(Code code, Place place, std::initializer_list<std::string_view> arguments) {
        return make_error(code, std::move(place), arguments);
    }

    void read_description(const json::object& document) {
        const Describing describing(document, place_, marketplace_.diagnostics);
        const auto owner = describing.object("owner");
        marketplace_.owner = Describing(owner, place_ / "owner", marketplace_.diagnostics).text("name");
        const auto metadata = describing.object("metadata");
        const Describing more(metadata, place_ / "metadata", marketplace_.diagnostics);
        plugin_root_ = more.text("pluginRoot");
        marketplace_.description = describing.text("description");
        if (marketplace_.description.empty()) marketplace_.description = more.text("description");
        marketplace_.version = describing.text("version");
        if (marketplace_.version.empty()) marketplace_.version = more.text("version");
        marketplace_.removes_deleted = describing.flag("forceRemoveDeletedPlugins").value_or(false);
        for (const auto& rename : describing.object("renames")) {
            const auto& to = rename.value();
            if (!to.is_string() && !to.is_null()) continue;  // validation names it
            marketplace_.renames[rename.key()] =
                to.is_string() ? std::optional<std::string>(json_text(to)) : std::nullopt;
        }
    }

    void read_entry(const json::value& item) {
        MarketplaceEntry entry;
        const auto number = marketplace_.entries.size();
        const auto index = std::to_string(number);
        entry.package.file = marketplace_.file;
        entry.package.pointer = (place_ / "plugins" / number).pointer;
        const auto* fields = item.if_object();
        const auto name = fields != nullptr ? json_text(*fields, "name") : std::string_view();
        if (name.empty()) {
            entry.name = "plugins[" + index + "]";
            add_problem(entry, code::entry_without_name, entry.package.place(), {index});
        } else {
            entry.name = name;
            read_fields(entry, *fields);
        }
        marketplace_.entries.push_back(std::move(entry));
    }

    void read_fields(MarketplaceEntry& entry, const json::object& fields) {
        entry.valid = true;
        if (!is_plugin_name(entry.name)) add_problem(entry, code::entry_name_invalid, name_of(entry), {entry.name});
        const Describing describing(fields, entry.package.place(), entry.diagnostics);
        entry.display_name = describing.text("displayName");
        read_version(entry, describing);
        entry.description = describing.text("description");
        entry.category = describing.text("category");
        entry.default_enabled = describing.flag("defaultEnabled");
        read_source(entry, fields);
        entry.package.name = entry.name;
        entry.package.fields = fields;
        entry.package.root_is_marketplace = entry.source.kind == SourceKind::relative &&
                                            Path(entry.source.path).lexically_normal() == Path("./").lexically_normal();
    }

    void read_version(MarketplaceEntry& entry, const Describing& describing) {
        entry.version = describing.text("version");
        const auto problem = version_problem(entry.version);
        if (problem.empty()) return;
        entry.version.clear();
        entry.diagnostics.push_back(
            make_diagnostic(code::package_version_unusable, (entry.package.place() / "version").value(), {problem}));
    }

    void read_source(MarketplaceEntry& entry, const json::object& fields) {
        const auto* source = fields.if_contains("source");
        if (source == nullptr) return add_problem(entry, code::entry_without_source, name_of(entry), {entry.name});
        auto parsed = parse_plugin_source(*source, plugin_root_, marketplace_.file.string());
        if (parsed) {
            entry.source = std::move(*parsed);
        } else {
            add_problem(entry, code::entry_source_invalid, (entry.package.place() / "source").value(),
                        {entry.name, parsed.error().what});
        }
    }

    [[nodiscard]] static Place name_of(const MarketplaceEntry& entry) {
        return (entry.package.place() / "name").value();
    }

    static void add_problem(MarketplaceEntry& entry, Code code, Place place,
                            std::initializer_list<std::string_view> arguments) {
        entry.valid = false;
        entry.diagnostics.push_back(make_diagnostic(code, std::move(place), arguments));
    }

    /// Blanks around a name do not make it another one.
    void refuse_duplicates() {
        std::map<std::string, int> count;
        for (const auto& entry : marketplace_.entries) ++count[std::string(trim(entry.name))];
        for (auto& entry : marketplace_.entries) {
            const std::string name(trim(entry.name));
            if (count[name] > 1) add_problem(entry, code::entry_twice, name_of(entry), {name});
        }
    }

    Marketplace marketplace_;
    Place place_;
    std::string plugin_root_;
};

}  // namespace

const MarketplaceEntry* Marketplace::find(std::string_view entry_name) const {
    const auto found = std::find_if(entries.begin(), entries.end(),
                                    [&](const MarketplaceEntry& entry) { return entry.name == entry_name; });
    return found == entries.end() ? nullptr : &*found;
}

std::optional<std::string> Marketplace::renamed(std::string_view entry_name) const {
    std::set<std::string> visited;
    std::string current(entry_name);
    for (auto step = renames.find(current); step != renames.end(); step = renames.find(current)) {
        if (!step->second || !visited.insert(current).second) return std::nullopt;
        current = *step->second;
    }
    if (current == entry_name || find(current) == nullptr) return std::nullopt;
    return current;
}

bool Marketplace::withdrawn(std::string_view entry_name) const {
    std::string current(entry_name);
    for (std::size_t steps = 0; steps <= renames.size(); ++steps) {
        const auto step = renames.find(current);
        if (step == renames.end()) return false;
        if (!step->second) return true;
        current = *step->second;
    }
    return false;
}

Result<Marketplace> read_marketplace(const FileReader& files, const MarketplaceLocation& location) {
    const auto text = files.read(location.file, kMarketplaceBytes);
    if (!text) return text.error();
    const auto document = parse_json_object(*text, location.file.string(), {kMarketplaceBytes, kMarketplaceDepth});
    if (!document) return document.error();
    auto marketplace = MarketplaceReading(location).read(*document);
    if (marketplace) report_repeated_members(*text, location.file, marketplace->diagnostics);
    return marketplace;
}

bool is_reserved_marketplace_name(std::string_view name) {
    const auto folded = folder_of_name(name);
    const auto device = std::string_view(folded).substr(0, folded.find('.'));
    return std::find(kReservedNames.begin(), kReservedNames.end(), folded) != kReservedNames.end() ||
           std::find(kDeviceNames.begin(), kDeviceNames.end(), device) != kDeviceNames.end();
}

bool is_bundled_marketplace_name(std::string_view name) {
    return folder_of_name(name) == kHostMarketplace;
}

}  // namespace skilldeck

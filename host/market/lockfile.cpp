// SPDX-License-Identifier: Apache-2.0
#include "market/lockfile.hpp"

#include "base/display_text.hpp"
#include "base/json.hpp"
#include "base/json_position.hpp"
#include "base/plugin_id.hpp"
#include "market/codes.hpp"
#include "os/codes.hpp"
#include "package/package.hpp"

#include <boost/json/array.hpp>
#include <boost/json/serialize.hpp>

#include <algorithm>
#include <array>
#include <optional>
#include <utility>

namespace skilldeck {

namespace {

namespace json = boost::json;

constexpr std::int64_t kVersion = 1;
constexpr std::size_t kLockBytes = 5 * 1024 * 1024;
constexpr std::size_t kLockDepth = 16;
constexpr std::size_t kDigestDigits = 64;
constexpr std::size_t kIndent = 2;

/// What says where files come from and belongs to nobody alone.
constexpr std::array<std::string_view, 9> kSharedMembers{"url",     "repo",    "ref",      "sha",   "package",
                                                         "version", "subpath", "registry", "sha256"};

/// Members by name, one a line; lists and what is in them stay on theirs.
void write_sorted(std::string& out, const json::value& value, std::size_t depth) {
    const auto* object = value.if_object();
    if (object == nullptr || object->empty()) {
        out += json::serialize(value);
        return;
    }
    std::vector<std::string_view> keys;
    for (const auto& member : *object) keys.emplace_back(member.key().data(), member.key().size());
    std::sort(keys.begin(), keys.end());
    out += "{\n";
    for (const auto key : keys) {
        out += std::string((depth + 1) * kIndent, ' ') + json::serialize(json::string(key)) + ": ";
        write_sorted(out, object->at(key), depth + 1);
        out += key == keys.back() ? "\n" : ",\n";
    }
    out += std::string(depth * kIndent, ' ') + "}";
}

/// Takes the members that a lock must have; the first that is wrong is its damage.
class LockReader {
public:
    LockReader(std::string_view text, Lockfile& lock) : text_(text), lock_(lock) {}

    /// The damage; nothing when there is none.
    std::optional<std::string> read() {
        const auto* plugins = lock_.root.if_contains("plugins");
        const Place place = Place() / "plugins";
        if (plugins == nullptr || !plugins->is_object()) {
            wrong(place, plugins == nullptr ? "\"plugins\" is missing" : type_problem("plugins", *plugins, "a map"));
            return damage_;
        }
        for (const auto& member : plugins->get_object()) read_plugin(member.key(), member.value(), place);
        std::sort(lock_.plugins.begin(), lock_.plugins.end(),
                  [](const PinnedPlugin& a, const PinnedPlugin& b) { return a.id < b.id; });
        return damage_;
    }

private:
    static std::string type_problem(std::string_view key, const json::value& value, std::string_view wanted) {
        return "\"" + std::string(key) + "\" is " + std::string(json_kind(value)) + ", wanted " + std::string(wanted);
    }

    void wrong(const Place& place, const std::string& problem) {
        if (damage_) return;
        const auto at = JsonPositions(text_).position(place.pointer, Place::Part::value);
        damage_ = problem + " at line " + std::to_string(at.line) + ", column " + std::to_string(at.column);
    }

    std::string text(const json::object& fields, std::string_view key, const Place& place) {
        const auto* value = fields.if_contains(key);
        if (value != nullptr && value->is_string()) return std::string(json_text(*value));
        wrong(place / key,
              value == nullptr ? "\"" + std::string(key) + "\" is missing" : type_problem(key, *value, "a string"));
        return {};
    }

    json::object object(const json::object& fields, std::string_view key, const Place& place) {
        const auto* value = fields.if_contains(key);
        if (value == nullptr) return {};
        if (value->is_object()) return value->get_object();
        wrong(place / key, type_problem(key, *value, "a map"));
        return {};
    }

    void read_plugin(std::string_view id, const json::value& value, const Place& list) {
        const auto place = list / id;
        if (!is_plugin_id(id)) return wrong(place, "\"" + clean_for_line(id) + "\" is no id of a plugin");
        const auto* fields = value.if_object();
        if (fields == nullptr) return wrong(place, type_problem(id, value, "a map"));
        PinnedPlugin plugin;
        plugin.id = id;
        plugin.version = text(*fields, "version", place);
        plugin.digest = text(*fields, "digest", place);
        plugin.marketplace = object(*fields, "marketplace", place);
        plugin.source = object(*fields, "source", place);
        if (plugin.version.empty() || !version_problem(plugin.version).empty()) {
            wrong(place / "version", "\"version\" is no version");
        }
        const bool hexadecimal = plugin.digest.size() == kDigestDigits &&
                                 plugin.digest.find_first_not_of("0123456789abcdef") == std::string::npos;
        if (!hexadecimal) wrong(place / "digest", "\"digest\" is not 64 digits of a SHA-256");
        lock_.plugins.push_back(std::move(plugin));
    }

    std::string_view text_;
    Lockfile& lock_;
    std::optional<std::string> damage_;
};

Error damaged(const Path& file, std::string_view why) {
    return make_error(code::lock_damaged, file.string(), {why});
}

/// `https://user:secret@host/` as `https://host/`; where the name of an account belongs to the address it stays.
std::string without_credentials(std::string_view url) {
    const auto scheme = url.find("://");
    if (!url.starts_with("http") || scheme == std::string_view::npos) return std::string(url);
    const auto host = scheme + 3;
    const auto path = url.find('/', host);
    const auto at = url.substr(0, path).rfind('@');
    if (at == std::string_view::npos || at < host) return std::string(url);
    return std::string(url.substr(0, host)) + std::string(url.substr(at + 1));
}

}  // namespace

const PinnedPlugin* Lockfile::find(std::string_view id) const {
    const auto found = std::ranges::find(plugins, id, &PinnedPlugin::id);
    return found == plugins.end() ? nullptr : &*found;
}

Result<Lockfile> read_lockfile(const FileReader& files, const Path& file) {
    const auto text = files.read(file, kLockBytes);
    if (!text && text.error().code == code::file_not_found) {
        return make_error(code::lock_missing, file.parent_path().string());
    }
    if (!text) return text.error();
    auto root = parse_json_object(*text, file.string(), {kLockBytes, kLockDepth});
    if (!root) return damaged(file, root.error().what);
    const auto version = json_integer(*root, "version");
    if (version && *version > kVersion) {
        return make_error(code::state_file_newer, file.string(), {std::to_string(*version)});
    }
    Lockfile lock{file, {}, std::move(*root)};
    if (version != kVersion) {
        const auto at = JsonPositions(*text).position("/version", Place::Part::value);
        return damaged(file, "\"version\" is missing or none that there ever was at line " + std::to_string(at.line) +
                                 ", column " + std::to_string(at.column));
    }
    if (const auto damage = LockReader(*text, lock).read()) return damaged(file, *damage);
    return lock;
}

std::string lockfile_text(const Lockfile& lock) {
    auto root = lock.root;
    const auto before =
        json_object(lock.root, "plugins") != nullptr ? *json_object(lock.root, "plugins") : json::object();
    json::object plugins;
    for (const auto& plugin : lock.plugins) {
        const auto* known = json_object(before, plugin.id);
        json::object fields = known != nullptr ? *known : json::object();
        fields["version"] = plugin.version;
        fields["digest"] = plugin.digest;
        for (const auto& [key, source] :
             {std::pair("marketplace", &plugin.marketplace), std::pair("source", &plugin.source)}) {
            if (source->empty()) {
                fields.erase(key);
            } else {
                fields[key] = *source;
            }
        }
        plugins[plugin.id] = std::move(fields);
    }
    root["version"] = kVersion;
    root["plugins"] = std::move(plugins);
    std::string text;
    write_sorted(text, root, 0);
    return text + "\n";
}

json::object shared_source(const json::object& source, const Path& project_dir) {
    const auto url = json_text(source, "url");
    if (url.starts_with('/') || url.starts_with("file:")) return {};  // a repository that no other machine has
    json::object shared;
    for (const auto key : kSharedMembers) {
        const auto* value = source.if_contains(key);
        if (value == nullptr) continue;
        shared[key] = value->is_string() ? json::value(without_credentials(json_text(*value))) : *value;
    }
    if (const Path path(json_text(source, "path")); !path.empty()) {
        const auto relative = path.is_relative() ? path : path.lexically_relative(project_dir);
        if (!relative.empty() && !climbs_out(relative)) {
            const auto text = relative.generic_string();
            shared["path"] = text == "." || text.starts_with("./") ? text : "./" + text;
        }
    }
    if (!shared.empty()) shared["source"] = json_text(source, "source");
    return shared;
}

}  // namespace skilldeck

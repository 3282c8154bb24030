// SPDX-License-Identifier: Apache-2.0
#include "market/codes.hpp"
#include "market/marketplace.hpp"
#include "package/codes.hpp"
#include "package/package.hpp"
#include "plugin/contributions.hpp"
#include "readers.hpp"

#include <boost/json/array.hpp>

#include <algorithm>
#include <string>

namespace skilldeck::corpus {

namespace {

namespace json = boost::json;

json::array sorted(const json::value& list) {
    json::array items = list.is_array() ? list.get_array() : json::array();
    std::sort(items.begin(), items.end(), [](const json::value& a, const json::value& b) {
        return a.is_string() && b.is_string() && a.get_string() < b.get_string();
    });
    return items;
}

bool has_items(const json::value& list) {
    return list.is_array() && !list.get_array().empty();
}

bool lists(const json::value& list, std::string_view word) {
    return list.is_array() && std::ranges::any_of(list.get_array(), [&](const json::value& item) {
               return item.is_string() && std::string_view(item.get_string()) == word;
           });
}

json::array servers_of(const PluginPackage& package) {
    json::array names;
    for (const auto& document : package.mcp) {
        for (const auto& server : document.servers) names.emplace_back(json::string(server.key()));
    }
    return sorted(names);
}

/// Handlers by event, as the host would dispatch them.
json::object handlers_of(const PluginPackage& package) {
    json::object counts;
    Diagnostics ignored;
    HookConfig prototype;
    prototype.plugin_root = package.root;
    for (const auto& document : package.hooks) {
        prototype.file = document.file;
        for (const auto& hook : read_hooks(document.events, prototype, ignored)) {
            auto& count = counts[hook.event];
            count = count.is_int64() ? count.get_int64() + 1 : 1;
        }
    }
    return counts;
}

json::object without_zeros(const json::object& counts) {
    json::object left;
    for (const auto& count : counts) {
        if (count.value() != json::value(0)) left[count.key()] = count.value();
    }
    return left;
}

std::int64_t sum_of(const json::object& counts) {
    std::int64_t sum = 0;
    for (const auto& count : counts) sum += count.value().to_number<std::int64_t>();
    return sum;
}

bool reported(const PluginPackage& package, Code code) {
    return std::ranges::any_of(package.diagnostics,
                               [&](const Diagnostic& diagnostic) { return diagnostic.code == code; });
}

class RepositoryPackages {
public:
    RepositoryPackages(Comparison& comparison, const FileReader& files, const Path& root)
        : comparison_(comparison), files_(files), root_(root) {}

    void compare_plugin(const std::string& place, const json::object& wanted) {
        const Path folder = root_ / Path(std::string(member_or_null(wanted, "root").as_string()));
        PackageOptions options;
        options.fallback_name = folder.lexically_normal().filename().string();
        const auto package = read_package(files_, folder, options);
        if (!package) return comparison_.same(place, "plugin.readable", true, json::string(to_line(package.error())));
        comparison_.same(place, "plugin.name", member_or_null(wanted, "name"), json::string(package->name));
        comparison_.same(place, "plugin.version", member_or_null(wanted, "version"), text_or_null(package->version));
        compare_components(place, "plugin", *package, member_object(wanted, "components"));
    }

    /// Another host's manifest; one of Agent Plugins is ours as well.
    void compare_other_manifest(const std::string& place, const json::object& wanted) {
        const Path file = root_ / Path(place);
        if (file.filename() != "plugin.json" || file.parent_path().filename().string().starts_with(".")) return;
        const auto package = read_package(files_, file.parent_path(), {});
        if (!package || package->format != PackageFormat::agent_plugins) return;
        comparison_.same(place, "agentPlugins.name", member_or_null(wanted, "name"), json::string(package->name));
        comparison_.same(place, "agentPlugins.version", member_or_null(wanted, "version"),
                         text_or_null(package->version));
    }

    void compare_marketplace(const std::string& place, const json::object& wanted) {
        const Path file = root_ / Path(place);
        const auto real = files_.real_path(file);
        if (!real) return comparison_.same(place, "marketplace.readable", true, json::string(to_line(real.error())));
        const auto marketplace = read_marketplace(files_, {real->parent_path().parent_path(), *real});
        // A file without a name is no marketplace.
        const auto& name = member_or_null(wanted, "name");
        comparison_.same(place, "marketplace.readable", !name.is_null(), marketplace.has_value());
        if (!marketplace) return;
        comparison_.same(place, "marketplace.name", name, json::string(marketplace->name));
        comparison_.same(place, "marketplace.pluginCount", member_or_null(wanted, "pluginCount"),
                         marketplace->entries.size());
        const auto& entries = member_or_null(wanted, "plugins").as_array();
        for (std::size_t i = 0; i < std::min(entries.size(), marketplace->entries.size()); ++i) {
            compare_entry(place + " plugins[" + std::to_string(i) + "]", *marketplace, marketplace->entries[i],
                          entries[i].as_object());
        }
    }

private:
    void compare_components(const std::string& place, const std::string& kind, const PluginPackage& package,
                            const json::object& wanted) {
        const auto same = [&](std::string_view field, const json::value& want, const json::value& got) {
            comparison_.same(place, kind + "." + std::string(field), want, got);
        };
        same("skills", member_or_null(wanted, "skills"), package.skills.size());
        same("commands", member_or_null(wanted, "commands"), package.commands.size());
        same("agents", member_or_null(wanted, "agents"), package.agents.size());
        const auto handlers = handlers_of(package);
        same("hookEvents", without_zeros(member_object(wanted, "hookEvents")), handlers);
        same("hookHandlers", member_or_null(wanted, "hookHandlers"), sum_of(handlers));
        same("mcpServers", sorted(member_or_null(wanted, "mcpServers")), servers_of(package));
        same("lspServers", has_items(member_or_null(wanted, "lspServers")),
             std::ranges::find(package.unsupported, "lspServers") != package.unsupported.end());
        same("skillsPathMissing", lists(member_or_null(wanted, "notes"), "skills-path-missing"),
             reported(package, code::package_path_missing));
    }

    static std::string source_word(const MarketplaceEntry& entry) {
        if (entry.source.kind != SourceKind::relative) return entry.source.word;
        if (entry.package.root_is_marketplace) return "relative-root";
        return entry.source.path.starts_with("./") ? "relative" : "relative-without-dot";
    }

    void compare_entry(const std::string& place, const Marketplace& marketplace, const MarketplaceEntry& entry,
                       const json::object& wanted) {
        const auto same = [&](std::string_view field, const json::value& want, const json::value& got) {
            comparison_.same(place, "entry." + std::string(field), want, got);
        };
        same("name", member_or_null(wanted, "name"), json::string(entry.name));
        same("source", member_or_null(wanted, "source"), json::string(source_word(entry)));
        same("version", member_or_null(wanted, "version"), text_or_null(entry.version));
        same("strict", member_or_null(wanted, "strict"), member_or_null(entry.package.fields, "strict"));
        if (!wanted.contains("dir")) return;
        const auto folder = resolve_plugin_source(files_, entry.source, marketplace.root, entry.name);
        same("dirExists", member_or_null(wanted, "dirExists"), folder.has_value());
        if (!folder) return;
        same("dir", member_or_null(wanted, "dir"),
             json::string(folder->lexically_relative(*files_.real_path(root_)).generic_string()));
        compare_entry_package(place, entry, *folder, wanted);
    }

    void compare_entry_package(const std::string& place, const MarketplaceEntry& entry, const Path& folder,
                               const json::object& wanted) {
        PackageOptions options;
        options.fallback_name = entry.name;
        options.entry = entry.package;
        const auto package = read_package(files_, folder, options);
        const bool conflict = !package && package.error().code == code::package_conflict;
        comparison_.same(place, "entry.conflict", member_or_null(wanted, "conflict") == json::value(true), conflict);
        if (conflict) return;
        if (!package) return comparison_.same(place, "entry.readable", true, json::string(to_line(package.error())));
        comparison_.same(place, "entry.manifest", member_or_null(wanted, "manifest"), !package->manifest.empty());
        const auto& name = member_or_null(wanted, "manifestName");
        comparison_.same(place, "entry.manifestName", name.is_null() ? member_or_null(wanted, "name") : name,
                         json::string(package->name));
        compare_components(place, "entry", *package, member_object(wanted, "components"));
    }

    Comparison& comparison_;
    const FileReader& files_;
    Path root_;
};

}  // namespace

void compare_packages(Comparison& comparison, const FileReader& files, const Path& root,
                      const boost::json::object& expected) {
    RepositoryPackages packages(comparison, files, root);
    for (const auto& item : member_object(expected, "plugins")) {
        packages.compare_plugin(item.key(), item.value().as_object());
    }
    for (const auto& item : member_object(expected, "otherManifests")) {
        packages.compare_other_manifest(item.key(), item.value().as_object());
    }
    for (const auto& item : member_object(expected, "marketplaces")) {
        const auto& wanted = item.value().as_object();
        if (member_or_null(wanted, "claude") == json::value(true)) packages.compare_marketplace(item.key(), wanted);
    }
}

const json::object& member_object(const json::object& object, std::string_view key) {
    static const json::object kEmpty;
    const auto* value = object.if_contains(key);
    return value != nullptr && value->is_object() ? value->get_object() : kEmpty;
}

const json::value& member_or_null(const json::object& object, std::string_view key) {
    static const json::value kNull;
    const auto* value = object.if_contains(key);
    return value != nullptr ? *value : kNull;
}

json::value text_or_null(std::string_view text) {
    return text.empty() ? json::value() : json::value(json::string(text));
}

}  // namespace skilldeck::corpus

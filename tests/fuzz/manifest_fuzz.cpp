// SPDX-License-Identifier: Apache-2.0
// The files that say what a plugin is, all of them hostile at once: whatever they hold, a package is read or refused
// with a reason, nothing of it lies outside its folder, and every entry of a catalogue is judged.
// Input: the texts of the files below in their order, each ended by a line `%%`; an empty one is not there.
#include "base/plugin_id.hpp"
#include "market/git_address.hpp"
#include "market/marketplace.hpp"
#include "memory_files.hpp"
#include "package/agent_plugins_server.hpp"
#include "package/package.hpp"
#include "plugin/contributions.hpp"
#include "property.hpp"

#include <array>
#include <set>

using namespace skilldeck;

namespace {

constexpr std::string_view kSeparator = "\n%%\n";
constexpr std::string_view kMarket = "/market", kRoot = "/market/plugins/p";
constexpr std::array<std::string_view, 9> kFiles{"/market/.claude-plugin/marketplace.json",
                                                 "/market/plugins/p/.claude-plugin/plugin.json",
                                                 "/market/plugins/p/plugin.json",
                                                 "/market/plugins/p/mcp.json",
                                                 "/market/plugins/p/.mcp.json",
                                                 "/market/plugins/p/hooks/hooks.json",
                                                 "/market/plugins/p/dev.skilldeck/module.json",
                                                 "/market/plugins/p/dev.skilldeck/skills.json",
                                                 "/market/plugins/p/skills/s/SKILL.md"};

fuzz::MemoryFiles tree_of(std::string_view text) {
    fuzz::MemoryFiles files;
    for (const auto file : kFiles) {
        const auto end = text.find(kSeparator);
        const auto part = text.substr(0, end);
        if (!part.empty()) files.add(std::string(file), part);
        if (end == std::string_view::npos) break;
        text.remove_prefix(end + kSeparator.size());
    }
    // Something for every path to lead to, and a secret for those that lead out.
    files.add("/market/plugins/p/commands/db/go.md", "Go.");
    files.add("/market/plugins/p/agents/a.md", "A.");
    files.add("/market/plugins/secret/SKILL.md", "Secret.");
    files.add("/secret.json", R"({"hooks": {"Stop": []}})");
    return files;
}

void check_diagnostics(const Diagnostics& diagnostics) {
    for (const auto& diagnostic : diagnostics) MUST_HOLD(!diagnostic.message.empty() && !diagnostic.file.empty());
}

void check_file(const Path& file, const PluginPackage& package, const std::optional<PackageEntry>& entry) {
    MUST_HOLD(lies_below(file, package.root) || (entry && file == entry->file));
}

void check_hooks(const PluginPackage& package, const HooksDocument& document) {
    Diagnostics diagnostics;
    HookConfig prototype;
    prototype.plugin_root = package.root;
    prototype.file = document.file;
    for (const auto& hook : read_hooks(document.events, prototype, diagnostics)) {
        MUST_HOLD(!hook.event.empty() || document.events.contains(""));
        MUST_HOLD(!hook.what.empty() && !hook.place.empty() && hook.timeout.count() > 0);
    }
    check_diagnostics(diagnostics);
}

void check_servers(const fuzz::MemoryFiles& files, const PluginPackage& package) {
    std::set<std::string> names;
    for (const auto& document : package.mcp) {
        for (const auto& server : document.servers) {
            MUST_HOLD(server.value().is_object() && names.insert(server.key()).second);
            const bool closed = document.format == PackageFormat::agent_plugins;
            MUST_HOLD(!closed || !agent_plugins_server_fault(files, package.root, server.value()));
        }
    }
}

void check_package(const fuzz::MemoryFiles& files, const std::optional<PackageEntry>& entry) {
    PackageOptions options;
    options.fallback_name = "p";
    options.entry = entry;
    options.platform = "linux-x86_64";
    const auto package = read_package(files, kRoot, options);
    if (!package) {
        MUST_HOLD(!package.error().what.empty() && !package.error().where.empty());
        return;
    }
    MUST_HOLD(is_plugin_name(package->name) && package->root == kRoot);
    check_diagnostics(package->diagnostics);
    for (const auto& skill : package->skills) check_file(skill.file, *package, entry);
    for (const auto& command : package->commands) check_file(command.file, *package, entry);
    for (const auto& agent : package->agents) check_file(agent.file, *package, entry);
    for (const auto& document : package->hooks) {
        check_file(document.file, *package, entry);
        check_hooks(*package, document);
    }
    for (const auto& document : package->mcp) check_file(document.file, *package, entry);
    check_servers(files, *package);
    if (package->native) {
        MUST_HOLD(package->native->library.empty() || lies_below(package->native->library, package->root));
    }
}

void check_marketplace(const fuzz::MemoryFiles& files) {
    const auto marketplace = read_marketplace(files, {kMarket, kFiles[0]});
    if (!marketplace) {
        MUST_HOLD(!marketplace.error().what.empty());
        return;
    }
    MUST_HOLD(is_plugin_name(marketplace->name));
    std::set<std::string> names;
    for (const auto& entry : marketplace->entries) {
        MUST_HOLD(!entry.name.empty());
        MUST_HOLD(entry.valid || !entry.diagnostics.empty());
        if (!entry.valid) continue;
        MUST_HOLD(is_plugin_name(entry.name) && names.insert(entry.name).second);
        const auto folder = resolve_plugin_source(files, entry.source, kMarket, entry.name);
        MUST_HOLD(!folder || lies_below(*folder, kMarket));
        if (const auto address = plugin_git_address(entry.source, entry.name)) {
            MUST_HOLD(address->url.starts_with("file:///") && address->repository.is_absolute());
            MUST_HOLD(!address->ref.starts_with('-') && address->ref.find(':') == std::string::npos);
            MUST_HOLD(!Path(address->directory).is_absolute() && !climbs_out(address->directory));
        }
        check_package(files, entry.package);
    }
    for (const auto& rename : marketplace->renames) (void)marketplace->renamed(rename.first);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const auto files = tree_of(fuzz::as_text(data, size));
    check_package(files, std::nullopt);
    check_marketplace(files);
    return 0;
}

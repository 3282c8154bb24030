// SPDX-License-Identifier: Apache-2.0
#include "plugin/availability.hpp"

#include "base/semver.hpp"
#include "base/text.hpp"

#include <algorithm>

namespace skilldeck {

namespace {

Availability unavailable(std::string reason) {
    return {false, std::move(reason)};
}

std::string_view os_of(std::string_view platform) {
    return platform.substr(0, platform.find('-'));
}

bool host_fits(std::string_view range_text, std::string_view host_version) {
    const auto range = VersionRange::parse(range_text);
    const auto version = parse_version(host_version);
    return range && version && range->contains(*version);
}

/// Commands are looked up by name, as a shell would.
bool on_search_path(const FileReader& files, const PluginWorld& world, const std::string& command) {
    if (command.empty() || command.find_first_of("/\\") != std::string::npos) return false;
    const bool windows = os_of(world.platform) == "windows";
    return std::ranges::any_of(world.search_path, [&](const Path& folder) {
        const auto file = files.info(folder / (windows ? command + ".exe" : command));
        return file && file->kind == FileKind::regular && (windows || file->executable());
    });
}

}  // namespace

Availability judge_availability(const FileReader& files, const PluginWorld& world, const NativeModule& module) {
    if (!module.requires_host.empty() && !host_fits(module.requires_host, world.host_version)) {
        return unavailable("it needs host " + module.requires_host + ", this is " + world.host_version);
    }
    const std::string os(os_of(world.platform));
    const auto& wanted = module.requires_os;
    if (!wanted.empty() && std::ranges::find(wanted, os) == wanted.end()) {
        return unavailable("it needs " + join(wanted, " or ") + ", this is " + os);
    }
    if (module.platform.empty()) {
        return unavailable("it has no module for " + world.platform + ", only for " + join(module.platforms, ", "));
    }
    for (const auto& name : module.requires_env) {
        if (!world.environment.contains(name)) return unavailable("the environment variable " + name + " is not set");
    }
    for (const auto& command : module.requires_commands) {
        if (!on_search_path(files, world, command)) return unavailable("the command " + command + " is not on PATH");
    }
    return {};
}

}  // namespace skilldeck

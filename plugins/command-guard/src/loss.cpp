// SPDX-License-Identifier: Apache-2.0
#include "loss.hpp"

namespace command_guard {

std::optional<Loss> loss_of(PathClass path) {
    switch (path) {
        case PathClass::root: return Loss{true, "everything on this machine"};
        case PathClass::system: return Loss{true, "a directory that this machine needs"};
        case PathClass::home: return Loss{true, "the whole home directory"};
        case PathClass::ancestor: return Loss{true, "a directory above the project"};
        case PathClass::device: return Loss{true, "a device"};
        case PathClass::project: return Loss{false, "everything in the project or the working directory"};
        case PathClass::repository: return Loss{false, "the history of a repository (.git)"};
        case PathClass::outside: return Loss{false, "something outside the project"};
        case PathClass::unknown: return Loss{false, "a path that only the running shell knows"};
        case PathClass::inside:
        case PathClass::temporary: break;
    }
    return std::nullopt;
}

void judge_removal(const Invocation& invocation, const Text& path, Extent extent, std::string_view verb) {
    invocation.check_protected(path);
    const Walk walk = resolve_path(path, invocation.scope()).walk;
    const bool whole = extent == Extent::tree || walk == Walk::everything;
    if (!whole && walk == Walk::none) return;
    const PathClass where = invocation.class_of(whole ? path : walk_start(path));
    const auto loss = loss_of(where);
    if (!loss) return;
    if (!whole) {
        // picking files of the project by name is everyday work
        if (where != PathClass::project) invocation.ask("remove", std::string(verb) + "files in " + loss->what);
    } else if (loss->is_beyond_discussion) {
        invocation.deny("remove", std::string(verb) + loss->what);
    } else {
        invocation.ask("remove", std::string(verb) + loss->what);
    }
}

}  // namespace command_guard

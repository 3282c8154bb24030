// SPDX-License-Identifier: Apache-2.0
#include "trust/origin_rights.hpp"

namespace skilldeck {

namespace {

/// What the place that carries or enabled something may do. The grants are in rising order of `rank`.
Grant grant_of_place(Scope scope, bool trusted, Right right) {
    if (scope != Scope::project && scope != Scope::local) return Grant::yes;
    if (!trusted) return Grant::after_trust;
    return right == Right::mcp_servers ? Grant::after_approval : Grant::yes;
}

int rank(Grant grant) {
    switch (grant) {
        case Grant::never: return 0;
        case Grant::after_trust: return 1;
        case Grant::after_approval: return 2;
        case Grant::yes: return 3;
    }
    return 0;
}

Grant lesser(Grant a, Grant b) {
    return rank(a) <= rank(b) ? a : b;
}

}  // namespace

std::string_view loaded_from_word(LoadedFrom loaded_from) {
    switch (loaded_from) {
        case LoadedFrom::managed: return "managed";
        case LoadedFrom::skills: return "skills";
        case LoadedFrom::commands_deprecated: return "commands_DEPRECATED";
        case LoadedFrom::plugin: return "plugin";
        case LoadedFrom::bundled: return "bundled";
        case LoadedFrom::mcp: return "mcp";
        case LoadedFrom::remote: return "remote";
    }
    return "remote";
}

Grant origin_grant(const Origin& origin, Right right) {
    switch (origin.loaded_from) {
        case LoadedFrom::managed:
        case LoadedFrom::bundled: return Grant::yes;
        case LoadedFrom::mcp:
        case LoadedFrom::remote: return right == Right::allowed_tools ? Grant::after_approval : Grant::never;
        case LoadedFrom::plugin: {
            const auto own = right == Right::native_code ? Grant::after_approval : Grant::yes;
            return lesser(own, grant_of_place(origin.scope, origin.trusted, right));
        }
        case LoadedFrom::skills:
        case LoadedFrom::commands_deprecated:
            return right == Right::native_code ? Grant::never : grant_of_place(origin.scope, origin.trusted, right);
    }
    return Grant::never;
}

}  // namespace skilldeck

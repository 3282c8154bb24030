// SPDX-License-Identifier: Apache-2.0
#include "trust/workspace.hpp"

#include "trust/codes.hpp"

#include <string_view>

namespace skilldeck {

namespace {

Error refused(const Path& directory, std::string_view why, std::string_view mend) {
    return make_error(code::trust_refused, directory.string(), {why, mend});
}

}  // namespace

Path as_recorded(const Path& directory) {
    const auto normal = directory.lexically_normal();
    return normal.has_filename() ? normal : normal.parent_path();
}

Result<Path> trustable_workspace(const FileReader& files, const Path& directory, const Path& home) {
    const auto real = files.real_path(directory);
    if (!real) return real.error();
    const auto info = files.info(*real);
    if (!info) return info.error();
    const auto real_home = files.real_path(home);
    constexpr std::string_view kNarrower = "trust the folder of the project itself";
    if (info->kind != FileKind::directory) return refused(*real, "it is not a folder", kNarrower);
    if (!real->has_relative_path()) return refused(*real, "it is the root of the file system", kNarrower);
    if (*real == home || (real_home && *real == *real_home)) {
        return refused(*real, "it is the home directory", kNarrower);
    }
    if (info->writable_by_all()) {
        return refused(*real, "everybody may write to it",
                       "take that permission away (chmod o-w), or move the project");
    }
    return *real;
}

}  // namespace skilldeck

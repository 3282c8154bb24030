// SPDX-License-Identifier: Apache-2.0
#include "os/dangling_link.hpp"

#include "os/codes.hpp"

namespace skilldeck {

std::optional<Error> dangling_link(const FileReader& files, const Path& path) {
    for (const auto& at : {path, path.parent_path()}) {
        const auto entry = files.info(at, Links::keep);
        if (!entry || entry->kind != FileKind::link || files.info(at)) continue;
        const auto target = files.read_link(at);
        auto error = make_error(
            code::file_unreadable, at.string(),
            {"it is a link to " + (target ? target->string() : std::string("nothing")) + ", which is not there"});
        error.hint = "let the link lead to what is meant, or remove it";
        return error;
    }
    return std::nullopt;
}

}  // namespace skilldeck

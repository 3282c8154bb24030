// SPDX-License-Identifier: Apache-2.0
// The conditions of all skills with `paths`, compiled once, against the path of a file. It owns which skills a path is
// for; whether they are active already is activation.hpp. An immutable value; safe from any thread.
#pragma once

#include "base/glob_index.hpp"
#include "skill/catalogue.hpp"

#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace skilldeck {

class ConditionalSkills {
public:
    /// A pattern that cannot be read is a diagnostic; the others of its skill stay.
    ConditionalSkills(std::shared_ptr<const Catalogue> catalogue, Diagnostics& diagnostics);

    /// Qualified names of the skills for a file, in no order that means anything; views of the catalogue. `path` is
    /// that of path_in_project().
    [[nodiscard]] std::vector<std::string_view> matching(std::string_view path) const;

private:
    std::shared_ptr<const Catalogue> catalogue_;
    GlobIndex index_;
    std::vector<std::vector<std::string_view>> names_;  ///< by number in the index: skills often have the same paths
};

}  // namespace skilldeck

// SPDX-License-Identifier: Apache-2.0
// Everywhere that the source of a marketplace is, whatever its spelling: what rules, declarations and registrations
// are compared by. A source is `{kind: "directory"|"github"|…, path, …}`; also `source` for `kind` as in settings.
// Pure functions of the files, safe from any thread.
#pragma once

#include "os/file_system.hpp"
#include "settings/repository_address.hpp"

#include <boost/json/object.hpp>

#include <optional>
#include <string>
#include <vector>

namespace skilldeck {

struct SourcePlaces {
    std::optional<RepositoryAddress> address;  ///< of one that is not on this machine
    /// Of one of this machine: its directory or repository, and its marketplace.json; each as it is written and as
    /// links lead. A repository also by the name that git finds it under without `.git`.
    std::vector<std::string> roots, catalogues;
    std::string ref;       ///< of a repository: the branch or tag, without `refs/heads/` and `refs/tags/`
    std::string inner;     ///< of a repository: the marketplace's directory in it; empty: all of it
    bool is_file = false;  ///< only its marketplace.json was named, not the directory

    /// Whether any place of these is a place of `other`. A file that was named means itself, not its directory.
    [[nodiscard]] bool meet(const SourcePlaces& other) const;
};

[[nodiscard]] std::string source_kind(const boost::json::object& source);

/// Where a source is fetched from; nothing for one of this machine.
[[nodiscard]] std::optional<RepositoryAddress> source_address(const boost::json::object& source);

/// The `ref` of a source as it is written, as a member or in the address.
[[nodiscard]] std::string source_ref(const boost::json::object& source);

[[nodiscard]] SourcePlaces source_places(const FileReader& files, const boost::json::object& source);

/// Whether both say the same in every member, however a path of this machine is written: what may be trusted as the
/// other. Two spellings of one address elsewhere are not the same.
[[nodiscard]] bool is_same_source(const FileReader& files, const boost::json::object& one,
                                  const boost::json::object& other);

}  // namespace skilldeck

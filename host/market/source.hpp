// SPDX-License-Identifier: Apache-2.0
// Where a marketplace or a plugin comes from: one value for all kinds, and the kinds that are a directory of this
// machine resolved to it. Everything that needs git or the network is named here and fetched elsewhere.
// Pure functions of the files, safe from any thread.
#pragma once

#include "base/result.hpp"
#include "os/file_system.hpp"

#include <boost/json/object.hpp>
#include <boost/json/value.hpp>

#include <string>
#include <string_view>

namespace skilldeck {

enum class SourceKind {
    relative,   ///< of an entry: a directory below the marketplace root
    directory,  ///< of a marketplace: its root
    file,       ///< of a marketplace: its JSON file; the root is two levels up
    git,
    github,
    url,
    git_subdir,
    archive,
    npm,
    command,
    settings,
    unknown,  ///< a word this host does not know; kept, never run
};
/// As it stands in files and JSON: `git-subdir`.
[[nodiscard]] std::string_view source_kind_word(SourceKind kind);

struct Source {
    SourceKind kind = SourceKind::unknown;
    std::string word;            ///< the kind as written
    std::string path;            ///< of relative, directory and file
    boost::json::object fields;  ///< all other members as written

    /// The record's shape, `{"source": kind, …}`.
    [[nodiscard]] boost::json::object to_record() const;
    /// The interface's shape, `{"kind": kind, …}`.
    [[nodiscard]] boost::json::object to_view() const;
};

/// The `source` of a marketplace entry: a string is a relative path. `plugin_root` is `metadata.pluginRoot`, put before
/// a bare name. Errors: source_invalid, naming what is wrong with it (no `./`, `..`, backslash, absolute, no kind).
[[nodiscard]] Result<Source> parse_plugin_source(const boost::json::value& source, std::string_view plugin_root,
                                                 std::string_view where);

/// The source of a recorded or declared marketplace, `{"source": "directory", "path": …}`. Errors: source_invalid.
[[nodiscard]] Result<Source> parse_marketplace_source(const boost::json::object& source, std::string_view where);

/// What a person typed after `marketplace add`: a directory, a bare git repository, a marketplace.json, an address (of
/// a git repository also with `#ref`), owner/repository, or a source as JSON, `{"source": "git", "url": …}`. A relative
/// path counts from `working_directory` and becomes absolute. Errors: of JSON, source_invalid when it has none of the
/// known forms, file_not_found for a path that is not there.
[[nodiscard]] Result<Source> read_source_argument(const FileReader& files, std::string_view text,
                                                  const Path& working_directory);

/// The real directory of an entry's source. Errors: unsupported_source for a kind that is no directory here,
/// source_outside when the real path is not below `marketplace_root`, source_missing when there is none.
[[nodiscard]] Result<Path> resolve_plugin_source(const FileReader& files, const Source& source,
                                                 const Path& marketplace_root, std::string_view entry_name);

struct MarketplaceLocation {
    Path root;  ///< real path of the directory that holds `.claude-plugin/`
    Path file;  ///< the marketplace.json
};

/// Errors: unsupported_source, marketplace_file_missing.
[[nodiscard]] Result<MarketplaceLocation> resolve_marketplace_source(const FileReader& files, const Source& source);

}  // namespace skilldeck

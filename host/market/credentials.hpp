// SPDX-License-Identifier: Apache-2.0
// ~/.skilldeck/credentials.json (0600), version 1: the secret options of plugins,
// `{"version": 1, "pluginOptions": {"name@market": {"KEY": value}}}`; members of others stay. What is in it is never
// put into a message. Every change is done under the lock of the folder; any number of processes, one thread each.
#pragma once

#include "base/diagnostic.hpp"
#include "base/result.hpp"
#include "os/file_system.hpp"

#include <boost/json/object.hpp>

#include <cstdint>
#include <functional>
#include <string_view>

namespace skilldeck {

/// How option values go on to another id: `copy` while something is still installed under the old one.
enum class OptionCarry : std::uint8_t { move, copy };

class Credentials {
public:
    Credentials(const FileReader& reader, FileWriter& writer, Path file)
        : reader_(reader), writer_(writer), file_(std::move(file)) {}

    /// By plugin id. A damaged file, and one that others may write, gives none and a diagnostic; one that others may
    /// read is reported and read.
    [[nodiscard]] boost::json::object plugin_options(Diagnostics& diagnostics) const;

    /// A null takes a value away. A damaged file is copied aside first, which `diagnostics` says. Errors:
    /// state_file_newer, credentials_writable_by_others, those of files and lock.
    [[nodiscard]] Result<> change_plugin_options(std::string_view plugin_id, const boost::json::object& changes,
                                                 Diagnostics& diagnostics);
    [[nodiscard]] Result<> forget_plugin(std::string_view plugin_id);

    /// What `to` has of its own stays.
    [[nodiscard]] Result<> carry_plugin(std::string_view from, std::string_view to, OptionCarry how);

    [[nodiscard]] const Path& file() const { return file_; }

private:
    /// Of a missing file, and of a damaged one, nothing is changed or said.
    [[nodiscard]] Result<> change_if_there(const std::function<bool(boost::json::object&)>& change);
    /// `change` says whether there is something to write.
    [[nodiscard]] Result<> change(Diagnostics& diagnostics, const std::function<bool(boost::json::object&)>& change);

    const FileReader& reader_;
    FileWriter& writer_;
    Path file_;
};

}  // namespace skilldeck

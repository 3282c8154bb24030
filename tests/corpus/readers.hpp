// SPDX-License-Identifier: Apache-2.0
// What the host's own libraries make of one repository, compared with what was expected of it. One thread.
#pragma once

#include "comparison.hpp"
#include "os/file_system.hpp"

#include <boost/json/object.hpp>

namespace skilldeck::corpus {

/// SKILL.md, command and agent files: `skills`, `commands` and `agents` of the expectations.
void compare_markdown(Comparison& comparison, const FileReader& files, const Path& root,
                      const boost::json::object& expected);
/// Plugins, marketplaces and the manifests of other hosts: `plugins`, `marketplaces`, `otherManifests`.
void compare_packages(Comparison& comparison, const FileReader& files, const Path& root,
                      const boost::json::object& expected);

/// A member that is an object; an empty one otherwise.
[[nodiscard]] const boost::json::object& member_object(const boost::json::object& object, std::string_view key);
/// A member, null where it is absent.
[[nodiscard]] const boost::json::value& member_or_null(const boost::json::object& object, std::string_view key);
/// Null for an empty text.
[[nodiscard]] boost::json::value text_or_null(std::string_view text);

}  // namespace skilldeck::corpus

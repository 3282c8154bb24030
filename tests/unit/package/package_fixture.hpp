// SPDX-License-Identifier: Apache-2.0
// Reading packages in the tests of this folder.
#pragma once

#include "package/package.hpp"
#include "printing.hpp"
#include "temporary_directory.hpp"

#include <boost/json/serialize.hpp>
#include <boost/test/unit_test.hpp>

#include <algorithm>
#include <string>
#include <vector>

namespace skilldeck::test {

using Names = std::vector<std::string>;

inline const FileSystem& disk() {
    static const FileSystem files;
    return files;
}

inline Result<PluginPackage> read(const Path& directory, const PackageOptions& options = {}) {
    return read_package(disk(), directory, options);
}

inline PluginPackage must_read(const Path& directory, const PackageOptions& options = {}) {
    const auto package = read(directory, options);
    BOOST_REQUIRE_MESSAGE(package.has_value(), (package.has_value() ? std::string() : to_line(package.error())));
    return *package;
}

inline Code refusal(const Path& directory, const PackageOptions& options = {}) {
    const auto package = read(directory, options);
    BOOST_REQUIRE_MESSAGE(!package.has_value(), "the package was not refused");
    return package.error().code;
}

template <class Item>
Names names_of(const std::vector<Item>& items) {
    Names names;
    for (const auto& item : items) names.push_back(item.name);
    return names;
}

inline Names servers_of(const PluginPackage& package) {
    Names names;
    for (const auto& document : package.mcp) {
        for (const auto& server : document.servers) names.emplace_back(server.key());
    }
    std::sort(names.begin(), names.end());
    return names;
}

inline Names events_of(const PluginPackage& package) {
    Names names;
    for (const auto& document : package.hooks) {
        for (const auto& event : document.events) names.emplace_back(event.key());
    }
    std::sort(names.begin(), names.end());
    return names;
}

inline std::vector<Code> codes_of(const Diagnostics& diagnostics) {
    std::vector<Code> codes;
    for (const auto& diagnostic : diagnostics) codes.push_back(diagnostic.code);
    return codes;
}

inline const Diagnostic* find_code(const Diagnostics& diagnostics, Code code) {
    const auto found = std::find_if(diagnostics.begin(), diagnostics.end(),
                                    [&](const Diagnostic& diagnostic) { return diagnostic.code == code; });
    return found == diagnostics.end() ? nullptr : &*found;
}

inline PackageOptions with_entry(std::string_view name, const boost::json::value& fields,
                                 const Path& file = "/m.json") {
    PackageEntry entry;
    entry.name = name;
    entry.fields = fields.as_object();
    entry.file = file;
    PackageOptions options;
    options.entry = entry;
    return options;
}

}  // namespace skilldeck::test

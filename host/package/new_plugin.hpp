// SPDX-License-Identifier: Apache-2.0
// The files of `plugin new`: a plugin that loads and passes its test. It makes texts; the caller writes them.
// The template of a native plugin is the caller's (the host embeds sdk/template), so that there is one template only.
// Pure functions, safe from any thread.
#pragma once

#include "base/result.hpp"
#include "os/file_system.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace skilldeck {

enum class PluginLanguage { none, c, cpp };
/// `none`, `c`, `cpp`; anything else gives nothing.
[[nodiscard]] std::optional<PluginLanguage> parse_plugin_language(std::string_view word);

struct NewFile {
    Path path;  ///< relative to the plugin's directory
    std::string text;
    std::uint32_t mode = 0644;
};

/// The words of a template that stand for the new plugin, in file names and texts. The second one is for identifiers of
/// C and C++ (targets, namespaces, functions): the name with everything else as `_`.
inline constexpr std::string_view kTemplateName = "skilldeck-template-name";
inline constexpr std::string_view kTemplateIdentifier = "skilldeck_template_name";

/// The files of a plugin called `name`. `templates` is the template of `language`; for `none` it is not used.
/// Errors: new_plugin_name; template_missing when a native language has no files.
[[nodiscard]] Result<std::vector<NewFile>> new_plugin_files(std::string_view name, PluginLanguage language,
                                                            const std::vector<NewFile>& templates);

}  // namespace skilldeck

// SPDX-License-Identifier: Apache-2.0
// What a plugin's author uses: `plugin new|validate|test`.
#include "app/action.hpp"
#include "app/codes.hpp"
#include "app/commands.hpp"
#include "app/component_judge.hpp"
#include "app/findings.hpp"
#include "app/plugin_test.hpp"
#include "app/templates.hpp"
#include "app/validation.hpp"
#include "base/text.hpp"
#include "market/marketplace_validation.hpp"
#include "package/new_plugin.hpp"
#include "package/validation.hpp"

#include <algorithm>
#include <array>
#include <iterator>
#include <string_view>
#include <utility>

namespace skilldeck {

namespace {

Path absolute(Host& host, const Path& path) {
    return (path.is_absolute() ? path : host.world().working_directory / path).lexically_normal();
}

std::vector<NewFile> template_of(PluginLanguage language) {
    std::vector<NewFile> files;
    const std::string folder = language == PluginLanguage::c ? "c/" : "cpp/";
    for (const auto& file : template_files()) {
        if (!file.path.starts_with(folder)) continue;
        files.push_back(NewFile{Path(std::string(file.path.substr(folder.size()))), std::string(file.text), 0644});
    }
    return files;
}

/// The template names a target after the plugin; these exist in every build (CMake policy CMP0037).
bool is_cmake_target(std::string_view name) {
    constexpr std::array<std::string_view, 10> kReserved{"all",     "clean",   "depend",     "edit_cache",    "help",
                                                         "install", "package", "preinstall", "rebuild_cache", "test"};
    return std::find(kReserved.begin(), kReserved.end(), name) != kReserved.end();
}

/// Removes what was written when one file could not be: a half made plugin helps nobody.
Result<> write_plugin(FileSystem& files, const Path& root, const std::vector<NewFile>& contents) {
    for (const auto& file : contents) {
        const auto target = root / file.path;
        auto done = files.make_directories(target.parent_path());
        if (done) done = files.write_new(target, file.text, file.mode);
        if (done) continue;
        (void)files.remove_tree(root);
        auto error = done.error();
        error.hint = "choose another place with --dir, where you may write";  // not a place of the host
        return error;
    }
    return {};
}

}  // namespace

ExitStatus plugin_validate(CommandContext& context, const PluginValidateArguments& arguments) {
    auto& host = context.host;
    auto& files = host.world().files;
    const auto path = absolute(host, arguments.path);
    ValidationAnswer answer;
    answer.form = arguments.sarif ? FindingsForm::sarif : FindingsForm::text_or_json;
    Mending mending(files);
    if (arguments.fix) {
        if (const auto file = marketplace_file_at(files, path)) mending.mend_json(*file);
        for (const auto& plugin : plugins_at(files, path)) mending.mend_plugin(plugin, host.package_options());
    }
    auto findings = validate_path(files, path, host.package_options(), PluginComponentJudge(files));
    if (!findings) return fail(context, findings.error());
    answer.findings = std::move(*findings);
    std::move(mending.problems.begin(), mending.problems.end(), std::back_inserter(answer.findings));
    answer.mended = std::move(mending.mended);
    const auto strictness = arguments.strict ? Strictness::warnings_fail : Strictness::errors_fail;
    answer.verdict = validation_passed(answer.findings, strictness) ? Verdict::passed : Verdict::failed;
    const auto root = files.real_path(path);
    answer.root = files.is_directory(*root) ? *root : root->parent_path();
    return answer_validation(context, answer);
}

ExitStatus plugin_new(CommandContext& context, const PluginNewArguments& arguments) {
    auto& host = context.host;
    const auto language = parse_plugin_language(arguments.language).value_or(PluginLanguage::none);
    if (language != PluginLanguage::none && is_cmake_target(arguments.name)) {
        return fail(context, make_error(code::usage_wrong, arguments.name,
                                        {"CMake keeps this name for itself, so a native plugin cannot have it"}));
    }
    const auto contents = new_plugin_files(arguments.name, language, template_of(language));
    if (!contents) return fail(context, contents.error());
    const auto root = absolute(host, arguments.directory.value_or(Path("."))) / arguments.name;
    if (host.world().files.info(root, Links::keep)) return fail(context, make_error(code::path_exists, root.string()));
    if (const auto written = write_plugin(host.world().files, root, *contents); !written) {
        return fail(context, written.error());
    }
    Action action;
    action.command = "plugin new";
    action.id = arguments.name;
    action.message = "made " + root.string() + " with " + counted(contents->size(), "file") + "; " +
                     (language == PluginLanguage::none ? "`skilldeck plugin validate` judges it"
                                                       : "its README.md says how to build it");
    return answer_action(context.out, action);
}

ExitStatus plugin_test(CommandContext& context, const Path& path) {
    const auto result = test_plugin(context.host, absolute(context.host, path));
    if (!result) return fail(context, result.error());
    const bool failed = std::any_of(result->findings.begin(), result->findings.end(),
                                    [](const auto& finding) { return finding.severity == Severity::error; });
    if (!context.out.json()) {
        for (const auto& check : result->checks) context.out.answer_line("ok: " + check);
    }
    const auto passed = counted(result->checks.size(), "check") + " passed";
    if (!context.out.json() && !result->findings.empty()) context.out.answer_line(passed);
    return answer_findings(context.out, result->findings, failed ? Verdict::failed : Verdict::passed, passed);
}

}  // namespace skilldeck

// SPDX-License-Identifier: Apache-2.0
#include "app/mending.hpp"

#include "app/codes.hpp"
#include "package/component_validation.hpp"
#include "package/plugin_repair.hpp"
#include "skill/skill_repair.hpp"

#include <string_view>
#include <utility>

namespace skilldeck {

namespace {

/// Larger files are no text that somebody wrote.
constexpr std::size_t kTextBytes = 10 * 1024 * 1024;
constexpr std::uint32_t kExecutableBits = 0111, kModeBits = 0777;
constexpr std::string_view kTemporarySuffix = ".skilldeck-fix";

}  // namespace

template <class Repair>
void Mending::mend(const Path& file, const Repair& repair) {
    const auto info = files_.info(file, Links::keep);
    if (!info || (info->kind != FileKind::regular && info->kind != FileKind::link)) return;
    const auto text = files_.read(file, kTextBytes);
    if (!text) return;  // validation says so
    const RepairedText repaired = repair(std::string_view(*text));
    if (info->kind == FileKind::link) {
        const bool nothing = repaired.repairs.empty() && repaired.left.empty();
        if (!nothing) leave(file, 1, "it is a link", "run --fix where the file itself is");
        return;
    }
    for (const auto& one : repaired.left) leave(file, one.line, one.what, "change it by hand");
    if (repaired.repairs.empty()) return;
    if (const auto written = files_.write_atomically(file, repaired.text); !written) {
        problems.push_back(to_diagnostic(written.error()));
        return;
    }
    for (const auto& one : repaired.repairs) mended.push_back({file.string(), one.line, one.what});
}

void Mending::leave(const Path& file, int line, std::string_view why, std::string_view hint) {
    problems.push_back(make_diagnostic(code::fix_left_alone, file.string(), {why, hint}));
    problems.back().line = line;
}

void Mending::mend_skill(const SkillToJudge& skill) {
    mend(skill.file, [&](std::string_view text) { return repair_skill(text, skill.folder); });
}

void Mending::mend_json(const Path& file) {
    mend(file, repair_json);
}

void Mending::mend_plugin(const Path& directory, const PackageOptions& options) {
    const auto package = read_package(files_, directory, options);
    if (!package) return;  // nothing is known to be a part of it
    if (!package->manifest.empty()) {
        mend(package->manifest, [&](std::string_view text) { return repair_manifest(files_, package->root, text); });
    }
    for (const auto& file : package->json_files) mend_json(file);
    for (const auto& skill : package->skills) mend_skill({skill.file, skill.name});
    for (const auto& command : package->commands) {
        if (!command.text) mend(command.file, repair_front_matter);
    }
    for (const auto& agent : package->agents) mend(agent.file, repair_front_matter);
    for (const auto& script : scripts_with_carriage_return(files_, package->root)) mend(script.file, repair_line_ends);
    for (const auto& script : scripts_to_make_executable(files_, *package)) make_executable(script);
}

/// The same bytes beside it with the new mode, renamed over it: before or after, never between.
void Mending::make_executable(const Path& script) {
    const auto info = files_.info(script, Links::keep);
    const auto bytes = files_.read(script, kTextBytes);
    if (!info || !bytes) return;
    auto beside = script;
    beside += kTemporarySuffix;
    auto written = files_.write_new(beside, *bytes, (info->mode | kExecutableBits) & kModeBits);
    if (written) {
        written = files_.rename(beside, script);
        if (!written) (void)files_.remove_tree(beside);
    }
    if (written) {
        mended.push_back({script.string(), 1, "made it executable"});
    } else {
        problems.push_back(to_diagnostic(written.error()));
    }
}

}  // namespace skilldeck

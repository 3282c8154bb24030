// SPDX-License-Identifier: Apache-2.0
// The first line is an argument, the rest a skill. One pass: expanding with the argument gives what expanding with a
// mark in its place gives, with the argument put where the mark is; so nothing in it is looked at again. Commands of
// shell blocks are the same for both: the argument is never part of their text. What they print stands as it is.
#include "base/text.hpp"
#include "property.hpp"
#include "skill/expansion.hpp"

#include <optional>
#include <string>
#include <vector>

using namespace skilldeck;

namespace {

constexpr std::string_view kMark = "\x02mark\x02";
constexpr std::string_view kPrinted = "$0 $ARGUMENTS !`again` ${CLAUDE_PROJECT_DIR}";

/// A disk with nothing on it but a shell.
class EmptyDisk final : public FileReader {
public:
    Result<FileInfo> info(const Path& path, Links) const override {
        if (path != "/bin/bash") return absent(path);
        FileInfo found;
        found.kind = FileKind::regular;
        return found;
    }
    Result<std::string> read(const Path& path, std::size_t) const override { return absent(path); }
    Result<std::string> read_head(const Path& path, std::size_t) const override { return absent(path); }
    Result<std::vector<DirectoryEntry>> list(const Path& path) const override { return absent(path); }
    Result<Path> real_path(const Path& path) const override { return absent(path); }
    Result<Path> read_link(const Path& path) const override { return absent(path); }

private:
    static Error absent(const Path& path) { return Error{{}, "not there", path.string(), {}}; }
};

class RecordingProcesses final : public ProcessRunner {
public:
    std::vector<std::string> commands;
    void run(ProcessSpec spec, CancelToken, std::function<void(ProcessOutcome)> done) override {
        commands.push_back(spec.argv.at(2));
        ProcessOutcome outcome;
        outcome.end = ProcessOutcome::End::exited;
        outcome.output = std::string(kPrinted) + "\n";
        done(std::move(outcome));
    }
    void end_all(std::function<void()> done) override { done(); }
};

struct Expanded {
    std::optional<Result<ExpandedSkill>> result;
    std::vector<std::string> commands;
};

Expanded expanded(const std::shared_ptr<const Skill>& skill, std::string_view argument) {
    static const EmptyDisk disk;
    RecordingProcesses processes;
    ExpandRequest request;
    request.arguments = std::string(argument);
    request.project_dir = "/project";
    request.shell.processes = &processes;
    request.shell.environment["PATH"] = "/bin";
    request.shell.rules = {parse_permission_rule("Bash", RuleList::allow, {"user", {}}).value()};
    request.shell.places = {"/project", "/project", {}, nullptr};
    Expanded answer;
    expand(disk, skill, std::move(request), [&](Result<ExpandedSkill> result) { answer.result = std::move(result); });
    answer.commands = std::move(processes.commands);
    return answer;
}

std::string replaced(std::string_view text, std::string_view what, std::string_view with) {
    std::string out;
    for (auto at = text.find(what); at != text.npos; at = text.find(what)) {
        out.append(text.substr(0, at)).append(with);
        text.remove_prefix(at + what.size());
    }
    return out.append(text);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    if (size > 4000) return 0;
    const auto text = fuzz::as_text(data, size);
    const auto argument = text.substr(0, text.find('\n'));
    const auto body = text.substr(std::min(argument.size() + 1, text.size()));
    // One word, whatever stands in it, so that a mark can stand for it.
    if (argument.empty() || argument.find_first_of(" \t\r\v\f\"'\\") != argument.npos) return 0;
    if (body.find('\x02') != body.npos || argument.find('\x02') != argument.npos) return 0;

    auto source = std::make_shared<SkillSource>();
    source->kind = SkillSource::Kind::bundled;
    source->name = "probe";
    source->text = body;
    source->origin.loaded_from = LoadedFrom::bundled;
    source->origin.trusted = true;
    const auto read = skill_from_text(source);
    if (!read) return 0;
    const auto skill = std::make_shared<const Skill>(*read);

    const auto given = expanded(skill, argument);
    const auto marked = expanded(skill, kMark);
    MUST_HOLD(given.result.has_value() && marked.result.has_value());
    MUST_HOLD(given.commands == marked.commands);
    MUST_HOLD(given.result->has_value() == marked.result->has_value());
    if (!*given.result) return 0;
    MUST_HOLD((*given.result)->text == replaced((*marked.result)->text, kMark, argument));
    return 0;
}

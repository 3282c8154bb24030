// SPDX-License-Identifier: Apache-2.0
#include "skill/shell_block.hpp"

#include "base/display_text.hpp"
#include "base/text.hpp"
#include "skill/argument_code.hpp"
#include "skill/codes.hpp"

#include <algorithm>
#include <array>
#include <optional>
#include <utility>

namespace skilldeck {

namespace {

constexpr std::size_t kShownCommand = 200;   // code points of a command in a message
constexpr std::size_t kShownErrors = 2'000;  // code points of standard error in a message
constexpr std::string_view kCommandTool = "Bash";

/// Programs that say "nothing found" or "different" with exit code 1.
constexpr std::array<std::string_view, 9> kSearches{"grep", "egrep", "fgrep", "zgrep", "rg",
                                                    "diff", "cmp",   "test",  "["};

std::string shown(const ShellBlock& block) {
    return clean_for_line(first_code_points(block.written, kShownCommand));
}

std::string place_of(const Skill& skill, const ShellBlock& block) {
    const auto file = skill.file.empty() ? skill.call_name() : skill.file.string();
    return block.line > 0 ? file + ":" + std::to_string(block.line) : file;
}

/// Where a command holds a character that would only hide something from whoever reads it.
std::optional<std::size_t> control_character(std::string_view command) {
    const auto found = std::ranges::find_if(
        command, [](char c) { return (static_cast<unsigned char>(c) < 0x20 && c != '\t' && c != '\n') || c == 0x7F; });
    if (found == command.end()) return std::nullopt;
    return static_cast<std::size_t>(found - command.begin());
}

/// Whether exit code 1 is an answer: of the command that comes last.
bool may_find_nothing(std::string_view command) {
    const auto line = read_shell_line(command);
    const auto last = std::find_if(line.commands.rbegin(), line.commands.rend(),
                                   [](const ShellCommand& part) { return part.depth == 0 && !part.words.empty(); });
    return last != line.commands.rend() && std::ranges::find(kSearches, last->program()) != kSearches.end();
}

bool is_on_search_path(const FileReader& files, const Environment& environment, std::string_view program) {
    const auto path = environment.find("PATH");
    if (path == environment.end()) return false;
    return std::ranges::any_of(split(path->second, ':'), [&](std::string_view folder) {
        return !folder.empty() && files.is_file(Path(std::string(folder)) / std::string(program));
    });
}

std::string_view without_line_end(std::string_view text) {
    if (text.ends_with('\n')) text.remove_suffix(1);
    if (text.ends_with('\r')) text.remove_suffix(1);
    return text;
}

/// Standard output, and standard error behind it if there is any.
std::string text_of(const ProcessOutcome& outcome) {
    std::string text = repair_utf8(without_line_end(outcome.output));
    if (outcome.output_cut)
        text += "\n[cut: the output is longer than " + std::to_string(kShellBlockOutput) + " bytes]";
    const auto errors = without_line_end(outcome.errors);
    if (trim(errors).empty()) return text;
    if (!text.empty()) text += '\n';
    return text + "[stderr]\n" + repair_utf8(errors);
}

class ShellCalls : public std::enable_shared_from_this<ShellCalls> {
public:
    using Done = std::function<void(Result<std::vector<ShellOutput>>)>;

    ShellCalls(std::shared_ptr<const Skill> skill, ShellAccess access, std::vector<ShellBlock> blocks,
               CancelToken cancel, Done done)
        : skill_(std::move(skill)),
          access_(std::move(access)),
          blocks_(std::move(blocks)),
          cancel_(std::move(cancel)),
          done_(std::move(done)) {}

    void start(const FileReader& files) {
        if (auto chosen = choose_shell(files); !chosen) return done_(chosen.error());
        for (const auto& block : blocks_) {
            if (auto judged = judge(block); !judged) return done_(judged.error());
        }
        run_next();
    }

private:
    Error error(Code code, const ShellBlock& block, std::initializer_list<std::string_view> more = {}) const {
        const auto command = shown(block);
        const auto name = skill_->call_name();
        std::vector<std::string_view> arguments{command, name};
        arguments.insert(arguments.end(), more.begin(), more.end());
        arguments.resize(4);
        return make_error(code, place_of(*skill_, block), {arguments[0], arguments[1], arguments[2], arguments[3]});
    }

    Result<> choose_shell(const FileReader& files) {
        if (skill_->shell == "powershell") {
            return error(code::shell_command_not_started, blocks_.front(),
                         {"its \"shell\" is powershell, which this host does not start"});
        }
        shell_ = "bash";
        if (is_on_search_path(files, access_.environment, shell_)) return {};
        if (skill_->shell == "bash") {
            return error(code::shell_command_not_started, blocks_.front(), {"it requires bash, which was not found"});
        }
        shell_ = "sh";
        return {};
    }

    Result<> judge(const ShellBlock& block) const {
        if (const auto at = control_character(block.command)) {
            return error(code::shell_command_invalid, block, {std::to_string(*at)});
        }
        if (const auto part = argument_as_code(block.command, block.arguments)) {
            return denied(block,
                          "an argument is read as code in `" + clean_for_line(first_code_points(*part, kShownCommand)) +
                              "`, which no rule allows",
                          kArgumentAsWord);
        }
        ToolCall call;
        call.tool = kCommandTool;
        call.input["command"] = block.command;
        for (const auto& [name, value] : block.variables) call.variables[name] = value;
        const auto decision = decide(access_.rules, call, access_.places);
        if (decision.verdict == PermissionVerdict::allow) return {};
        const auto reason = decision.reason.empty() ? std::string("no rule allows it") : decision.reason;
        if (decision.verdict != PermissionVerdict::deny && access_.ask) {
            const auto question =
                "The skill " + skill_->call_name() + " wants to run: " + shown(block) + " (" + reason + "). Run it?";
            if (access_.ask(question)) return {};
        }
        return denied(block, reason,
                      decision.remedy.empty()
                          ? "allow it in permissions.allow of your settings, or in the skill's allowed-tools"
                          : decision.remedy);
    }

    Error denied(const ShellBlock& block, std::string_view reason, std::string_view remedy) const {
        return make_error(code::call_denied, place_of(*skill_, block),
                          {"the shell command `" + shown(block) + "` of the skill " + skill_->call_name() +
                               " was not run: " + std::string(reason),
                           remedy});
    }

    void run_next() {
        if (outputs_.size() == blocks_.size()) return done_(std::move(outputs_));
        const auto& block = blocks_[outputs_.size()];
        ProcessSpec spec;
        spec.argv = {shell_, "-c", block.command};
        spec.working_directory = access_.places.working_directory;
        spec.environment = access_.environment;
        for (const auto& [name, value] : block.variables) spec.environment[name] = value;
        spec.timeout = kShellBlockTimeout;
        spec.output_limit = kShellBlockOutput;
        access_.processes->run(std::move(spec), cancel_,
                               [self = shared_from_this()](const ProcessOutcome& outcome) { self->ended(outcome); });
    }

    void ended(const ProcessOutcome& outcome) {
        const auto& block = blocks_[outputs_.size()];
        if (auto failed = failure(block, outcome)) return done_(*std::move(failed));
        ShellOutput output;
        output.text = text_of(outcome);
        output.run = {block.written, outcome.exit_code, outcome.elapsed};
        if (outcome.output_cut || outcome.errors_cut) {
            const auto limit = std::to_string(kShellBlockOutput);
            output.warnings.push_back(
                make_diagnostic(code::shell_output_cut, skill_->file.string(), {shown(block), limit}));
            output.warnings.back().line = block.line;
        }
        outputs_.push_back(std::move(output));
        run_next();
    }

    std::optional<Error> failure(const ShellBlock& block, const ProcessOutcome& outcome) const {
        auto said = trim(outcome.errors).empty() ? outcome.output : outcome.errors;
        said = clean_for_line(first_code_points(repair_utf8(trim(said)), kShownErrors));
        if (said.empty()) said = "it printed nothing";
        switch (outcome.end) {
            case ProcessOutcome::End::exited: {
                const bool answered = outcome.exit_code == 1 && may_find_nothing(block.command);
                if (outcome.exit_code == 0 || answered) return std::nullopt;
                return error(code::shell_command_failed, block, {std::to_string(outcome.exit_code), said});
            }
            case ProcessOutcome::End::signalled:
                return error(code::shell_command_ended, block, {"by signal " + std::to_string(outcome.signal), said});
            case ProcessOutcome::End::timed_out:
                return error(code::shell_command_timed_out, block,
                             {std::to_string(std::chrono::seconds(kShellBlockTimeout).count())});
            case ProcessOutcome::End::cancelled:
                return error(code::shell_command_ended, block, {"because the call was interrupted", said});
            case ProcessOutcome::End::not_started:
                return error(code::shell_command_not_started, block, {outcome.reason});
        }
        return std::nullopt;
    }

    std::shared_ptr<const Skill> skill_;
    ShellAccess access_;
    std::vector<ShellBlock> blocks_;
    CancelToken cancel_;
    Done done_;
    std::string shell_;
    std::vector<ShellOutput> outputs_;
};

}  // namespace

void run_shell_blocks(const FileReader& files, std::shared_ptr<const Skill> skill, ShellAccess access,
                      std::vector<ShellBlock> blocks, CancelToken cancel,
                      std::function<void(Result<std::vector<ShellOutput>>)> done) {
    std::make_shared<ShellCalls>(std::move(skill), std::move(access), std::move(blocks), std::move(cancel),
                                 std::move(done))
        ->start(files);
}

}  // namespace skilldeck

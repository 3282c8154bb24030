// SPDX-License-Identifier: Apache-2.0
#include "app/plugin_manager_loop.hpp"

#include "app/plugin_actions.hpp"
#include "app/plugin_manager_lists.hpp"
#include "app/plugin_words.hpp"
#include "base/append.hpp"
#include "base/text.hpp"
#include "os/standard_streams.hpp"
#include "os/terminal_mode.hpp"
#include "os/terminal_size.hpp"
#include "terminal/plugin_manager_view.hpp"

#include <chrono>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace skilldeck {

namespace {

/// How often a window that may have another size is looked at.
constexpr std::chrono::milliseconds kLookAtSize{250};

/// The alternate screen, while this lives.
class FullScreen {
public:
    FullScreen() { (void)write_all(kStandardOutput, kEnterFullScreen); }
    FullScreen(const FullScreen&) = delete;
    FullScreen& operator=(const FullScreen&) = delete;
    ~FullScreen() { (void)write_all(kStandardOutput, kLeaveFullScreen); }
};

/// What is said while it is done, and the name of what failed.
std::string_view command_words(ManagerCommand command) {
    switch (command) {
        case ManagerCommand::install_for_user:
        case ManagerCommand::install_for_project:
        case ManagerCommand::install_local: return "plugin install";
        case ManagerCommand::enable: return "plugin enable";
        case ManagerCommand::disable: return "plugin disable";
        case ManagerCommand::update: return "plugin update";
        case ManagerCommand::roll_back: return "plugin rollback";
        case ManagerCommand::uninstall: return "plugin uninstall";
        case ManagerCommand::explain: return "plugin explain";
        case ManagerCommand::trust: return "plugin trust";
        case ManagerCommand::update_marketplace: return "marketplace update";
        case ManagerCommand::remove_marketplace: return "marketplace remove";
    }
    return {};
}

Result<std::vector<Action>> only(Result<Action> done) {
    if (!done) return done.error();
    return std::vector<Action>{*std::move(done)};
}

void add_lines(const Diagnostics& diagnostics, std::vector<std::string>& lines) {
    for (const auto& one : diagnostics) {
        if (one.severity == Severity::note) continue;
        lines.push_back(message_line(one));
        if (!one.hint.empty()) lines.push_back("hint: " + one.hint);
    }
}

/// What the command would have said.
void add_lines(const Action& action, std::vector<std::string>& lines) {
    if (action.error) {
        lines.push_back("error: " + to_line(*action.error));
        if (!action.error->hint.empty()) lines.push_back("hint: " + action.error->hint);
        return;
    }
    lines.push_back(action.message);
    add_lines(action.warnings, lines);
}

class ManagerRun {
public:
    ManagerRun(CommandContext& context, TerminalKeys& keys) : context_(context), keys_(keys) {}

    ExitStatus run() {
        screen_.emplace();
        read();
        for (auto wish = next_wish(); wish.kind != ManagerWish::Kind::leave; wish = next_wish()) obey(wish);
        screen_.reset();
        const auto status = answer_actions(context_.out, done_);
        context_.out.diagnostic_lines(ended_);
        return status;
    }

private:
    [[nodiscard]] StopSignals& signals() { return context_.host.world().stop_signals; }
    void read();
    void draw();
    ManagerWish next_wish();
    bool ask(std::string_view question);
    void obey(const ManagerWish& wish);
    void open(std::string_view id);
    void explain(const std::string& id);
    void do_command(ManagerCommand command, const std::string& id);
    void show_progress(std::string_view step);
    [[nodiscard]] Result<std::vector<Action>> perform(ManagerCommand command, const std::string& id);

    CommandContext& context_;
    TerminalKeys& keys_;
    PluginManager manager_;
    ManagerReading reading_;
    TerminalSize drawn_;
    std::optional<FullScreen> screen_;  ///< nothing while questions are asked a line at a time
    std::vector<Action> done_;
    Diagnostics ended_;  ///< changes that were interrupted before
};

void ManagerRun::read() {
    context_.host.refresh();
    reading_ = read_for_manager(context_.host);
    for (const auto tab : kManagerTabs) manager_.set_list(tab, manager_list(context_.host, reading_, tab));
}

void ManagerRun::draw() {
    drawn_ = terminal_size(kStandardOutput);
    manager_.resize({drawn_.columns, drawn_.rows});
    const auto styles = context_.out.color() ? Styles::shown : Styles::left_out;
    (void)write_all(kStandardOutput, draw_rows(manager_rows(manager_), styles));
}

/// Waits for the next key that asks for something. Only here the terminal gives single keys: while something is done
/// Ctrl-C interrupts it.
ManagerWish ManagerRun::next_wish() {
    const ManagerWish leave{ManagerWish::Kind::leave};
    if (signals().ending()) return leave;
    const auto mode = TerminalMode::enter(kStandardInput, kStandardOutput);
    if (!mode) return leave;
    for (;;) {
        while (const auto key = keys_.take()) {
            auto wish = manager_.feed(*key);
            if (wish.kind != ManagerWish::Kind::nothing) return wish;
        }
        draw();
        auto waited = TerminalKeys::Waited::long_enough;
        while (waited == TerminalKeys::Waited::long_enough && terminal_size(kStandardOutput) == drawn_)
            waited = keys_.wait(kLookAtSize);
        if (waited == TerminalKeys::Waited::ended) return leave;
    }
}

bool ManagerRun::ask(std::string_view question) {
    if (!screen_) screen_.emplace();
    manager_.ask(std::string(question));
    return next_wish().kind == ManagerWish::Kind::yes;
}

void ManagerRun::obey(const ManagerWish& wish) {
    if (wish.kind == ManagerWish::Kind::details) return open(wish.id);
    if (wish.kind != ManagerWish::Kind::command) return;
    wish.command == ManagerCommand::explain ? explain(wish.id) : do_command(wish.command, wish.id);
}

void ManagerRun::open(std::string_view id) {
    auto details = manager_details(context_.host, reading_, manager_.tab(), id);
    details ? manager_.show_details(*std::move(details)) : manager_.close_details();
}

void ManagerRun::explain(const std::string& id) {
    const auto* plugin = reading_.plugins->find(id);
    if (plugin == nullptr) return manager_.close_details();
    auto text = explanation(context_.host, *plugin, 0);
    for (const auto& found : plugin_diagnostics(*plugin, context_.host.natives())) {
        text += message_line(found) + "\n";
        if (!found.hint.empty()) text += "hint: " + found.hint + "\n";
    }
    manager_.show_text(id, text);
}

void ManagerRun::show_progress(std::string_view step) {
    if (!screen_) return context_.out.progress(step);
    manager_.say(step);
    draw();
}

void ManagerRun::do_command(ManagerCommand command, const std::string& id) {
    const auto words = std::string(command_words(command));
    manager_.say(words + " " + id + " …");
    draw();
    auto heard_before = context_.host.on_progress([this](std::string_view step) { show_progress(step); });
    auto done = perform(command, id);
    context_.host.on_progress(std::move(heard_before));
    auto actions = done ? *std::move(done) : std::vector<Action>{to_action(words, id, done.error())};
    const auto ended = context_.host.take_ended_changes();
    if (!signals().ending()) signals().begin_work();
    if (!screen_) screen_.emplace();
    std::vector<std::string> said;
    for (const auto& action : actions) add_lines(action, said);
    add_lines(ended, said);
    append(done_, std::move(actions));
    append(ended_, ended);
    read();
    open(id);
    manager_.say(join(said, "\n"));
}

Result<std::vector<Action>> ManagerRun::perform(ManagerCommand command, const std::string& id) {
    CommandContext context{context_.host, context_.out, [this](std::string_view question) { return ask(question); },
                           [this](std::string_view question, Echo echo) {
                               screen_.reset();  // what is typed there is a line, and a secret may not be shown
                               return context_.ask_line(question, echo);
                           }};
    const auto install = [&](const char* scope) {
        PluginInstallArguments arguments;
        arguments.plugin = id;
        arguments.scope = scope;
        return only(install_plugin(context, arguments));
    };
    // The record that is shown, not those of other scopes.
    const auto* plugin = reading_.plugins->find(id);
    const auto scope = plugin == nullptr ? std::optional<std::string>() : plugin->installed.scope;
    switch (command) {
        case ManagerCommand::install_for_user: return install("user");
        case ManagerCommand::install_for_project: return install("project");
        case ManagerCommand::install_local: return install("local");
        case ManagerCommand::enable: return only(switch_plugin(context, Switch::enable, {id, std::nullopt, false}));
        case ManagerCommand::disable: return only(switch_plugin(context, Switch::disable, {id, std::nullopt, false}));
        case ManagerCommand::update: return update_plugins(context, {id, scope, false, false});
        case ManagerCommand::roll_back: return only(roll_back_plugin(context, {id, scope}));
        case ManagerCommand::uninstall: return only(uninstall_plugin(context, {id, scope, false}));
        case ManagerCommand::trust: return only(trust_plugin(context, {id, false, false, false}));
        case ManagerCommand::update_marketplace: return only(refresh_marketplace(context, id));
        case ManagerCommand::remove_marketplace: return only(forget_marketplace(context, id));
        case ManagerCommand::explain: break;  // it does nothing: explain()
    }
    return std::vector<Action>{};
}

}  // namespace

ExitStatus run_plugin_manager(CommandContext& context, TerminalKeys& keys) {
    if (!context.out.flush()) return ExitStatus::failed;
    return ManagerRun(context, keys).run();
}

}  // namespace skilldeck

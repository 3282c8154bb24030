// SPDX-License-Identifier: Apache-2.0
// Reading a `hooks` object. Whatever is wrong with one entry is said with its place (`PreToolUse[1].hooks[0]`) and
// stays with that entry. What would make a hook run more often than written (a condition or matcher that cannot be
// read) makes the entry bad; what only adds comfort is left out with a warning.
#include "plugin/contributions.hpp"

#include "base/hook_event.hpp"
#include "base/json.hpp"
#include "base/option_reference.hpp"
#include "base/text.hpp"
#include "plugin/codes.hpp"

#include <boost/json/array.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

namespace skilldeck {

namespace {

using std::chrono::milliseconds;
using std::chrono::seconds;

/// One kind of handler: the member that says what it runs, and how long it may take.
struct HandlerKind {
    HookHandlerType type;
    std::string_view subject;
    seconds timeout;
};
constexpr std::array kKinds{HandlerKind{HookHandlerType::command, "command", seconds(600)},
                            HandlerKind{HookHandlerType::http, "url", seconds(600)},
                            HandlerKind{HookHandlerType::mcp_tool, "tool", seconds(600)},
                            HandlerKind{HookHandlerType::prompt, "prompt", seconds(30)},
                            HandlerKind{HookHandlerType::agent, "prompt", seconds(60)},
                            HandlerKind{HookHandlerType::native, "handler", seconds(5)}};

constexpr std::array<std::string_view, 3> kPromptEvents{"UserPromptSubmit", "PreModelSwitch", "PostModelSwitch"};
constexpr seconds kPromptEventTimeout{30}, kMessageDisplayTimeout{10};
constexpr double kLongestSeconds = 7 * 24 * 3600;

/// Above this a round number of thousands was most likely meant as milliseconds; whole hours were not.
constexpr double kLooksLikeMilliseconds = 1000, kRound = 500, kHour = 3600;

milliseconds default_timeout(const HandlerKind& kind, std::string_view event) {
    const bool waits_outside = kind.type == HookHandlerType::command || kind.type == HookHandlerType::http ||
                               kind.type == HookHandlerType::mcp_tool;
    if (waits_outside && std::ranges::find(kPromptEvents, event) != kPromptEvents.end()) return kPromptEventTimeout;
    if (waits_outside && event == "MessageDisplay") return kMessageDisplayTimeout;
    return kind.timeout;
}

bool looks_like_milliseconds(double value) {
    return value >= kLooksLikeMilliseconds && std::fmod(value, kRound) == 0 && std::fmod(value, kHour) != 0;
}

std::string number_text(double value) {
    auto text = std::to_string(value);
    text.erase(text.find_last_not_of('0') + 1);
    if (text.ends_with('.')) text.pop_back();
    return text;
}

std::string index_text(std::string_view name, std::size_t index) {
    return std::string(name) + "[" + std::to_string(index) + "]";
}

/// One reading of one `hooks` object.
class HooksReader {
public:
    HooksReader(const HookConfig& prototype, Diagnostics& diagnostics)
        : prototype_(prototype), diagnostics_(diagnostics) {}

    std::vector<HookConfig> read(const boost::json::object& events) {
        for (const auto& item : events) read_event({item.key().data(), item.key().size()}, item.value());
        return std::move(hooks_);
    }

private:
    struct Group {
        std::string event;
        std::optional<std::string> matcher;
    };

    /// What messages call an entry, and where it stands.
    struct Entry {
        std::string name;
        Place place;
    };
    static Entry entry_of(const HookConfig& hook) { return {hook.place, hook.written()}; }

    void report(Code code, Place place, std::initializer_list<std::string_view> arguments) {
        auto diagnostic = make_diagnostic(code, std::move(place), arguments);
        diagnostic.plugin = prototype_.origin.plugin;
        diagnostics_.push_back(std::move(diagnostic));
    }
    void bad(const Entry& entry, std::string_view why) {
        report(code::hook_entry_invalid, entry.place, {entry.name, why});
        why_bad_ = why;
    }
    void odd(const HookConfig& hook, std::string_view what) {
        report(code::hook_field_invalid, hook.written(), {hook.place, what});
    }

    void read_event(std::string_view event, const boost::json::value& groups) {
        const bool known = find_hook_event(event) != nullptr;
        const Entry entry{std::string(event), prototype_.written() / event};
        if (!known) report_unknown(entry);
        if (!groups.is_array()) {
            if (!known) diagnostics_.back().severity = Severity::note;  // a remark, not a misspelled event
            if (!known) return;
            bad(entry, "it is " + std::string(json_kind(groups)) + ", wanted a list of groups");
            return keep_guards_in({std::string(event), std::nullopt}, entry, groups);
        }
        const auto& list = groups.get_array();
        for (std::size_t i = 0; i < list.size(); ++i) {
            read_group(event, {index_text(event, i), entry.place / i}, list[i]);
        }
    }

    void report_unknown(const Entry& event) {
        report(code::hook_event_unknown, event.place, {event.name});
        if (auto hint = did_you_mean(event.name, hook_event_names(), 1); !hint.empty())
            diagnostics_.back().hint = std::move(hint);
    }

    void read_group(std::string_view event, const Entry& entry, const boost::json::value& value) {
        if (!value.is_object()) {
            bad(entry, "it is " + std::string(json_kind(value)) + ", wanted a map");
            return keep_guards_in({std::string(event), std::nullopt}, entry, value);
        }
        const auto& object = value.get_object();
        if (const auto fault = fault_of_group(object); !fault.empty()) {
            bad(entry, fault);
            return keep_guards_in({std::string(event), std::nullopt}, entry, value);
        }
        const Group group{std::string(event), matcher_of(object)};
        const auto& list = object.at("hooks").get_array();
        for (std::size_t i = 0; i < list.size(); ++i)
            read_handler(group, {entry.name + "." + index_text("hooks", i), entry.place / "hooks" / i}, list[i]);
    }

    static std::string fault_of_group(const boost::json::object& group) {
        const auto* matcher = group.if_contains("matcher");
        if (matcher != nullptr && !matcher->is_null() && !matcher->is_string())
            return "\"matcher\" is " + std::string(json_kind(*matcher)) + ", wanted a string";
        const auto* handlers = group.if_contains("hooks");
        if (handlers != nullptr && handlers->is_array()) return {};
        if (handlers != nullptr) return "\"hooks\" is " + std::string(json_kind(*handlers)) + ", wanted a list";
        const bool is_handler = group.contains("type") || group.contains("command");
        return is_handler ? "a handler belongs into the list \"hooks\" of a group: {\"hooks\": [{…}]}"
                          : "it has no list \"hooks\"";
    }

    static std::optional<std::string> matcher_of(const boost::json::object& group) {
        const auto* matcher = group.if_contains("matcher");
        if (matcher == nullptr || !matcher->is_string()) return std::nullopt;
        return std::string(matcher->get_string());
    }

    [[nodiscard]] HookConfig hook_at(const Group& group, const Entry& entry, const boost::json::object& fields) const {
        HookConfig hook = prototype_;
        hook.event = group.event;
        hook.matcher = group.matcher;
        hook.place = entry.name;
        hook.pointer = entry.place.pointer;
        hook.fields = fields;
        return hook;
    }

    /// One that is bad and says "onFailure" stays, and fails: a guard is not lost by a slip.
    void keep_guard(HookConfig hook) {
        hook.block_on_failure = read_failure(hook);
        if (!hook.block_on_failure) return;
        hook.fault = hook.refusal = why_bad_;
        for (const auto* key : {"command", "handler", "type"}) {
            if (hook.what.empty()) hook.what = json_text(hook.fields, key);
        }
        if (hook.what.empty()) hook.what = "without a type";
        if (hook.condition.empty()) hook.condition = json_text(hook.fields, "if");
        hooks_.push_back(std::move(hook));
    }

    /// The same of all in something that is no list of groups, or no group.
    void keep_guards_in(const Group& group, const Entry& entry, const boost::json::value& value) {
        if (const auto* list = value.if_array()) {
            for (std::size_t i = 0; i < list->size(); ++i)
                keep_guards_in(group, {index_text(entry.name, i), entry.place / i}, (*list)[i]);
        }
        const auto* object = value.if_object();
        if (object == nullptr) return;
        Group inner = group;
        if (auto matcher = matcher_of(*object)) inner.matcher = std::move(matcher);
        if (object->contains("onFailure")) return keep_guard(hook_at(inner, entry, *object));
        for (const auto& member : *object) {
            const std::string_view key = member.key();
            keep_guards_in(inner, {entry.name + "." + std::string(key), entry.place / key}, member.value());
        }
    }

    void read_handler(const Group& group, const Entry& entry, const boost::json::value& value) {
        if (!value.is_object()) {
            bad(entry, "it is " + std::string(json_kind(value)) + ", wanted a map");
            return keep_guards_in(group, entry, value);
        }
        auto hook = hook_at(group, entry, value.get_object());
        const auto* kind = kind_of(hook);
        if (kind == nullptr || !read_subject(*kind, hook) || !read_arguments(hook) || !read_condition(hook))
            return keep_guard(std::move(hook));
        hook.timeout = read_timeout(hook).value_or(default_timeout(*kind, hook.event));
        hook.block_on_failure = read_failure(hook);
        hook.async = read_flag(hook, "async");
        hook.once = read_flag(hook, "once");
        hook.fault = fault_of(hook);
        if (const auto* status = member(hook, "statusMessage")) {
            if (status->is_string()) {
                hook.status_message.assign(status->get_string().data(), status->get_string().size());
            } else {
                odd(hook, "\"statusMessage\" is not a string");
            }
        }
        hooks_.push_back(std::move(hook));
    }

    static std::string fault_of(const HookConfig& hook) {
        if (find_hook_event(hook.event) == nullptr) return "no event is called \"" + hook.event + "\"";
        if (runs_handlers_of(hook.type)) return {};
        return "this host runs no hooks of type " + std::string(hook_handler_word(hook.type));
    }

    static const boost::json::value* member(const HookConfig& hook, std::string_view key) {
        const auto* value = hook.fields.if_contains(key);
        return value == nullptr || value->is_null() ? nullptr : value;
    }

    /// A member that must be a string with something in it.
    std::optional<std::string> wanted_text(const HookConfig& hook, std::string_view key) {
        const auto name = "\"" + std::string(key) + "\"";
        const auto* value = member(hook, key);
        if (value == nullptr) {
            bad(entry_of(hook), name + " is missing");
        } else if (!value->is_string()) {
            bad(entry_of(hook), name + " is " + std::string(json_kind(*value)) + ", wanted a string");
        } else if (trim({value->get_string().data(), value->get_string().size()}).empty()) {
            bad(entry_of(hook), name + " is empty");
        } else {
            return std::string(value->get_string().data(), value->get_string().size());
        }
        return std::nullopt;
    }

    const HandlerKind* kind_of(HookConfig& hook) {
        const auto word = wanted_text(hook, "type");
        if (!word) return nullptr;
        const auto kind =
            std::ranges::find(kKinds, *word, [](const HandlerKind& known) { return hook_handler_word(known.type); });
        if (kind == kKinds.end()) {
            bad(entry_of(hook), "no handler has the type \"" + *word + "\"");
            return nullptr;
        }
        if (kind->type == HookHandlerType::native && prototype_.plugin_root.empty()) {
            bad(entry_of(hook), "native handlers exist only in plugins");
            return nullptr;
        }
        hook.type = kind->type;
        return &*kind;
    }

    bool read_subject(const HandlerKind& kind, HookConfig& hook) {
        auto subject = wanted_text(hook, kind.subject);
        if (!subject) return false;
        hook.what = std::move(*subject);
        if (kind.type != HookHandlerType::mcp_tool) return true;
        const auto server = wanted_text(hook, "server");
        if (server) hook.what = *server + "/" + hook.what;
        return server.has_value();
    }

    /// `args`, even an empty list, means that no shell is used: a wrong one must not fall back to the shell.
    bool read_arguments(HookConfig& hook) {
        const auto* value = hook.type == HookHandlerType::command ? member(hook, "args") : nullptr;
        if (value == nullptr) return true;
        const auto is_text = [](const auto& item) { return item.is_string(); };
        if (!value->is_array() || !std::ranges::all_of(value->get_array(), is_text)) {
            bad(entry_of(hook), "\"args\" is not a list of strings");
            return false;
        }
        for (const auto& item : value->get_array()) {
            hook.args.emplace_back(item.get_string().data(), item.get_string().size());
        }
        hook.exec_form = true;
        return true;
    }

    bool read_condition(HookConfig& hook) {
        const auto* value = member(hook, "if");
        if (value == nullptr) return true;
        if (!value->is_string()) {
            bad(entry_of(hook), "\"if\" is " + std::string(json_kind(*value)) + ", wanted one permission rule");
            return false;
        }
        hook.condition.assign(value->get_string().data(), value->get_string().size());
        return true;
    }

    std::optional<milliseconds> read_timeout(const HookConfig& hook) {
        const auto* value = member(hook, "timeout");
        if (value == nullptr) return std::nullopt;
        const auto number = value->is_number() ? value->to_number<double>() : 0;
        if (!(number > 0)) {
            odd(hook, "\"timeout\" is not a positive number of seconds; the default holds");
            return std::nullopt;
        }
        if (looks_like_milliseconds(number)) {
            report(code::hook_timeout_large, hook.written(),
                   {hook.place, number_text(number), number_text(number / 1000)});
        }
        const auto rounded = std::ceil(std::min(number, kLongestSeconds) * 1000);
        return milliseconds(static_cast<std::int64_t>(rounded));
    }

    /// A word that is not understood blocks: a guard is not weakened by a slip.
    bool read_failure(const HookConfig& hook) {
        const auto* value = member(hook, "onFailure");
        if (value == nullptr) return false;
        if (value->is_string() && value->get_string() == "block") return true;
        odd(hook, "\"onFailure\" knows only \"block\", and counts as that");
        return true;
    }

    bool read_flag(const HookConfig& hook, std::string_view key) {
        const auto* value = member(hook, key);
        if (value == nullptr) return false;
        if (value->is_bool()) return value->get_bool();
        odd(hook, "\"" + std::string(key) + "\" is neither true nor false; it counts as false");
        return false;
    }

    const HookConfig& prototype_;
    Diagnostics& diagnostics_;
    std::string why_bad_;  ///< of the entry that was reported last
    std::vector<HookConfig> hooks_;
};

}  // namespace

const OptionText* OptionTexts::find(std::string_view name) const {
    const auto found = std::ranges::find(all, name, &OptionText::name);
    return found == all.end() ? nullptr : &*found;
}

namespace {

/// A variable that a command line names, and not another one whose name goes on.
bool names_variable(std::string_view text, std::string_view variable) {
    const auto is_word = [](char c) {
        return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
    };
    for (auto at = text.find(variable); at != std::string_view::npos; at = text.find(variable, at + 1)) {
        const auto end = at + variable.size();
        if (end == text.size() || !is_word(text[end])) return true;
    }
    return false;
}

bool refers_to(std::string_view text, const std::vector<std::string>& references, const OptionText& option) {
    if (std::ranges::find(references, option.name) != references.end()) return true;
    return std::ranges::any_of(kOptionVariablePrefixes, [&](std::string_view prefix) {
        return names_variable(text, std::string(prefix) + option_variable_name(option.name));
    });
}

constexpr std::string_view kWaits = "it waits for the option";

}  // namespace

std::string option_problem(std::string_view text, const OptionTexts* options, OptionUse use) {
    for (const auto& name : options_in(text)) {
        const auto quoted = "option \"" + name + "\"";
        const auto variable = "$" + std::string(kOptionVariablePrefixes.front()) + option_variable_name(name);
        if (use == OptionUse::shell)
            return "it puts the " + quoted + " into a shell command; " + variable + " has its value";
        const auto* option = options != nullptr ? options->find(name) : nullptr;
        if (option == nullptr) return "the " + quoted + " is not declared";
        if (use == OptionUse::argument && option->sensitive)
            return "it puts the secret " + quoted + " into an argument; " + variable + " has its value";
    }
    return {};
}

std::vector<std::string> awaited_options(std::string_view text, const OptionTexts* options) {
    std::vector<std::string> awaited;
    if (options == nullptr) return awaited;
    const auto references = options_in(text);
    for (const auto& option : options->all) {
        if (option.required && !option.set && refers_to(text, references, option)) awaited.push_back(option.name);
    }
    return awaited;
}

std::vector<std::string> awaited_options(const OptionTexts* options) {
    std::vector<std::string> awaited;
    if (options == nullptr) return awaited;
    for (const auto& option : options->all) {
        if (option.required && !option.set) awaited.push_back(option.name);
    }
    return awaited;
}

std::string waiting_reason(const std::vector<std::string>& awaited) {
    if (awaited.empty()) return {};
    return std::string(kWaits) + (awaited.size() > 1 ? "s" : "") + " \"" + join(awaited, "\", \"") + "\"";
}

bool is_waiting_reason(std::string_view reason, std::string_view option) {
    return reason.starts_with(kWaits) && reason.find("\"" + std::string(option) + "\"") != std::string_view::npos;
}

std::string with_options(std::string_view text, const OptionTexts* options) {
    return replace_option_references(text, [&](std::string_view name) -> std::optional<std::string> {
        const auto* option = options != nullptr ? options->find(name) : nullptr;
        return option != nullptr ? std::optional(option->text) : std::nullopt;
    });
}

std::optional<Diagnostic> hook_kind_problem(const HookConfig& hook) {
    if (runs_handlers_of(hook.type)) return std::nullopt;
    auto diagnostic =
        make_diagnostic(code::hook_kind_not_run, hook.written(), {hook.place, hook_handler_word(hook.type)});
    diagnostic.plugin = hook.origin.plugin;
    return diagnostic;
}

std::vector<HookConfig> read_hooks(const boost::json::object& events, const HookConfig& prototype,
                                   Diagnostics& diagnostics) {
    return HooksReader(prototype, diagnostics).read(events);
}

}  // namespace skilldeck

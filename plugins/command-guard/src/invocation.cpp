// SPDX-License-Identifier: Apache-2.0
#include "invocation.hpp"

#include <algorithm>

#include "loss.hpp"

namespace command_guard {
namespace {

constexpr std::size_t kMaximumLists = 16;

}  // namespace

SecretClass worse(SecretClass a, SecretClass b) {
    if (a == SecretClass::credential || b == SecretClass::credential) return SecretClass::credential;
    return a == SecretClass::none ? b : a;
}

void Traits::merge(const Traits& other) {
    downloads |= other.downloads;
    sends |= other.sends;
    secret = worse(secret, other.secret);
    prints_environment |= other.prints_environment;
    if (interpreter.empty()) {
        interpreter = other.interpreter;
        interpreter_is_shell = other.interpreter_is_shell;
    }
}

void Traits::add_lists(const std::vector<Text>& more) {
    for (const Text& path : more) {
        const bool is_known =
            std::any_of(lists.begin(), lists.end(), [&](const Text& known) { return known.value == path.value; });
        if (!is_known && lists.size() < kMaximumLists) lists.push_back(path);
    }
}

std::string joined(const std::vector<Text>& argv, std::size_t from) {
    std::string out;
    for (std::size_t i = from; i < argv.size(); ++i) {
        if (i > from) out.push_back(' ');
        out += argv[i].value;
    }
    return out;
}

Invocation::Invocation(std::vector<Text> argv, std::string part, const Scope& scope, const Place& place,
                       const GuardSettings& settings, std::vector<Finding>& findings)
    : argv_(std::move(argv)),
      name_(argv_.empty() ? std::string() : std::string(base_name(argv_.front().value))),
      part_(std::move(part)),
      scope_(scope),
      place_(place),
      settings_(settings),
      findings_(findings),
      is_allowed_(matches_prefix(settings.allow_commands, joined(argv_))) {}

void Invocation::deny(std::string_view rule, std::string why) const {
    findings_.push_back({Severity::deny, std::string(rule), part_, std::move(why)});
}

void Invocation::ask(std::string_view rule, std::string why) const {
    if (!is_allowed_) findings_.push_back({Severity::ask, std::string(rule), part_, std::move(why)});
}

void Invocation::check_write(const Text& path) const {
    const Walk walk = resolve_path(path, scope_).walk;
    const auto loss = walk == Walk::none ? std::nullopt : loss_of(class_of(walk_start(path)));
    if (!loss || !loss->is_beyond_discussion) return check_protected(path);
    if (walk == Walk::everything) return deny("protected-path", "changes " + loss->what);
    ask("protected-path", "changes files in " + loss->what);
}

void Invocation::check_fill(const Text& directory) const {
    check_write(directory);
    const auto entry = protected_below(resolve_path(directory, scope_), place_, settings_.protected_paths);
    if (entry) ask("protected-path", "may change " + *entry + ", which is protected");
}

void Invocation::check_protected(const Text& path) const {
    const ResolvedPath resolved = resolve_path(path, scope_);
    if (resolved.reach == Reach::nowhere) return;
    if (is_disk(resolved.path)) return deny("write-device", "writes to the device " + resolved.path);
    if (const auto entry = protected_by(resolved, place_, settings_.protected_paths)) {
        ask("protected-path", "changes " + *entry + ", which is protected");
    }
}

}  // namespace command_guard

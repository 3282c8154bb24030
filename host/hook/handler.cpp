// SPDX-License-Identifier: Apache-2.0
#include "hook/handler.hpp"

#include "base/text.hpp"

namespace skilldeck {

namespace {

constexpr std::size_t kNameCodePoints = 120;

}  // namespace

std::string handler_name(const HookConfig& hook) {
    auto name = std::string(first_code_points(hook.what, kNameCodePoints));
    if (name.size() < hook.what.size()) name += "…";
    return hook.place.empty() ? name : name + " (" + hook.place + ")";
}

Diagnostic handler_diagnostic(Code code, const HookConfig& hook, std::initializer_list<std::string_view> arguments) {
    auto diagnostic = make_diagnostic(code, hook.written(), arguments);
    diagnostic.plugin = hook.origin.plugin;
    return diagnostic;
}

}  // namespace skilldeck

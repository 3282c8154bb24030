// SPDX-License-Identifier: Apache-2.0
#include "skill/argument_code.hpp"

#include <algorithm>

namespace skilldeck {

namespace {

constexpr std::string_view kArgumentVariable = "SKILLDECK_ARGUMENT_";
constexpr std::string_view kBeginsVariable = "${";

/// `${SKILLDECK_ARGUMENT_0}` as `$0`.
std::string with_placeholders(std::string text) {
    const auto begin = std::string(kBeginsVariable) + std::string(kArgumentVariable);
    for (auto at = text.find(begin); at != std::string::npos; at = text.find(begin, at)) {
        const auto digits = at + begin.size();
        const auto end = std::min(text.find('}', digits), text.size());
        text =
            text.substr(0, at) + "$" + text.substr(digits, end - digits) + text.substr(std::min(end + 1, text.size()));
    }
    return text;
}

}  // namespace

std::optional<ShellReference> argument_reference(const BodyToken& token, std::string_view rest, ShellQuoting quoting) {
    using Bare = ShellReference::Bare;
    if (token.kind == BodyTokenKind::all_arguments) {
        return ShellReference{token.end, std::string(kArgumentsVariable), Bare::splits};
    }
    if (token.kind != BodyTokenKind::indexed && token.kind != BodyTokenKind::named) return std::nullopt;
    // `$1` between single quotes belongs to awk, sed or another program.
    const bool foreign = token.kind == BodyTokenKind::indexed && quoting == ShellQuoting::single_quotes &&
                         !rest.starts_with("$ARGUMENTS");
    if (foreign) return std::nullopt;
    return ShellReference{token.end, std::string(kArgumentVariable) + std::to_string(token.index), Bare::splits};
}

std::optional<std::string> argument_as_code(std::string_view command, const ShellVariableNames& arguments) {
    auto part = code_with_variables(command, arguments);
    if (part) part = with_placeholders(*std::move(part));
    return part;
}

std::optional<std::string> argument_as_code_in(std::string_view written, std::span<const std::string> names) {
    ShellVariableNames arguments;
    std::string text(written);
    std::erase(text, '\r');
    const auto command = rewrite_shell_references(text, [&](std::string_view rest, ShellQuoting quoting) {
        const auto token = reference_at_start(rest, names);
        auto reference = token ? argument_reference(*token, rest, quoting) : std::nullopt;
        if (reference) arguments.insert(reference->variable);
        return reference;
    });
    return argument_as_code(command, arguments);
}

}  // namespace skilldeck

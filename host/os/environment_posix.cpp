// SPDX-License-Identifier: Apache-2.0
#include "os/process.hpp"

#include <unistd.h>

#include <algorithm>
#include <array>
#include <string_view>

namespace skilldeck {

namespace {

constexpr std::string_view kOwnPrefix = "SKILLDECK_";
constexpr std::array<std::string_view, 5> kSecretWords{"TOKEN", "KEY", "SECRET", "PASSWORD", "CREDENTIAL"};

constexpr std::array<std::string_view, 20> kModelKeys{
    "ANTHROPIC_API_KEY",  "ANTHROPIC_AUTH_TOKEN", "AZURE_OPENAI_API_KEY", "CEREBRAS_API_KEY",
    "COHERE_API_KEY",     "DASHSCOPE_API_KEY",    "DEEPSEEK_API_KEY",     "FIREWORKS_API_KEY",
    "GEMINI_API_KEY",     "GOOGLE_API_KEY",       "GROQ_API_KEY",         "HF_TOKEN",
    "MISTRAL_API_KEY",    "MOONSHOT_API_KEY",     "OPENAI_API_KEY",       "OPENROUTER_API_KEY",
    "PERPLEXITY_API_KEY", "TOGETHER_API_KEY",     "XAI_API_KEY",          "ZAI_API_KEY",
};

bool is_secret(std::string_view name) {
    if (std::ranges::find(kModelKeys, name) != kModelKeys.end()) return true;
    if (!name.starts_with(kOwnPrefix)) return false;
    return std::ranges::any_of(kSecretWords, [&](auto word) { return name.find(word) != std::string_view::npos; });
}

}  // namespace

Environment child_environment() {
    Environment variables;
    for (char** line = environ; line != nullptr && *line != nullptr; ++line) {
        const std::string_view text = *line;
        const auto equals = text.find('=');
        if (equals == std::string_view::npos || is_secret(text.substr(0, equals))) continue;
        variables.emplace(text.substr(0, equals), text.substr(equals + 1));
    }
    return variables;
}

}  // namespace skilldeck

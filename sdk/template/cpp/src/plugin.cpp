// SPDX-License-Identifier: Apache-2.0
// One computed skill and one native hook. skilldeck/plugin.hpp lists everything else that a plugin can do.
#include <skilldeck/plugin.hpp>

#include <array>
#include <ctime>
#include <string>
#include <string_view>

namespace {

std::string today() {
    const std::time_t now = std::time(nullptr);
    std::array<char, 64> text{};
    std::strftime(text.data(), text.size(), "%A, %Y-%m-%d", std::gmtime(&now));
    return text.data();
}

class Plugin {
public:
    explicit Plugin(skd::Host host) : host_(host) {}

    // Called for the skills of package/dev.skilldeck/skills.json. The answer is JSON; a plugin whose text is not its
    // own puts it together with a JSON library.
    skd::Reply render_skill(skd::Call, std::string_view skill, std::string_view /*request_json*/) {
        if (skill != "today") return skd::fail(SKD_ERR_NOT_FOUND, "there is no skill " + std::string(skill));
        return skd::ok(R"({"blocks": [{"type": "text", "text": "Today is )" + today() +
                       R"( (UTC). Use this date wherever a date is needed; do not guess another."}]})");
    }

    // Called for the handlers of package/dev.skilldeck/hooks.json, when event and matcher fit. A guard that must not be
    // fooled reads tool_input.command with a JSON library; this one looks at the text.
    skd::Reply run_hook(skd::Call, std::string_view handler, std::string_view event_json) {
        if (handler != "no-force-push")
            return skd::fail(SKD_ERR_NOT_FOUND, "there is no handler " + std::string(handler));
        if (event_json.find("git push --force") == std::string_view::npos) return skd::ok();
        host_.info("a forced push was refused");
        return skd::deny("a forced push can lose the work of others: push without --force or ask the user to do it");
    }

private:
    skd::Host host_;
};

}  // namespace

SKD_PLUGIN(Plugin, "skilldeck-template-name", "1.0.0");

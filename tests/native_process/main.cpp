// SPDX-License-Identifier: Apache-2.0
// What needs a process of its own: a host with static libstdc++ and libgcc, as the installed one is, that plugins throw
// into, and a host that ends while a plugin hangs. Each case is one argument; it succeeds with exit status 0.
#include "native/in_process_plugin.hpp"
#include "os/digest.hpp"

#include <cstdio>
#include <cstdlib>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

using namespace skilldeck;

namespace {

constexpr std::chrono::milliseconds kShort{200}, kPatient{60'000};

struct Host {
    FileSystem files;
    std::unique_ptr<Reactor> reactor = make_reactor(2);
    std::unique_ptr<PluginOpener> opener;

    explicit Host(std::chrono::milliseconds budget)
        : opener(make_in_process_opener(*reactor, files, {"skilldeck", "0.1.0"}, {budget, budget, budget, budget})) {}

    OpenedPlugin open(const std::string& name) {
        PluginLoad load;
        load.plugin_id = "bad@market";
        load.name = "bad";
        load.library = Path(BAD_PLUGINS) / (name + ".so");
        load.sha256 = *sha256_of_file(files, load.library);
        load.abi = 1;
        std::optional<OpenedPlugin> opened;
        opener->open(std::move(load), [&](OpenedPlugin answer) { opened = std::move(answer); });
        reactor->run_until([&] { return opened.has_value(); });
        return std::move(*opened);
    }

    PluginReply run_hook(PluginInstance& instance, std::chrono::milliseconds timeout) {
        std::optional<PluginReply> reply;
        instance.call({PluginMethod::run_hook, "guard", {}, "{}", timeout}, {},
                      [&](PluginReply answer) { reply = std::move(answer); });
        reactor->run_until([&] { return reply.has_value(); });
        return std::move(*reply);
    }

    void shut_down(PluginInstance& instance) {
        bool done = false;
        instance.shut_down([&] { done = true; });
        reactor->run_until([&] { return done; });
    }
};

[[nodiscard]] int expect(std::string_view text, std::string_view word) {
    if (text.find(word) != std::string_view::npos) return 0;
    std::fprintf(stderr, "%.*s lacks %.*s\n", static_cast<int>(text.size()), text.data(), static_cast<int>(word.size()),
                 word.data());
    return 1;
}

std::string first_message(const Diagnostics& diagnostics) {
    return diagnostics.empty() ? "nothing" : diagnostics.front().message;
}

int throws_in_init() {
    return expect(first_message(Host(kPatient).open("init_throws").diagnostics), "std::runtime_error: boom in init");
}

int throws_in_hook_and_destroy() {
    Host host(kPatient);
    const auto opened = host.open("throws_in_hook");
    if (!opened.instance) return expect(first_message(opened.diagnostics), "an instance");
    const auto reply = host.run_hook(*opened.instance, kPatient);
    host.shut_down(*opened.instance);
    const auto end = first_message(opened.instance->take_diagnostics());
    return expect(reply.message, "std::out_of_range: boom in the hook") +
           expect(end, "std::logic_error: boom in destroy");
}

/// A hung hook holds no lock of the loader: leaving main() is enough.
int hook_hangs() {
    Host host(kShort);
    const auto opened = host.open("hook_hangs");
    if (!opened.instance) return expect(first_message(opened.diagnostics), "an instance");
    const auto reply = host.run_hook(*opened.instance, kShort);
    host.shut_down(*opened.instance);
    return expect(reply.message, "did not return within 200 ms") + (plugin_code_is_running() ? 0 : 1);
}

int constructor_hangs() {
    Host host(kShort);
    const auto opened = host.open("constructor_hangs");
    return expect(first_message(opened.diagnostics), "init did not return within 200 ms");
}

int run(std::string_view name) {
    if (name == "throws_in_init") return throws_in_init();
    if (name == "throws_in_hook_and_destroy") return throws_in_hook_and_destroy();
    if (name == "hook_hangs") return hook_hangs();
    if (name == "constructor_hangs") return constructor_hangs();
    std::fprintf(stderr, "no such case\n");
    return 2;
}

}  // namespace

int main(int count, char** arguments) {
    const std::string_view name = count > 1 ? arguments[1] : "";
    const int status = run(name);
    // The rule for every host: with a plugin's thread inside its code, exit handlers may wait for ever.
    if (name != "hook_hangs" && plugin_code_is_running()) std::_Exit(status);
    return status;
}

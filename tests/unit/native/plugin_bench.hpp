// SPDX-License-Identifier: Apache-2.0
// Opens one of tests/bad_plugins in process and talks to it, with the loop run until the answer is there.
#pragma once

#include "native/in_process_plugin.hpp"
#include "os/digest.hpp"
#include "os/file_system.hpp"
#include "os/reactor.hpp"
#include "temporary_directory.hpp"

#include <cstdlib>
#include <fstream>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace skilldeck::test {

/// Long enough for any machine where the plugin is to answer, short where it is to hang.
inline constexpr PluginBudgets kPatient{std::chrono::seconds(60), std::chrono::seconds(60), std::chrono::seconds(60),
                                        std::chrono::seconds(60)};
inline constexpr PluginBudgets kShort{std::chrono::milliseconds(200), std::chrono::milliseconds(200),
                                      std::chrono::milliseconds(200), std::chrono::milliseconds(200)};
inline constexpr std::chrono::milliseconds kPatientCall{60'000}, kShortCall{200};

class PluginBench {
public:
    explicit PluginBench(PluginBudgets budgets = kPatient)
        : reactor_(make_reactor(2)),
          opener_(make_in_process_opener(*reactor_, files_, HostIdentity{"skilldeck", "0.1.0"}, budgets)) {
        ::setenv("BAD_PLUGIN_LOG", log_file().c_str(), 1);
    }
    ~PluginBench() { ::unsetenv("BAD_PLUGIN_LOG"); }
    PluginBench(const PluginBench&) = delete;
    PluginBench& operator=(const PluginBench&) = delete;

    /// What asks for `library` of the folder of bad plugins, under a name of its own that shows among the mappings.
    [[nodiscard]] PluginLoad load_of(const std::string& library) {
        const auto file = directory_.path() / ("bench_" + library);
        std::filesystem::copy(Path(BAD_PLUGINS) / library, file, std::filesystem::copy_options::overwrite_existing);
        return load_of_file(file);
    }

    [[nodiscard]] PluginLoad load_of_file(const Path& file) {
        PluginLoad load;
        load.plugin_id = "bad@market";
        load.name = "bad";
        load.library = file;
        if (const auto digest = sha256_of_file(files_, file)) load.sha256 = *digest;
        load.abi = 1;
        load.config_json = "{}";
        return load;
    }

    [[nodiscard]] OpenedPlugin open(PluginLoad load) {
        std::optional<OpenedPlugin> opened;
        opener_->open(std::move(load), [&](OpenedPlugin answer) { opened = std::move(answer); });
        reactor_->run_until([&] { return opened.has_value(); });
        return std::move(*opened);
    }
    [[nodiscard]] OpenedPlugin open(const std::string& library) { return open(load_of(library)); }

    [[nodiscard]] PluginReply call(PluginInstance& instance, PluginCall call, CancelToken cancel = {}) {
        std::optional<PluginReply> reply;
        instance.call(std::move(call), std::move(cancel), [&](PluginReply answer) { reply = std::move(answer); });
        reactor_->run_until([&] { return reply.has_value(); });
        return std::move(*reply);
    }
    [[nodiscard]] PluginReply run_hook(PluginInstance& instance, std::chrono::milliseconds timeout = kPatientCall) {
        return call(instance, {PluginMethod::run_hook, "guard", {}, R"({"hook_event_name":"Stop"})", timeout});
    }

    void shut_down(PluginInstance& instance) {
        bool done = false;
        instance.shut_down([&] { done = true; });
        reactor_->run_until([&] { return done; });
    }

    [[nodiscard]] Reactor& reactor() { return *reactor_; }
    [[nodiscard]] PluginOpener& opener() { return *opener_; }
    [[nodiscard]] const Path& directory() const { return directory_.path(); }
    /// The words that plugins marked, in order.
    [[nodiscard]] std::vector<std::string> marks() const {
        std::vector<std::string> words;
        std::ifstream file(log_file());
        for (std::string word; std::getline(file, word);) words.push_back(word);
        return words;
    }

private:
    [[nodiscard]] std::string log_file() const { return (directory_.path() / "marks.log").string(); }

    TemporaryDirectory directory_;
    FileSystem files_;
    std::unique_ptr<Reactor> reactor_;
    std::unique_ptr<PluginOpener> opener_;
};

/// All diagnostics as text: `code: message`, one a line.
inline std::string text_of(const Diagnostics& diagnostics) {
    std::string text;
    for (const auto& each : diagnostics) text += std::string(each.code.info().text) + ": " + each.message + "\n";
    return text;
}

inline bool has(const Diagnostics& diagnostics, Code code) {
    for (const auto& each : diagnostics)
        if (each.code == code) return true;
    return false;
}

}  // namespace skilldeck::test

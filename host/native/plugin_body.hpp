// SPDX-License-Identifier: Apache-2.0
// The plugin itself, in process: its library, its instance and the calls through its tables. Everything here runs code
// of the plugin and may therefore never return. [plugin thread] for every call.
#pragma once

#include "native/module.hpp"
#include "native/negotiation.hpp"
#include "native/plugin_context.hpp"
#include "native/plugin_opener.hpp"
#include "native/plugin_verdict.hpp"

#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace skilldeck {

/// A library that was judged and may be opened.
struct JudgedLibrary {
    std::string bytes;
    EntryFacts facts;
    Path file;
};

class PluginBody {
public:
    PluginBody(std::shared_ptr<PluginContext> context, JudgedLibrary library);

    /// The steps of the start, in this order. Empty: it succeeded; else everything before it was undone.
    [[nodiscard]] Diagnostics open();
    [[nodiscard]] Diagnostics create(std::string_view config_json);
    [[nodiscard]] Diagnostics activate(PluginContext::Deadline deadline);
    [[nodiscard]] Diagnostics check_interfaces(const std::vector<DeclaredInterface>& declared);

    [[nodiscard]] PluginReply call(const PluginCall& call, CancelToken cancel, PluginContext::Deadline deadline);

    /// Deactivates, destroys and de-initialises as far as it got; the library stays mapped. What it threw is noted.
    void shut_down();

private:
    [[nodiscard]] std::optional<Diagnostic> check_entry();
    [[nodiscard]] Diagnostics close_after(Diagnostics why);
    [[nodiscard]] Diagnostics undo_after(Diagnostics why);
    [[nodiscard]] std::optional<Diagnostic> check_instance() const;
    [[nodiscard]] CallEnd run(std::string_view slot, PluginContext::Call& call,
                              const std::function<skd_status(const skd_call*, const skd_sink*)>& enter);
    void run_quietly(std::string_view slot, const std::function<void()>& enter);
    /// The table, or null: not implemented, or not a table (noted).
    [[nodiscard]] const void* find_interface(const char* id, std::size_t size);
    template <class Table, class Slot, class... Arguments>
    skd_status ask(const char* id, Slot Table::*slot, Arguments... arguments);
    [[nodiscard]] skd_status enter(const PluginCall& call, const skd_call* handle, const skd_sink* sink);

    std::shared_ptr<PluginContext> context_;
    JudgedLibrary library_;
    std::string shown_;  ///< the library's path, for diagnostics
    std::optional<Module> module_;
    const skd_plugin_entry* entry_ = nullptr;  ///< null unless init() succeeded and deinit() was not called
    skd_instance* instance_ = nullptr;
    const skd_instance_api* api_ = nullptr;
    bool active_ = false;
    std::map<std::string, const void*, std::less<>> interfaces_;
};

}  // namespace skilldeck

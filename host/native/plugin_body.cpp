// SPDX-License-Identifier: Apache-2.0
#include "native/plugin_body.hpp"

#include "native/barrier.hpp"
#include "native/codes.hpp"

#include <array>
#include <utility>

namespace skilldeck {

namespace {

/// Calls of the start only report, they have nothing to write; this keeps a confused one from filling the memory.
constexpr std::size_t kMaxStartBytes = 64 * 1024;
/// init and create have no skd_call; the loop holds them to their budgets.
constexpr auto kNoDeadline = PluginContext::Deadline::max();

struct InterfaceTable {
    const char* id;
    std::size_t size;  ///< of version 1
};

InterfaceTable table_of(PluginInterface interface) {
    switch (interface) {
        case PluginInterface::availability: return {SKD_IFACE_AVAILABILITY, sizeof(skd_availability_v1)};
        case PluginInterface::skills: return {SKD_IFACE_SKILLS, sizeof(skd_skills_v1)};
        case PluginInterface::hooks: return {SKD_IFACE_HOOKS, sizeof(skd_hooks_v1)};
        case PluginInterface::mcp_servers: return {SKD_IFACE_MCP_SERVERS, sizeof(skd_mcp_servers_v1)};
    }
    return {"", 0};
}

skd_str borrow(std::string_view text) {
    return {text.data(), text.size()};
}

}  // namespace

PluginBody::PluginBody(std::shared_ptr<PluginContext> context, JudgedLibrary library)
    : context_(std::move(context)), library_(std::move(library)), shown_(library_.file.string()) {}

CallEnd PluginBody::run(std::string_view slot, PluginContext::Call& call,
                        const std::function<skd_status(const skd_call*, const skd_sink*)>& enter) {
    CallEnd end;
    end.slot = slot;
    {
        const InsidePlugin inside;
        end.thrown = guarded([&] { end.status = enter(call.handle(), call.sink()); });
    }
    end.answer = call.finish();
    return end;
}

void PluginBody::run_quietly(std::string_view slot, const std::function<void()>& enter) {
    const InsidePlugin inside;
    if (const auto thrown = guarded(enter))
        context_->note(make_diagnostic(code::native_exception, shown_, {slot, *thrown}));
}

Diagnostics PluginBody::open() {
    const auto file = library_.file.filename().string();
    auto module = [&] {
        const InsidePlugin inside;  // the library's constructors are code of the plugin
        return Module::open_copy(library_.bytes, library_.file);
    }();
    library_.bytes = {};
    if (!module) return {to_diagnostic(module.error())};
    module_.emplace(std::move(*module));
    const auto symbol = module_->symbol(SKD_ENTRY_SYMBOL);
    if (!symbol) return close_after({to_diagnostic(symbol.error())});
    entry_ = static_cast<const skd_plugin_entry*>(*symbol);
    if (auto fault = check_entry()) return close_after({std::move(*fault)});

    PluginContext::Call call(*context_, kMaxStartBytes, {}, kNoDeadline);
    const PluginContext::Introduction introduction(*context_);
    auto fault = judge_start(
        run("init", call, [this](const skd_call*, const skd_sink* err) { return entry_->init(context_->api(), err); }),
        shown_);
    if (!fault.empty()) return close_after(std::move(fault));
    module_->keep();
    return {};
}

/// The mapped entry must be the one that was judged: the loader finds symbols by its own tables.
std::optional<Diagnostic> PluginBody::check_entry() {
    const auto& facts = library_.facts;
    const auto same_text = [](const char* text, const std::string& wanted) {
        return text != nullptr && wanted == text;
    };
    const bool same = entry_->magic == SKD_ABI_MAGIC && entry_->size == facts.size &&
                      entry_->abi_major == facts.abi.major && entry_->min_minor == facts.min_minor &&
                      entry_->init != nullptr && entry_->deinit != nullptr && entry_->create != nullptr &&
                      same_text(entry_->name_z, facts.name);
    if (same) return std::nullopt;
    return make_diagnostic(code::native_entry_changed, shown_, {library_.file.filename().string()});
}

Diagnostics PluginBody::close_after(Diagnostics why) {
    entry_ = nullptr;
    auto closed = Module::Closed::unmapped;
    run_quietly("closing the library", [&] { closed = module_->close(); });
    module_.reset();
    if (closed == Module::Closed::unmapped) return why;
    const std::string_view reason = library_.facts.never_unloads
                                        ? "it holds unique symbols (STB_GNU_UNIQUE) or was linked with -z nodelete"
                                        : "the loader does not let it go";
    why.push_back(make_diagnostic(code::native_kept_mapped, shown_, {library_.file.filename().string(), reason}));
    return why;
}

std::optional<Diagnostic> PluginBody::check_instance() const {
    const auto bad = [this](std::string_view what) { return make_diagnostic(code::native_bad_table, shown_, {what}); };
    if (instance_ == nullptr) return bad("create returned SKD_OK without an instance");
    if (api_ == nullptr) return bad("create returned SKD_OK without the instance's table");
    if (api_->size < sizeof(skd_instance_api)) {
        const auto what = "the instance's table says it has " + std::to_string(api_->size) + " bytes, ABI 1.0 has " +
                          std::to_string(sizeof(skd_instance_api));
        return bad(what);
    }
    const std::array slots{
        std::pair{"get_interface", api_->get_interface != nullptr}, std::pair{"activate", api_->activate != nullptr},
        std::pair{"configure", api_->configure != nullptr}, std::pair{"deactivate", api_->deactivate != nullptr},
        std::pair{"destroy", api_->destroy != nullptr}};
    for (const auto& [name, filled] : slots)
        if (!filled) return bad("the slot " + std::string(name) + " of the instance is null");
    return std::nullopt;
}

Diagnostics PluginBody::create(std::string_view config_json) {
    PluginContext::Call call(*context_, kMaxStartBytes, {}, kNoDeadline);
    auto fault =
        judge_start(run("create", call,
                        [&](const skd_call*, const skd_sink* err) {
                            return entry_->create(context_->host(), borrow(config_json), &instance_, &api_, err);
                        }),
                    shown_);
    if (!fault.empty()) {
        instance_ = nullptr;
        api_ = nullptr;
    } else if (auto wrong = check_instance()) {
        fault.push_back(std::move(*wrong));
        // Without a whole table there is no way to destroy what it made.
        instance_ = nullptr;
        api_ = nullptr;
    }
    return fault.empty() ? fault : undo_after(std::move(fault));
}

Diagnostics PluginBody::activate(PluginContext::Deadline deadline) {
    PluginContext::Call call(*context_, kMaxStartBytes, {}, deadline);
    auto fault = judge_start(
        run("activate", call,
            [this](const skd_call* handle, const skd_sink* err) { return api_->activate(instance_, handle, err); }),
        shown_);
    active_ = fault.empty();
    return active_ ? fault : undo_after(std::move(fault));
}

/// What the files promise must be there before anybody relies on it.
Diagnostics PluginBody::check_interfaces(const std::vector<DeclaredInterface>& declared) {
    Diagnostics why;
    for (const auto& [interface, declared_by] : declared) {
        const auto [id, size] = table_of(interface);
        const void* table = nullptr;
        const auto ask_for_table = [&, id = id, size = size] {
            const InsidePlugin inside;
            table = find_interface(id, size);
        };
        if (const auto thrown = guarded(ask_for_table)) {
            why.push_back(make_diagnostic(code::native_exception, shown_, {"get_interface", *thrown}));
        } else if (table == nullptr) {
            why.push_back(make_diagnostic(code::native_interface_missing, shown_,
                                          {library_.file.filename().string(), id, declared_by}));
        }
    }
    return why.empty() ? why : undo_after(std::move(why));
}

Diagnostics PluginBody::undo_after(Diagnostics why) {
    shut_down();
    const auto file = library_.file.filename().string();
    why.push_back(make_diagnostic(code::native_kept_mapped, shown_, {file, "its init had succeeded"}));
    return why;
}

void PluginBody::shut_down() {
    context_->cancel_all();
    if (std::exchange(active_, false)) run_quietly("deactivate", [this] { api_->deactivate(instance_); });
    if (api_ != nullptr) run_quietly("destroy", [this] { api_->destroy(instance_); });
    instance_ = nullptr;
    api_ = nullptr;
    context_->end();
    if (const auto* const entry = std::exchange(entry_, nullptr)) run_quietly("deinit", [entry] { entry->deinit(); });
}

const void* PluginBody::find_interface(const char* id, std::size_t size) {
    if (const auto known = interfaces_.find(id); known != interfaces_.end()) return known->second;
    const void* table = api_->get_interface(instance_, borrow(id));
    // Every table begins with its size, as the producer knows it.
    if (table != nullptr && *static_cast<const std::uint32_t*>(table) < size) {
        context_->note_misuse("the table of " + std::string(id) + " is smaller than that of version 1");
        table = nullptr;
    }
    return interfaces_[id] = table;
}

template <class Table, class Slot, class... Arguments>
skd_status PluginBody::ask(const char* id, Slot Table::*slot, Arguments... arguments) {
    const auto* const table = static_cast<const Table*>(find_interface(id, sizeof(Table)));
    if (table == nullptr) return SKD_ERR_UNSUPPORTED;
    if (table->*slot != nullptr) return (table->*slot)(instance_, arguments...);
    // A slot of 1.0 is never null: what a plugin cannot do answers SKD_ERR_UNSUPPORTED.
    context_->note_misuse("a slot of " + std::string(id) + " is null");
    return SKD_ERR_UNSUPPORTED;
}

skd_status PluginBody::enter(const PluginCall& call, const skd_call* handle, const skd_sink* sink) {
    const auto subject = borrow(call.subject), payload = borrow(call.payload);
    switch (call.method) {
        case PluginMethod::check_availability:
            return ask(SKD_IFACE_AVAILABILITY, &skd_availability_v1::check, handle, sink);
        case PluginMethod::configure: return api_->configure(instance_, handle, payload, sink);
        case PluginMethod::list_skills: return ask(SKD_IFACE_SKILLS, &skd_skills_v1::list, handle, sink);
        case PluginMethod::skill_enabled:
            return ask(SKD_IFACE_SKILLS, &skd_skills_v1::is_enabled, handle, subject, sink);
        case PluginMethod::render_skill:
            return ask(SKD_IFACE_SKILLS, &skd_skills_v1::render, handle, subject, payload, sink);
        case PluginMethod::read_skill_file:
            return ask(SKD_IFACE_SKILLS, &skd_skills_v1::read_file, handle, subject, borrow(call.path), sink);
        case PluginMethod::run_hook: return ask(SKD_IFACE_HOOKS, &skd_hooks_v1::run, handle, subject, payload, sink);
        case PluginMethod::list_mcp_servers: return ask(SKD_IFACE_MCP_SERVERS, &skd_mcp_servers_v1::list, handle, sink);
    }
    return SKD_ERR_UNSUPPORTED;
}

PluginReply PluginBody::call(const PluginCall& call, CancelToken cancel, PluginContext::Deadline deadline) {
    const auto kind = call.method == PluginMethod::read_skill_file ? OutputKind::bytes : OutputKind::text;
    const auto limit = kind == OutputKind::bytes ? kMaxFileBytes : kMaxTextBytes;
    PluginContext::Call under_way(*context_, limit, std::move(cancel), deadline);
    auto reply =
        judge_call(run(slot_name(call.method), under_way,
                       [&](const skd_call* handle, const skd_sink* sink) { return enter(call, handle, sink); }),
                   kind, limit, shown_);
    if (reply.outcome == PluginOutcome::unsupported && reply.message.empty())
        reply.message = make_diagnostic(code::native_unsupported, shown_, {slot_name(call.method)}).message;
    return reply;
}

}  // namespace skilldeck

// SPDX-License-Identifier: Apache-2.0
// Makes the tables of plugin_abi.h from the methods that a plugin class has. Authors read plugin.hpp instead. Owns the
// instances; every function in a table is a barrier for exceptions. Threads: as tagged in plugin_abi.h.
#pragma once

#include <skilldeck/plugin_abi.h>
#include "host.hpp"
#include "reply.hpp"

#include <cstdint>
#include <memory>
#include <string_view>
#include <type_traits>
#include <utility>

#if defined(_WIN32)
#define SKD_LOCAL
#else
#define SKD_LOCAL __attribute__((visibility("hidden")))
#endif

namespace skd::detail {

/// For one method name: calls it, and knows whether a class has anything of that name, be it private or wrongly typed.
#define SKD_DETAIL_METHOD(method)                                               \
    struct method##_method {                                                    \
        template <class T, class... Arguments>                                  \
        auto operator()(T& plugin, Arguments&&... arguments) const              \
            -> decltype(plugin.method(std::forward<Arguments>(arguments)...)) { \
            return plugin.method(std::forward<Arguments>(arguments)...);        \
        }                                                                       \
        struct Namesake {                                                       \
            int method;                                                         \
        };                                                                      \
        template <class T>                                                      \
        struct Both : T, Namesake {};                                           \
        template <class T, class = decltype(&Both<T>::method)>                  \
        static std::false_type probe(int);                                      \
        template <class T>                                                      \
        static std::true_type probe(long);                                      \
        template <class T>                                                      \
        static constexpr bool named() {                                         \
            if constexpr (std::is_final_v<T>)                                   \
                return false;                                                   \
            else                                                                \
                return decltype(probe<T>(0))::value;                            \
        }                                                                       \
    }

SKD_DETAIL_METHOD(activate);
SKD_DETAIL_METHOD(configure);
SKD_DETAIL_METHOD(deactivate);
SKD_DETAIL_METHOD(check_availability);
SKD_DETAIL_METHOD(list_skills);
SKD_DETAIL_METHOD(skill_enabled);
SKD_DETAIL_METHOD(render_skill);
SKD_DETAIL_METHOD(read_skill_file);
SKD_DETAIL_METHOD(run_hook);
SKD_DETAIL_METHOD(list_mcp_servers);
#undef SKD_DETAIL_METHOD

using View = std::string_view;

/// Can `Method` of T be called with these arguments, with or without a Sink after them?
template <class Method, class T, class... Arguments>
inline constexpr bool kHas =
    std::is_invocable_v<Method, T&, Arguments...> || std::is_invocable_v<Method, T&, Arguments..., Sink>;

/// Absent is fine and so is right; a method of that name that cannot be called so is not.
template <class Method, class T, class... Arguments>
inline constexpr bool kFits = kHas<Method, T, Arguments...> || !Method::template named<T>();

/// Has T anything of these names? Then a signature was wrong, which has been said already.
template <class T, class... Methods>
inline constexpr bool kNamesAny = (Methods::template named<T>() || ...);

template <class T>
constexpr bool checked() {
    static_assert(std::is_class_v<T>, "skilldeck: SKD_PLUGIN needs a class");
    static_assert(std::is_constructible_v<T, Host, View> || std::is_constructible_v<T, Host> ||
                      std::is_default_constructible_v<T>,
                  "skilldeck: the plugin class needs a public constructor (skd::Host, std::string_view config_json), "
                  "(skd::Host) or ()");
    static_assert(std::is_nothrow_destructible_v<T>,
                  "skilldeck: the destructor of the plugin class must be public and noexcept");
    static_assert(kFits<activate_method, T, Call>,
                  "skilldeck: activate must be public and callable as activate(skd::Call)");
    static_assert(
        kFits<configure_method, T, Call, View>,
        "skilldeck: configure must be public and callable as configure(skd::Call, std::string_view config_json)");
    static_assert(kFits<deactivate_method, T>, "skilldeck: deactivate must be public and callable as deactivate()");
    static_assert(kFits<check_availability_method, T, Call>,
                  "skilldeck: check_availability must be public and callable as check_availability(skd::Call)");
    static_assert(kFits<list_skills_method, T, Call>,
                  "skilldeck: list_skills must be public and callable as list_skills(skd::Call)");
    static_assert(
        kFits<skill_enabled_method, T, Call, View>,
        "skilldeck: skill_enabled must be public and callable as skill_enabled(skd::Call, std::string_view skill)");
    static_assert(kFits<render_skill_method, T, Call, View, View>,
                  "skilldeck: render_skill must be public and callable as "
                  "render_skill(skd::Call, std::string_view skill, std::string_view request_json)");
    static_assert(kFits<read_skill_file_method, T, Call, View, View>,
                  "skilldeck: read_skill_file must be public and callable as "
                  "read_skill_file(skd::Call, std::string_view skill, std::string_view path)");
    static_assert(kFits<run_hook_method, T, Call, View, View>,
                  "skilldeck: run_hook must be public and callable as "
                  "run_hook(skd::Call, std::string_view handler, std::string_view event_json)");
    static_assert(kFits<list_mcp_servers_method, T, Call>,
                  "skilldeck: list_mcp_servers must be public and callable as list_mcp_servers(skd::Call)");
    return true;
}

template <class T>
struct SKD_LOCAL Adapter {
    static constexpr bool kAvailability = kHas<check_availability_method, T, Call>;
    static constexpr bool kSkills =
        kHas<list_skills_method, T, Call> || kHas<render_skill_method, T, Call, View, View> ||
        kHas<read_skill_file_method, T, Call, View, View> || kHas<skill_enabled_method, T, Call, View>;
    static constexpr bool kHooks = kHas<run_hook_method, T, Call, View, View>;
    static constexpr bool kMcpServers = kHas<list_mcp_servers_method, T, Call>;
    static_assert(checked<T>());
    static_assert(kAvailability || kSkills || kHooks || kMcpServers ||
                      kNamesAny<T, check_availability_method, list_skills_method, skill_enabled_method,
                                render_skill_method, read_skill_file_method, run_hook_method, list_mcp_servers_method>,
                  "skilldeck: the plugin class has none of check_availability, list_skills, render_skill, run_hook and "
                  "list_mcp_servers, so it would do nothing");

    struct Instance {
        Host host;
        T plugin;
    };

    /// Set by init(), before any other call and for good. The same for all instances of this process.
    inline static const skd_host_api* host_api = nullptr;

    static Instance* instance(skd_instance* self) noexcept { return reinterpret_cast<Instance*>(self); }

    /// Calls `Method`; a class without it answers SKD_ERR_UNSUPPORTED.
    template <class Method, class... Arguments>
    static skd_status run(skd_instance* self, const skd_call* call, const skd_sink* sink,
                          Arguments... arguments) noexcept {
        if constexpr (std::is_invocable_v<Method, T&, Call, Arguments..., Sink>) {
            return answer(sink, [&]() -> decltype(auto) {
                return Method{}(instance(self)->plugin, Call(instance(self)->host, call), arguments..., Sink(sink));
            });
        } else if constexpr (std::is_invocable_v<Method, T&, Call, Arguments...>) {
            return answer(sink, [&]() -> decltype(auto) {
                return Method{}(instance(self)->plugin, Call(instance(self)->host, call), arguments...);
            });
        } else {
            return Sink(sink).fail(SKD_ERR_UNSUPPORTED, "this plugin does not do that");
        }
    }

    // ---- the interfaces
    static skd_status SKD_CALL check(skd_instance* self, const skd_call* call, const skd_sink* reason) noexcept {
        return run<check_availability_method>(self, call, reason);
    }
    static skd_status SKD_CALL list_skills(skd_instance* self, const skd_call* call, const skd_sink* out) noexcept {
        return run<list_skills_method>(self, call, out);
    }
    static skd_status SKD_CALL is_enabled(skd_instance* self, const skd_call* call, skd_str skill,
                                          const skd_sink* reason) noexcept {
        return run<skill_enabled_method>(self, call, reason, view(skill));
    }
    static skd_status SKD_CALL render(skd_instance* self, const skd_call* call, skd_str skill, skd_str request,
                                      const skd_sink* out) noexcept {
        return run<render_skill_method>(self, call, out, view(skill), view(request));
    }
    static skd_status SKD_CALL read_file(skd_instance* self, const skd_call* call, skd_str skill, skd_str path,
                                         const skd_sink* out) noexcept {
        return run<read_skill_file_method>(self, call, out, view(skill), view(path));
    }
    static skd_status SKD_CALL run_hook(skd_instance* self, const skd_call* call, skd_str handler, skd_str event,
                                        const skd_sink* out) noexcept {
        return run<run_hook_method>(self, call, out, view(handler), view(event));
    }
    static skd_status SKD_CALL list_mcp_servers(skd_instance* self, const skd_call* call,
                                                const skd_sink* out) noexcept {
        return run<list_mcp_servers_method>(self, call, out);
    }

    static const void* SKD_CALL get_interface(skd_instance*, skd_str id) noexcept {
        static constexpr skd_availability_v1 kAvailabilityTable = {sizeof(skd_availability_v1), 0, &check};
        static constexpr skd_skills_v1 kSkillsTable = {sizeof(skd_skills_v1), 0,       &list_skills,
                                                       &is_enabled,           &render, &read_file};
        static constexpr skd_hooks_v1 kHooksTable = {sizeof(skd_hooks_v1), 0, &run_hook};
        static constexpr skd_mcp_servers_v1 kMcpServersTable = {sizeof(skd_mcp_servers_v1), 0, &list_mcp_servers};
        if (kAvailability && view(id) == SKD_IFACE_AVAILABILITY) return &kAvailabilityTable;
        if (kSkills && view(id) == SKD_IFACE_SKILLS) return &kSkillsTable;
        if (kHooks && view(id) == SKD_IFACE_HOOKS) return &kHooksTable;
        if (kMcpServers && view(id) == SKD_IFACE_MCP_SERVERS) return &kMcpServersTable;
        return nullptr;
    }

    // ---- the instance
    static skd_status SKD_CALL activate(skd_instance* self, const skd_call* call, const skd_sink* err) noexcept {
        if constexpr (kHas<activate_method, T, Call>) return run<activate_method>(self, call, err);
        return SKD_OK;
    }
    static skd_status SKD_CALL configure(skd_instance* self, const skd_call* call, skd_str config,
                                         const skd_sink* err) noexcept {
        return run<configure_method>(self, call, err, view(config));
    }
    static void SKD_CALL deactivate([[maybe_unused]] skd_instance* self) noexcept {
        if constexpr (kHas<deactivate_method, T>) {
            try {
                instance(self)->plugin.deactivate();
            } catch (const std::exception& exception) {
                instance(self)->host.error(exception.what());
            } catch (...) {
                instance(self)->host.error("deactivate threw something that is no std::exception");
            }
        }
    }
    static void SKD_CALL destroy(skd_instance* self) noexcept { delete instance(self); }

    // ---- the entry
    static skd_status SKD_CALL init(const skd_host_api* api, const skd_sink* err) noexcept {
        if (api == nullptr) return Sink(err).fail(SKD_ERR_INVALID_ARGUMENT, "the host passed no functions");
        host_api = api;
        return SKD_OK;
    }
    static void SKD_CALL deinit() noexcept { host_api = nullptr; }

    static skd_status SKD_CALL create(skd_host* handle, skd_str config, skd_instance** out,
                                      const skd_instance_api** api, const skd_sink* err) noexcept {
        static constexpr skd_instance_api kTable = {
            sizeof(skd_instance_api), 0, &get_interface, &activate, &configure, &deactivate, &destroy};
        return guarded(err, [&]() -> skd_status {
            *out = reinterpret_cast<skd_instance*>(make(Host(host_api, handle), view(config)));
            *api = &kTable;
            return SKD_OK;
        });
    }

    static Instance* make(Host host, [[maybe_unused]] View config) {
        if constexpr (std::is_constructible_v<T, Host, View>) {
            return new Instance{host, T(host, config)};
        } else if constexpr (std::is_constructible_v<T, Host>) {
            return new Instance{host, T(host)};
        } else {
            return new Instance{host, T()};
        }
    }

    static constexpr skd_plugin_entry entry(const char* name, const char* version) {
        return {
            SKD_ABI_MAGIC, sizeof(skd_plugin_entry), SKD_ABI_MAJOR, SKD_ABI_MINOR, 0, 0, name, version, &init, &deinit,
            &create};
    }
};

/// The names that a manifest may have: lower-case letters, digits, dots and hyphens, neither of them doubled or at an
/// end.
constexpr bool is_plugin_name(View name) {
    if (name.empty() || name.size() > 64) return false;
    char before = '-';
    for (const char c : name) {
        const bool letter = (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9');
        const bool between = c == '-' || c == '.';
        if (!letter && !(between && before != c)) return false;
        before = c;
    }
    return name.front() != '-' && name.front() != '.' && name.back() != '-' && name.back() != '.';
}

}  // namespace skd::detail

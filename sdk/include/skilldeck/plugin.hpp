// SPDX-License-Identifier: Apache-2.0
// A native Skilldeck plugin in C++17 or later: write a class with the methods it needs, name it in SKD_PLUGIN.
//
//     #include <skilldeck/plugin.hpp>
//
//     class Guard {
//     public:
//         explicit Guard(skd::Host host) : host_(host) {}
//
//         skd::Reply run_hook(skd::Call, std::string_view handler, std::string_view event_json) {
//             if (handler == "guard" && event_json.find("rm -rf /") != event_json.npos) return skd::deny("not that");
//             return skd::ok();
//         }
//
//     private:
//         skd::Host host_;
//     };
//
//     SKD_PLUGIN(Guard, "acme-guard", "1.0.0");
//
// The constructor is one of these; throwing from it refuses the plugin with what() as the reason:
//
//     (skd::Host, std::string_view config_json)     the JSON of skd_plugin_entry.create, in plugin_abi.h
//     (skd::Host)
//     ()
//
// The methods, all optional, at least one of the lower seven. A misspelt signature does not compile.
//
//     activate(skd::Call)                                      threads and files start here …
//     deactivate()                                             … and stop here
//     configure(skd::Call, view config_json)                   new options; without it: destroyed and created again
//
//     check_availability(skd::Call)                            ok() or unavailable("why")
//     list_skills(skd::Call)                                   JSON, only with "dynamicSkills": true
//     skill_enabled(skd::Call, view skill)                     ok() or unavailable("why")
//     render_skill(skd::Call, view skill, view request_json)   JSON {"blocks": [{"type": "text", "text": …}]}
//     read_skill_file(skd::Call, view skill, view path)        bytes
//     run_hook(skd::Call, view handler, view event_json)       ok(), ok(JSON) or deny("why")
//     list_mcp_servers(skd::Call)                              JSON {"mcpServers": {…}}
//
// (view: std::string_view, borrowed for the call.) Each may return skd::Reply, a string, or nothing, and may take an
// skd::Sink as its last parameter to write its output in pieces. skd::fail(SKD_ERR_…, "message") or throwing
// skd::Failure is how a call fails; any other exception is caught and becomes SKD_ERR_INTERNAL with its what().
//
// No JSON library comes with this: take the one you like. Threads: as plugin_abi.h says, in short one call at a time.
#pragma once

#if !defined(__cplusplus) || (__cplusplus < 201703L && (!defined(_MSVC_LANG) || _MSVC_LANG < 201703L))
#error "skilldeck/plugin.hpp needs C++17 or later; plugin_abi.h is for C and older C++"
#endif

#include "cpp/adapter.hpp"
#include "cpp/host.hpp"
#include "cpp/reply.hpp"

/// Defines the one symbol that a plugin exports. Once in a library, at file scope; name and version are literals, and
/// the name is the one in the manifest.
#define SKD_PLUGIN(Type, name, version)                                                                              \
    static_assert(::skd::detail::is_plugin_name("" name ""),                                                         \
                  "skilldeck: a plugin's name has lower-case letters, digits, single hyphens and dots, at most 64"); \
    extern "C" SKD_EXPORT const skd_plugin_entry skilldeck_plugin_entry_v1;                                          \
    constexpr skd_plugin_entry skilldeck_plugin_entry_v1 =                                                           \
        ::skd::detail::Adapter<Type>::entry("" name "", "" version "")

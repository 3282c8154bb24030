// SPDX-License-Identifier: Apache-2.0
// Opens a plugin's library the way a host does and finds its entry. Never closes it (rule R8). For tests; any thread.
#pragma once

#include <skilldeck/plugin_abi.h>

#include <filesystem>
#include <stdexcept>
#include <string>

#if defined(_WIN32)
#define WIN32_LEAN_AND_MEAN
#include <windows.h>
#else
#include <dlfcn.h>
#endif

namespace skd::testing {

/// Throws std::runtime_error with the loader's words if the library cannot be opened or has no entry.
[[nodiscard]] inline const skd_plugin_entry& open_library(const std::filesystem::path& path) {
    const std::string name = path.string();
#if defined(_WIN32)
    const HMODULE library = LoadLibraryExW(path.wstring().c_str(), nullptr, LOAD_WITH_ALTERED_SEARCH_PATH);
    if (library == nullptr) throw std::runtime_error(name + ": error " + std::to_string(GetLastError()));
    const void* symbol = reinterpret_cast<const void*>(GetProcAddress(library, SKD_ENTRY_SYMBOL));
#else
    void* library = ::dlopen(name.c_str(), RTLD_NOW | RTLD_LOCAL);
    if (library == nullptr) throw std::runtime_error(::dlerror());
    const void* symbol = ::dlsym(library, SKD_ENTRY_SYMBOL);
#endif
    if (symbol == nullptr) throw std::runtime_error(name + " does not export " SKD_ENTRY_SYMBOL);
    return *static_cast<const skd_plugin_entry*>(symbol);
}

}  // namespace skd::testing

// SPDX-License-Identifier: Apache-2.0
// One opened shared library: the only user of Boost.DLL. Owns the mapping until close(); after keep() the library stays
// mapped for the life of the process. It judges nothing: negotiation does that before.
// Opening and closing run code of the library: [any thread], one at a time per object.
#pragma once

#include "base/result.hpp"
#include "os/file_system.hpp"

#include <memory>
#include <string_view>

namespace skilldeck {

class Module {
public:
    /// Opens the file in place: for libraries of the host's own installation.
    [[nodiscard]] static Result<Module> open(const Path& file);
    /// Opens a private, sealed copy of `bytes`, so that what was judged is what runs. Messages name `file`.
    /// Errors of both: native_load_failed with the loader's own words.
    [[nodiscard]] static Result<Module> open_copy(std::string_view bytes, const Path& file);

    Module(Module&& other) noexcept;
    Module& operator=(Module&& other) noexcept;
    ~Module();  ///< as close()

    /// The address of an exported symbol. Error: native_symbol_missing.
    [[nodiscard]] Result<const void*> symbol(const char* name) const;

    /// From here on nothing unmaps the library: its code may be on a stack, its objects anywhere.
    void keep();

    enum class Closed { unmapped, still_mapped };
    /// Unmaps the library unless keep() was called; says whether the loader really let go.
    Closed close();

private:
    struct Opened;
    explicit Module(std::unique_ptr<Opened> opened);
    std::unique_ptr<Opened> opened_;
};

}  // namespace skilldeck

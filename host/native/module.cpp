// SPDX-License-Identifier: Apache-2.0
#include "native/module.hpp"

#include "base/display_text.hpp"
#include "native/codes.hpp"
#include "os/sealed_copy.hpp"

#include <boost/dll/shared_library.hpp>

#include <optional>
#include <string>
#include <utility>

#if !defined(_WIN32)
#include <link.h>
#endif

namespace skilldeck {

namespace {

/// A host with static libgcc aborts when a library throws into it, unless the host's own unwinder has run once before:
/// only then are its register tables filled.
void wake_unwinder() {
    try {
        throw 0;
    } catch (int) {
    }
}

/// The loader's words out of the exception of Boost.DLL, with the copy's path replaced by the one people know.
std::string loader_words(std::string text, const std::string& opened, const std::string& shown) {
    constexpr std::string_view kBefore = "(dlerror system message: ";
    if (const auto start = text.find(kBefore); start != std::string::npos) {
        text.erase(0, start + kBefore.size());
        if (const auto end = text.rfind("): "); end != std::string::npos) text.erase(end);
    }
    for (auto at = text.find(opened); at != std::string::npos; at = text.find(opened, at + shown.size()))
        text.replace(at, opened.size(), shown);
    return clean_for_line(text);
}

bool is_mapped([[maybe_unused]] const std::string& path) {
#if defined(_WIN32)
    return false;
#else
    struct Search {
        const std::string& path;
        bool found;
    } search{path, false};
    ::dl_iterate_phdr(
        [](dl_phdr_info* info, std::size_t, void* data) {
            auto& wanted = *static_cast<Search*>(data);
            wanted.found = wanted.found || wanted.path == info->dlpi_name;
            return 0;
        },
        &search);
    return search.found;
#endif
}

}  // namespace

struct Module::Opened {
    explicit Opened(std::string opened_path) : path(std::move(opened_path)) {}
    Opened(const Opened&) = delete;
    Opened& operator=(const Opened&) = delete;
    ~Opened() {}

    std::string path, shown;
    std::optional<SealedCopy> copy;
    bool kept = false;
    // Its destructor unmaps the library, which must not happen to a kept one: it is destroyed by close() or never.
    union {
        boost::dll::shared_library library;
    };
};

Module::Module(std::unique_ptr<Opened> opened) : opened_(std::move(opened)) {}
Module::Module(Module&& other) noexcept = default;

Module& Module::operator=(Module&& other) noexcept {
    if (this != &other) {
        close();
        opened_ = std::move(other.opened_);
    }
    return *this;
}

Module::~Module() {
    close();
}

namespace {

/// Boost.DLL is asked through its throwing overload: the other one loses the loader's words. An exception of a
/// library's own constructor does not arrive here: it cannot pass the loader and ends the process.
Result<boost::dll::shared_library> load(const std::string& path, const std::string& shown) {
    using boost::dll::load_mode::rtld_local;
    using boost::dll::load_mode::rtld_now;
    wake_unwinder();
    try {
        return boost::dll::shared_library(Path(path), rtld_now | rtld_local);
    } catch (const std::exception& error) {
        const auto name = Path(shown).filename().string();
        return make_error(code::native_load_failed, shown, {name, loader_words(error.what(), path, shown)});
    }
}

}  // namespace

Result<Module> Module::open(const Path& file) {
    auto library = load(file.string(), file.string());
    if (!library) return library.error();
    auto opened = std::make_unique<Opened>(file.string());
    opened->shown = file.string();
    new (&opened->library) boost::dll::shared_library(std::move(*library));
    return Module(std::move(opened));
}

Result<Module> Module::open_copy(std::string_view bytes, const Path& file) {
    auto copy = SealedCopy::make(bytes, file.filename().string());
    if (!copy)
        return make_error(code::native_copy_failed, file.string(),
                          {file.filename().string(), copy.error().where, copy.error().what});
    auto library = load(copy->path().string(), file.string());
    if (!library) return library.error();
    auto opened = std::make_unique<Opened>(copy->path().string());
    opened->shown = file.string();
    opened->copy = std::move(*copy);
    new (&opened->library) boost::dll::shared_library(std::move(*library));
    return Module(std::move(opened));
}

Result<const void*> Module::symbol(const char* name) const {
    const auto missing = [&] {
        return make_error(code::native_symbol_missing, opened_->shown,
                          {Path(opened_->shown).filename().string(), name});
    };
    try {
        if (!opened_->library.has(name)) return missing();
        return static_cast<const void*>(&opened_->library.get<const char>(name));
    } catch (const std::exception&) {
        return missing();
    }
}

void Module::keep() {
    opened_->kept = true;
    if (opened_->copy) opened_->copy->keep();
}

Module::Closed Module::close() {
    if (!opened_) return Closed::unmapped;
    if (opened_->kept) {
        opened_.reset();
        return Closed::still_mapped;
    }
    opened_->library.~shared_library();
    const bool mapped = is_mapped(opened_->path);
    if (mapped && opened_->copy) opened_->copy->keep();
    opened_.reset();
    return mapped ? Closed::still_mapped : Closed::unmapped;
}

}  // namespace skilldeck

// SPDX-License-Identifier: Apache-2.0
#include "native/needed_libraries.hpp"

#include "base/display_text.hpp"
#include "base/text.hpp"
#include "native/codes.hpp"

#include <algorithm>
#include <array>
#include <optional>
#include <utility>

namespace skilldeck {

namespace {

constexpr std::size_t kCacheBytes = 16UL * 1024 * 1024;
constexpr std::string_view kCache = "/etc/ld.so.cache";
constexpr std::array<std::string_view, 2> kOrigins{"$ORIGIN", "${ORIGIN}"};

#if defined(__aarch64__)
constexpr std::string_view kTriplet = "aarch64-linux-gnu";
#else
constexpr std::string_view kTriplet = "x86_64-linux-gnu";
#endif

std::vector<Path> parts_of(std::string_view search_path) {
    std::vector<Path> folders;
    for (const auto part : split(search_path, ':'))
        if (!part.empty()) folders.emplace_back(std::string(part));
    return folders;
}

/// The folder that `part` of a search path means for a library in `folder`; nothing when it is not told from there.
std::optional<Path> from_origin(const Path& part, const Path& folder) {
    const auto text = part.string();
    for (const auto origin : kOrigins)
        if (text.starts_with(origin)) return Path(folder.string() + text.substr(origin.size())).lexically_normal();
    return std::nullopt;
}

/// One module's question, asked name by name.
class Search {
public:
    Search(const FileReader& files, const NeededLibraries& needed, const Path& library, const LoaderPlaces& places)
        : files_(files), places_(places), folder_(library.parent_path()), beside_{folder_} {
        for (auto& part : parts_of(needed.search_path)) {
            if (auto own = from_origin(part, folder_)) {
                beside_.push_back(std::move(*own));
            } else {
                // $LIB and $PLATFORM are words of the loader.
                untold_ = untold_ || part.string().find('$') != std::string::npos;
                folders_.push_back(std::move(part));
            }
        }
    }

    [[nodiscard]] bool on_system(const std::string& name) {
        return untold_ || name.find('/') != std::string::npos || is_in(folders_, name) ||
               is_in(places_.folders, name) || in_cache(name);
    }
    [[nodiscard]] bool beside(const std::string& name) const { return is_in(beside_, name); }

private:
    [[nodiscard]] bool is_in(const std::vector<Path>& folders, const std::string& name) const {
        return std::ranges::any_of(folders, [&](const Path& folder) { return files_.info(folder / name).has_value(); });
    }

    /// The cache is a table with all its names in one block, each followed by a zero: a name that is not in there is in
    /// no entry. Without a cache that can be read the answer is yes: the loader knows.
    [[nodiscard]] bool in_cache(const std::string& name) {
        if (!cache_) {
            auto text = files_.read(places_.cache, kCacheBytes);
            cache_ = text ? std::move(*text) : std::string();
        }
        if (cache_->empty()) return true;
        const auto wanted = name + '\0';
        for (auto at = cache_->find(wanted); at != std::string::npos; at = cache_->find(wanted, at + 1)) {
            const char before = at == 0 ? '\0' : (*cache_)[at - 1];
            if (before == '\0' || before == '/') return true;
        }
        return false;
    }

    const FileReader& files_;
    const LoaderPlaces& places_;
    Path folder_;
    std::vector<Path> beside_, folders_;
    bool untold_ = false;
    std::optional<std::string> cache_;
};

}  // namespace

LoaderPlaces loader_places(std::string_view library_path) {
    LoaderPlaces places;
    places.folders = parts_of(library_path);
    const std::string triplet(kTriplet);
    for (const std::string& folder : {"/lib/" + triplet, "/usr/lib/" + triplet, std::string("/lib64"),
                                      std::string("/usr/lib64"), std::string("/lib"), std::string("/usr/lib")})
        places.folders.emplace_back(folder);
    places.cache = std::string(kCache);
    return places;
}

Result<> check_needed(const FileReader& files, const NeededLibraries& needed, const Path& library,
                      const LoaderPlaces& places) {
    Search search(files, needed, library, places);
    const auto file = library.filename().string();
    for (const auto& needed_name : needed.names) {
        const auto name = clean_for_line(needed_name);
        if (search.on_system(needed_name)) continue;
        if (search.beside(needed_name)) return make_error(code::native_side_library, library.string(), {file, name});
        return make_error(code::native_load_failed, library.string(),
                          {file, "it needs " + name + ", which is nowhere on this system"});
    }
    return {};
}

}  // namespace skilldeck

// SPDX-License-Identifier: Apache-2.0
#include "market/fetch_place.hpp"

#include "market/store.hpp"
#include "os/codes.hpp"
#include "os/random.hpp"

#include <chrono>
#include <utility>

namespace skilldeck {

namespace {

constexpr std::string_view kFolder = ".staging";
constexpr std::uint32_t kPrivateMode = 0700;
constexpr std::size_t kNameBytes = 8;
constexpr std::chrono::milliseconds kNoPatience{0};

}  // namespace

Result<FetchPlace> FetchPlace::make(const FileReader& reader, FileWriter& writer, const Path& plugins_dir) {
    Store store(reader, writer, plugins_dir);
    const auto lock = store.take_lock();  // nobody sweeps before the place has its own
    if (!lock) return lock.error();
    auto confined = writer.confined(plugins_dir);
    const auto place = plugins_dir / Path(kFolder) / random_hex(kNameBytes);
    if (auto made = confined->make_directories(place, kPrivateMode); !made) return made.error();
    auto own = FileLock::take(place, kNoPatience);
    if (!own) return own.error();
    auto real = reader.real_path(place);
    if (!real) return real.error();
    return FetchPlace(std::move(confined), place, std::move(*real), std::move(*own));
}

Result<bool> FetchPlace::sweep(const FileReader& reader, FileWriter& writer, const Path& plugins_dir) {
    const auto folder = plugins_dir / Path(kFolder);
    const auto entries = reader.list(folder);
    if (!entries && entries.error().code == code::file_not_found) return false;
    if (!entries) return entries.error();
    const auto confined = writer.confined(plugins_dir);
    bool swept = false, used = false;
    for (const auto& entry : *entries) {
        const auto place = folder / entry.name;
        const bool is_directory = entry.kind == FileKind::directory;
        const auto lock = is_directory ? FileLock::take(place, kNoPatience) : Result<FileLock>(Error{});
        used = used || (is_directory && !lock);
        if (is_directory && !lock) continue;
        if (auto removed = confined->remove_tree(place); !removed) return removed.error();
        swept = true;
    }
    if (used) return swept;
    if (auto removed = confined->remove_tree(folder); !removed) return removed.error();
    return swept;
}

FetchPlace& FetchPlace::operator=(FetchPlace&& other) noexcept {
    std::swap(writer_, other.writer_);
    std::swap(folder_, other.folder_);
    std::swap(path_, other.path_);
    std::swap(lock_, other.lock_);
    return *this;
}

/// What stays, because the disk does not let go of it, the next change of the store sweeps.
FetchPlace::~FetchPlace() {
    if (writer_) (void)writer_->remove_tree(folder_);
}

}  // namespace skilldeck

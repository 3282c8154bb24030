// SPDX-License-Identifier: Apache-2.0
// Every file access of the host. Readers and writers are separate interfaces, so that what only reads cannot write
// and a test can stand in for either. Safe from any thread.
#pragma once

#include "base/result.hpp"

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace skilldeck {

using Path = std::filesystem::path;

enum class FileKind : std::uint8_t { regular, directory, link, other };
enum class Links : std::uint8_t { follow, keep };

struct FileInfo {
    FileKind kind = FileKind::other;
    std::uint64_t size = 0;
    std::uint32_t mode = 0;   ///< permission bits, with set-id and sticky
    std::uint32_t owner = 0;  ///< user id
    std::int64_t modified_ns = 0;
    std::uint64_t device = 0, inode = 0;
    [[nodiscard]] bool executable() const { return (mode & 0100U) != 0; }
    [[nodiscard]] bool writable_by_all() const { return (mode & 0002U) != 0; }
    [[nodiscard]] bool writable_by_others() const { return (mode & 0022U) != 0; }  ///< by the group or by all

    friend bool operator==(const FileInfo&, const FileInfo&) = default;
};

struct DirectoryEntry {
    std::string name;
    FileKind kind = FileKind::other;  ///< of the entry itself: a link is a link
};

/// What is at a path and, if it is a regular file, how it begins.
struct FileStart {
    FileInfo info;
    std::string text;
};

/// One folder, for reading many files below it: they are found from there, not from the root of the file system.
class FolderReader {
public:
    virtual ~FolderReader() = default;
    /// FileReader::read_start() of a path below the folder whose last part is not followed if it is a link. False: it
    /// cannot be read, and FileReader says why.
    [[nodiscard]] virtual bool read_start(const char* below, std::size_t bytes, FileStart& start) const = 0;
};

class FileReader {
public:
    virtual ~FileReader() = default;
    /// Errors of all: file_not_found, file_unreadable with the system's reason; `where` is the path.
    [[nodiscard]] virtual Result<FileInfo> info(const Path& path, Links links = Links::follow) const = 0;
    /// The whole file; file_too_large above `limit` bytes, refused before reading. A fifo or device is file_unreadable.
    [[nodiscard]] virtual Result<std::string> read(const Path& path, std::size_t limit) const = 0;
    /// Up to `bytes` bytes from the start.
    [[nodiscard]] virtual Result<std::string> read_head(const Path& path, std::size_t bytes) const = 0;
    /// Up to `bytes` bytes from `offset`; the default reads all that stands before them too.
    [[nodiscard]] virtual Result<std::string> read_part(const Path& path, std::uint64_t offset,
                                                        std::size_t bytes) const;
    /// info() and read_head() at once. What is no regular file has no text and is no error.
    [[nodiscard]] virtual Result<FileStart> read_start(const Path& path, std::size_t bytes, Links links) const;
    /// Never null; safe from any thread as long as this reader lives.
    [[nodiscard]] virtual std::unique_ptr<FolderReader> open_folder(const Path& folder) const;
    /// Hands a regular file of any size to `piece`, part by part from the start; the default reads it whole.
    virtual Result<> read_pieces(const Path& path, const std::function<void(std::string_view)>& piece) const;
    /// Without `.` and `..`, sorted by name in byte order.
    [[nodiscard]] virtual Result<std::vector<DirectoryEntry>> list(const Path& directory) const = 0;
    [[nodiscard]] virtual Result<Path> real_path(const Path& path) const = 0;
    [[nodiscard]] virtual Result<Path> read_link(const Path& path) const = 0;

    [[nodiscard]] bool is_directory(const Path& path) const {
        const auto found = info(path);
        return found && found->kind == FileKind::directory;
    }
    [[nodiscard]] bool is_file(const Path& path) const {
        const auto found = info(path);
        return found && found->kind == FileKind::regular;
    }
};

/// One file to copy from one tree into another.
struct FileCopy {
    Path from_root, from;  ///< `from` is relative to its root
    Path to_root, to;      ///< `to` is relative to its root; its folder exists
    std::uint32_t mode = 0644;
    std::uint64_t limit = 0;  ///< bytes
};

class FileChanges;

/// Whether what was made is on the disk when the call returns, or when something is synced later.
enum class Durable : std::uint8_t { later, now };

class FileWriter {
public:
    virtual ~FileWriter() = default;
    /// A writer that changes nothing outside `root`, and below it follows no link, in the middle of a path or at its
    /// end. What is in the way, or outside, is file_unwritable.
    [[nodiscard]] virtual std::unique_ptr<FileWriter> confined(const Path& root) const = 0;
    /// Errors of all: file_unwritable with the system's reason; `where` is the path.
    virtual Result<> make_directories(const Path& directory, std::uint32_t mode = 0755,
                                      Durable durable = Durable::later) = 0;
    /// Temporary file beside the target, written, synced, renamed over it, parent synced: before or after, never
    /// between. Temporary files of the same target whose writers died are swept. An existing
    /// target keeps its mode and owner; a link is followed to its target. A new file gets `mode` less the umask.
    virtual Result<> write_atomically(const Path& path, std::string_view bytes, std::uint32_t mode = 0644) = 0;
    /// Fails where the path exists; links are not followed. Not synced: see sync_file_system.
    virtual Result<> write_new(const Path& path, std::string_view bytes, std::uint32_t mode) = 0;
    /// Copies a regular file by descriptor: no component below either root is followed if it is a link, and the target
    /// must be new. Also file_not_found, file_unreadable, and file_too_large above `limit` bytes.
    virtual Result<> copy_file(const FileCopy& copy) = 0;
    virtual Result<> make_link(const Path& target, const Path& link) = 0;
    virtual Result<> rename(const Path& from, const Path& to) = 0;
    /// Removes the tree at `path`, by descriptor, without following a link; a missing path is fine.
    virtual Result<> remove_tree(const Path& path) = 0;
    /// Pushes everything written below the file system of `directory` to the disk (syncfs).
    virtual Result<> sync_file_system(const Path& directory) = 0;
    /// Pushes the directory entry list of `directory` to the disk.
    virtual Result<> sync_directory(const Path& directory) = 0;
};

/// The real disk. `FileSystem` is both, for `main` and `app`.
class FileSystem final : public FileReader, public FileWriter {
public:
    FileSystem();
    /// With other changes than the system's (os/file_changes.hpp).
    explicit FileSystem(std::shared_ptr<FileChanges> changes);

    [[nodiscard]] Result<FileInfo> info(const Path& path, Links links = Links::follow) const override;
    [[nodiscard]] Result<std::string> read(const Path& path, std::size_t limit) const override;
    [[nodiscard]] Result<std::string> read_head(const Path& path, std::size_t bytes) const override;
    [[nodiscard]] Result<std::string> read_part(const Path& path, std::uint64_t offset,
                                                std::size_t bytes) const override;
    [[nodiscard]] Result<FileStart> read_start(const Path& path, std::size_t bytes, Links links) const override;
    [[nodiscard]] std::unique_ptr<FolderReader> open_folder(const Path& folder) const override;
    Result<> read_pieces(const Path& path, const std::function<void(std::string_view)>& piece) const override;
    [[nodiscard]] Result<std::vector<DirectoryEntry>> list(const Path& directory) const override;
    [[nodiscard]] Result<Path> real_path(const Path& path) const override;
    [[nodiscard]] Result<Path> read_link(const Path& path) const override;

    [[nodiscard]] std::unique_ptr<FileWriter> confined(const Path& root) const override;
    Result<> make_directories(const Path& directory, std::uint32_t mode = 0755,
                              Durable durable = Durable::later) override;
    Result<> write_atomically(const Path& path, std::string_view bytes, std::uint32_t mode = 0644) override;
    Result<> write_new(const Path& path, std::string_view bytes, std::uint32_t mode) override;
    Result<> copy_file(const FileCopy& copy) override;
    Result<> make_link(const Path& target, const Path& link) override;
    Result<> rename(const Path& from, const Path& to) override;
    Result<> remove_tree(const Path& path) override;
    Result<> sync_file_system(const Path& directory) override;
    Result<> sync_directory(const Path& directory) override;

    /// Whether this process could make files in `directory`, or make it where it is not there: file_unwritable says
    /// why not, for the folder that stands in the way.
    [[nodiscard]] Result<> can_write_in(const Path& directory) const;
    /// The temporary files in `directory` that writers that died left there, sorted; a directory that cannot be read
    /// has none.
    [[nodiscard]] std::vector<Path> stray_temporaries(const Path& directory) const;
    /// Called with each temporary file of a dead writer that a later write removed; set before threads share this.
    void on_stray(std::function<void(const Path&)> stray) { on_stray_ = std::move(stray); }

private:
    [[nodiscard]] Error place_error(const Path& path, int number) const;
    [[nodiscard]] Result<> replace_file(const Path& target, std::string_view bytes, std::uint32_t mode);

    std::shared_ptr<FileChanges> changes_;
    Path confined_to_;  ///< empty: nothing
    std::function<void(const Path&)> on_stray_;
};

/// Whether `path` (already resolved) is `root` (already resolved) or lies below it, compared component by component.
[[nodiscard]] bool lies_below(const Path& path, const Path& root);

/// Whether a relative path climbs above where it starts, by its text alone.
[[nodiscard]] bool climbs_out(const Path& relative);

}  // namespace skilldeck

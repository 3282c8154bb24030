// SPDX-License-Identifier: Apache-2.0
#include "recorded_changes.hpp"

#include <array>
#include <cerrno>
#include <system_error>
#include <utility>

namespace skilldeck::test {

std::string word_of(const Change& change) {
    constexpr std::array<const char*, 11> kWords{"create",           "write",     "set mode",        "set owner",
                                                 "make directory",   "make link", "rename",          "unlink",
                                                 "remove directory", "sync",      "sync file system"};
    return kWords.at(static_cast<std::size_t>(change.kind));
}

std::string to_text(const Change& change) {
    auto text = word_of(change) + " " + change.path.string();
    if (!change.to.empty()) text += " to " + change.to.string();
    return text;
}

void RecordedChanges::stop_before(std::size_t step) {
    changes_.clear();
    limited_ = true;
    once_ = reached_ = false;
    limit_ = step;
}

void RecordedChanges::fail_at(std::size_t step) {
    stop_before(step);
    once_ = true;
}

void RecordedChanges::go_on() {
    changes_.clear();
    limited_ = once_ = reached_ = false;
}

Path RecordedChanges::path_of(int descriptor) const {
    std::error_code error;
    return std::filesystem::read_symlink("/proc/self/fd/" + std::to_string(descriptor), error);
}

int RecordedChanges::step(Change change) {
    if (!lies_below(change.path, scratch_) || (!change.to.empty() && !lies_below(change.to, scratch_))) return EACCES;
    if (limited_ && changes_.size() >= limit_ && !(once_ && reached_)) {
        reached_ = true;
        return ENOSPC;
    }
    change.path = change.path.lexically_relative(scratch_);
    if (!change.to.empty()) change.to = change.to.lexically_relative(scratch_);
    changes_.push_back(std::move(change));
    return 0;
}

Descriptor RecordedChanges::create(int folder, const std::string& name, std::uint32_t mode) {
    if (const int error = step({Change::Kind::create, path_of(folder) / name, {}, {}, mode})) {
        errno = error;
        return {};
    }
    auto made = system_->create(folder, name, mode);
    if (!made.open()) changes_.pop_back();  // what the system refused changed nothing
    return made;
}

int RecordedChanges::write(int file, std::string_view bytes) {
    const int error = step({Change::Kind::write, path_of(file), {}, std::string(bytes)});
    return error != 0 ? error : system_->write(file, bytes);
}

int RecordedChanges::set_mode(int file, std::uint32_t mode) {
    const int error = step({Change::Kind::set_mode, path_of(file), {}, {}, mode});
    return error != 0 ? error : system_->set_mode(file, mode);
}

int RecordedChanges::set_owner(int file, std::uint32_t user, std::uint32_t group) {
    const int error = step({Change::Kind::set_owner, path_of(file), {}, {}});
    return error != 0 ? error : system_->set_owner(file, user, group);
}

int RecordedChanges::make_directory(int folder, const std::string& name, std::uint32_t mode) {
    if (const int error = step({Change::Kind::make_directory, path_of(folder) / name, {}, {}, mode})) return error;
    return done(system_->make_directory(folder, name, mode));
}

int RecordedChanges::make_link(const std::string& target, int folder, const std::string& name) {
    if (const int error = step({Change::Kind::make_link, path_of(folder) / name, {}, target})) return error;
    return done(system_->make_link(target, folder, name));
}

int RecordedChanges::rename(int from_folder, const std::string& from, int to_folder, const std::string& to) {
    Change change{Change::Kind::rename, path_of(from_folder) / from, path_of(to_folder) / to, {}};
    if (const int error = step(std::move(change))) return error;
    return done(system_->rename(from_folder, from, to_folder, to));
}

int RecordedChanges::unlink(int folder, const std::string& name) {
    if (const int error = step({Change::Kind::unlink, path_of(folder) / name, {}, {}})) return error;
    return done(system_->unlink(folder, name));
}

int RecordedChanges::remove_directory(int folder, const std::string& name) {
    if (const int error = step({Change::Kind::remove_directory, path_of(folder) / name, {}, {}})) return error;
    return done(system_->remove_directory(folder, name));
}

int RecordedChanges::sync(int file_or_directory) {
    return step({Change::Kind::sync, path_of(file_or_directory), {}, {}});
}

int RecordedChanges::sync_file_system(int place) {
    return step({Change::Kind::sync_file_system, path_of(place), {}, {}});
}

/// What the system refused changed nothing.
int RecordedChanges::done(int error) {
    if (error != 0) changes_.pop_back();
    return error;
}

}  // namespace skilldeck::test

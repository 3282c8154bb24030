// SPDX-License-Identifier: Apache-2.0
#include "app/skill_usage.hpp"

#include "market/state_file.hpp"
#include "os/file_lock.hpp"

#include <chrono>

namespace skilldeck {

namespace {

constexpr std::chrono::seconds kLockPatience{2};
constexpr std::uint32_t kPrivateDirectory = 0700;

constexpr StateFormat kFormat{kUsageVersion, StateFormat::WithoutVersion::oldest, "skills"};

Path usage_file(const Path& state_dir) {
    return state_dir / "usage.json";
}

void report_damage_of(const StateFile& state, Diagnostics& diagnostics) {
    report_damage(state, "every skill counts as never used", "nothing to do: uses are counted anew", diagnostics);
}

}  // namespace

SkillUsage read_skill_usage(const FileReader& files, const Path& state_dir, Diagnostics& diagnostics) {
    const auto state = load_state_file(files, usage_file(state_dir), kFormat, diagnostics);
    if (state) report_damage_of(*state, diagnostics);
    if (state) return read_usage(state->root);
    diagnostics.push_back(to_diagnostic(state.error()));
    return {};
}

Result<> record_skill_use(FileSystem& files, const Clock& clock, const Path& state_dir, const CatalogueEntry& entry,
                          Diagnostics& diagnostics) {
    if (auto made = files.make_directories(state_dir, kPrivateDirectory); !made) return made;
    const auto lock = FileLock::take(state_dir, kLockPatience);
    if (!lock) return lock.error();
    Diagnostics of_version;  // writable() is its error
    auto state = load_state_file(files, usage_file(state_dir), kFormat, of_version);
    if (!state) return state.error();
    report_damage_of(*state, diagnostics);
    if (auto writable = state->writable(); !writable) return writable;
    count_use(state->root, usage_key(entry), to_iso8601(clock.now()));
    return save_state_file(files, *state);
}

}  // namespace skilldeck

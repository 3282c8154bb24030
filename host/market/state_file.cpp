// SPDX-License-Identifier: Apache-2.0
#include "market/state_file.hpp"

#include "base/json.hpp"
#include "market/codes.hpp"
#include "os/codes.hpp"

#include <boost/json/serialize.hpp>

#include <algorithm>
#include <cctype>

namespace skilldeck {

namespace {

constexpr std::size_t kStateBytes = 16 * 1024 * 1024;
constexpr std::size_t kStateDepth = 32;
constexpr std::uint32_t kStateMode = 0644;

Path path_aside(const Path& file, const Clock& clock) {
    auto time = to_iso8601(clock.now());
    std::erase_if(time, [](unsigned char c) { return std::isalnum(c) == 0; });
    return file.parent_path() / (file.stem().string() + ".damaged." + time + file.extension().string());
}

std::optional<Error> newer_than(const StateFormat& format, const boost::json::object& root, const Path& file) {
    const auto* version = root.if_contains("version");
    const auto* number = version != nullptr ? version->if_int64() : nullptr;
    // Where members are named by people one may be called "version": its value is an object.
    const bool oldest =
        (version == nullptr || version->is_object()) && format.without_version == StateFormat::WithoutVersion::oldest;
    if (root.empty() || oldest || (number != nullptr && *number <= format.newest)) return std::nullopt;
    return make_error(code::state_file_newer, file.string(), {number != nullptr ? std::to_string(*number) : "unknown"});
}

}  // namespace

Result<StateFile> load_state_file(const FileReader& files, const Path& file, StateFormat format,
                                  Diagnostics& diagnostics) {
    StateFile state;
    state.file = file;
    auto text = files.read(file, kStateBytes);
    if (!text && text.error().code == code::file_not_found) return state;
    if (!text) return text.error();
    auto root = parse_json_object(*text, file.string(), {kStateBytes, kStateDepth});
    if (root) {
        state.root = std::move(*root);
        state.newer = newer_than(format, state.root, file);
        if (state.newer) diagnostics.push_back(to_diagnostic(*state.newer));
        return state;
    }
    state.damaged = true;
    state.damaged_text = std::move(*text);
    diagnostics.push_back(make_diagnostic(code::state_file_damaged, file.string(), {root.error().what}));
    return state;
}

Result<> save_state_file(FileWriter& writer, const Clock& clock, StateFile& state) {
    if (auto allowed = state.writable(); !allowed) return allowed;
    if (auto made = writer.make_directories(state.file.parent_path()); !made) return made;
    if (state.damaged) {
        const auto aside = path_aside(state.file, clock);
        if (auto kept = writer.write_atomically(aside, state.damaged_text, kStateMode); !kept) return kept;
        state.damaged = false;
    }
    return writer.write_atomically(state.file, boost::json::serialize(state.root) + "\n", kStateMode);
}

}  // namespace skilldeck

// SPDX-License-Identifier: Apache-2.0
#include "market/state_file.hpp"

#include "base/json.hpp"
#include "market/codes.hpp"
#include "os/codes.hpp"
#include "os/damaged_copy.hpp"
#include "os/dangling_link.hpp"
#include "os/private_file.hpp"

#include <boost/json/serialize.hpp>

#include <utility>

namespace skilldeck {

namespace {

constexpr std::size_t kStateBytes = 16 * 1024 * 1024;
constexpr std::size_t kStateDepth = 32;
constexpr std::uint32_t kPermissionBits = 0777;

/// Why an object is not of the file's shape; empty when it is.
std::string shape_problem(const StateFormat& format, const boost::json::object& root) {
    const auto* section = format.section.empty() ? nullptr : root.if_contains(format.section);
    if (section == nullptr || section->is_object()) return {};
    return "\"" + std::string(format.section) + "\" is " + std::string(json_kind(*section)) + ", wanted a map";
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
    state.mode = format.mode;
    if (format.mode == kPrivateStateMode) {
        const auto info = files.info(file);
        state.has_other_mode = info && (info->mode & kPermissionBits) != format.mode;
    }
    auto text = files.read(file, kStateBytes);
    if (!text && text.error().code == code::file_not_found) {
        if (auto link = dangling_link(files, file)) return *std::move(link);
        return state;
    }
    if (!text) return text.error();
    auto root = parse_json_object(*text, file.string(), {kStateBytes, kStateDepth});
    if (root) state.newer = newer_than(format, *root, file);
    if (state.newer) diagnostics.push_back(to_diagnostic(*state.newer));
    // The shape of a newer file is not for this host to judge.
    std::string reason;
    if (!root) reason = root.error().what;
    if (root && !state.newer) reason = shape_problem(format, *root);
    if (reason.empty()) {
        state.root = std::move(*root);
        return state;
    }
    auto copy = damaged_copy_path(file, *text);
    state.damage = StateDamage{std::move(reason), std::move(*text), std::move(copy)};
    return state;
}

void report_damage(const StateFile& state, std::string_view lost, std::string_view next, Diagnostics& diagnostics) {
    if (!state.damage) return;
    diagnostics.push_back(make_diagnostic(code::state_file_damaged, state.file.string(),
                                          {lost, state.damage->reason, state.damage->copy.string(), next}));
}

std::string state_text(const StateFile& state) {
    return boost::json::serialize(state.root) + "\n";
}

Result<> save_state_file(FileWriter& writer, StateFile& state) {
    if (auto allowed = state.writable(); !allowed) return allowed;
    if (auto made = writer.make_directories(state.file.parent_path()); !made) return made;
    if (state.damage) {
        auto kept = writer.write_atomically(state.damage->copy, state.damage->text, state.mode);
        if (!kept) return kept;
        state.damage.reset();
    }
    if (!state.has_other_mode) return writer.write_atomically(state.file, state_text(state), state.mode);
    if (auto replaced = replace_with_mode(writer, state.file, state_text(state), state.mode); !replaced)
        return replaced;
    state.has_other_mode = false;
    return {};
}

}  // namespace skilldeck

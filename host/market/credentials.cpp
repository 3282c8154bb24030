// SPDX-License-Identifier: Apache-2.0
#include "market/credentials.hpp"

#include "base/json.hpp"
#include "market/codes.hpp"
#include "market/state_file.hpp"
#include "os/codes.hpp"
#include "os/file_lock.hpp"

#include <chrono>

namespace skilldeck {

namespace {

constexpr std::string_view kVersion = "version", kPluginOptions = "pluginOptions";
constexpr std::int64_t kFormat = 1;
constexpr std::chrono::seconds kLockPatience{10};
constexpr std::uint32_t kOthersRead = 0044;
constexpr std::string_view kLost = "the secret options of plugins are not known",
                           kNext = "set them again with `skilldeck plugin configure`";

StateFormat format() {
    return {.newest = kFormat, .section = kPluginOptions, .mode = kPrivateStateMode};
}

/// Who may write it decides what plugins are told.
std::optional<Error> writable_by_others(const FileReader& files, const Path& file) {
    const auto info = files.info(file);
    if (!info || !info->writable_by_others()) return std::nullopt;
    return make_error(code::credentials_writable_by_others, file.string());
}

boost::json::object& made_object(boost::json::object& object, std::string_view key) {
    auto& value = object[key];
    if (!value.is_object()) value.emplace_object();
    return value.get_object();
}

}  // namespace

boost::json::object Credentials::plugin_options(Diagnostics& diagnostics) const {
    const auto info = reader_.info(file_);
    if (!info && info.error().code == code::file_not_found) return {};
    if (const auto refused = writable_by_others(reader_, file_)) {
        diagnostics.push_back(to_diagnostic(*refused));
        return {};
    }
    const auto state = load_state_file(reader_, file_, format(), diagnostics);
    if (!state) {
        diagnostics.push_back(to_diagnostic(state.error()));
        return {};
    }
    report_damage(*state, kLost, kNext, diagnostics);
    if (info && (info->mode & kOthersRead) != 0)
        diagnostics.push_back(make_diagnostic(code::credentials_readable_by_others, file_.string()));
    const auto* options = json_object(state->root, kPluginOptions);
    return options != nullptr ? *options : boost::json::object();
}

Result<> Credentials::change(Diagnostics& diagnostics, const std::function<bool(boost::json::object&)>& change) {
    if (auto made = writer_.make_directories(file_.parent_path()); !made) return made;
    const auto lock = FileLock::take(file_.parent_path(), kLockPatience);
    if (!lock) return lock.error();
    if (auto refused = writable_by_others(reader_, file_)) return *refused;
    Diagnostics found;
    auto state = load_state_file(reader_, file_, format(), found);
    if (!state) return state.error();
    if (auto writable = state->writable(); !writable) return writable;
    if (!change(state->root)) return {};
    report_damage(*state, kLost, kNext, diagnostics);
    state->root[kVersion] = kFormat;
    return save_state_file(writer_, *state);
}

Result<> Credentials::change_plugin_options(std::string_view plugin_id, const boost::json::object& changes,
                                            Diagnostics& diagnostics) {
    return change(diagnostics, [&](boost::json::object& root) {
        auto& all = made_object(root, kPluginOptions);
        auto& options = made_object(all, plugin_id);
        bool changed = false;
        for (const auto& item : changes) {
            if (item.value().is_null()) {
                changed = options.erase(item.key()) != 0 || changed;
            } else {
                options[item.key()] = item.value();
                changed = true;
            }
        }
        if (options.empty()) all.erase(plugin_id);
        return changed;
    });
}

Result<> Credentials::change_if_there(const std::function<bool(boost::json::object&)>& change_it) {
    const auto info = reader_.info(file_);
    if (!info && info.error().code == code::file_not_found) return {};
    Diagnostics unsaid;
    return change(unsaid, change_it);
}

Result<> Credentials::forget_plugin(std::string_view plugin_id) {
    return change_if_there([&](boost::json::object& root) {
        const auto* all = json_object(root, kPluginOptions);
        if (all == nullptr || !all->contains(plugin_id)) return false;
        root[kPluginOptions].get_object().erase(plugin_id);
        return true;
    });
}

Result<> Credentials::carry_plugin(std::string_view from, std::string_view to, OptionCarry how) {
    return change_if_there([&](boost::json::object& root) {
        const auto* all = json_object(root, kPluginOptions);
        const auto* found = all != nullptr ? json_object(*all, from) : nullptr;
        if (found == nullptr) return false;
        const boost::json::object values = *found;
        auto& plugins = root[kPluginOptions].get_object();
        auto& own = made_object(plugins, to);
        bool changed = false;
        for (const auto& item : values) changed = own.insert(item).second || changed;
        if (how == OptionCarry::copy) return changed;
        plugins.erase(from);
        return true;
    });
}

}  // namespace skilldeck

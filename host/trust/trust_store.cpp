// SPDX-License-Identifier: Apache-2.0
// trust.json, format 1:
//   {"version": 1,
//    "workspaces": {"/real/path": {"trustedAt": time}},
//    "native":     {"name@market": {"<digest>": {"runs": "isolated"|"inProcess", "approvedAt": time}}},
//    "servers":    {"/real/path": {"name": {"digest": "<digest>", "approvedAt": time}}},
//    "versions":   {"name@market": {"highest": "1.2.3"}}}
#include "trust/trust_store.hpp"

#include "base/json.hpp"
#include "base/json_writer.hpp"
#include "base/semver.hpp"
#include "os/codes.hpp"
#include "os/damaged_copy.hpp"
#include "os/dangling_link.hpp"
#include "os/file_lock.hpp"
#include "os/private_file.hpp"
#include "trust/codes.hpp"
#include "trust/workspace.hpp"

#include <algorithm>
#include <utility>

namespace skilldeck {

namespace {

constexpr std::int64_t kFormat = 1;
constexpr std::uint32_t kPrivate = 0600;
constexpr std::chrono::seconds kLockPatience{10};
constexpr std::string_view kVersion = "version", kWorkspaces = "workspaces", kNative = "native", kServers = "servers",
                           kVersions = "versions";
constexpr std::string_view kIsolated = "isolated", kInProcess = "inProcess", kHighest = "highest";

/// The member as an object, made if it is not there. Anything else there has been refused as damage.
boost::json::object& made_object(boost::json::object& object, std::string_view key) {
    auto& value = object[key];
    if (!value.is_object()) value.emplace_object();
    return value.get_object();
}

/// What a newer version means by its records is not known: none of them counts.
Error newer_than_known(const Path& file, std::int64_t version) {
    return make_error(code::state_version_newer, file.string(), {std::to_string(version), std::to_string(kFormat)});
}

/// Anything is higher than what is no version, and that is higher than nothing.
bool is_higher(std::string_view version, std::string_view known) {
    const auto offered = parse_version(version), there = parse_version(known);
    return offered && (!there || *there < *offered);
}

/// Of one plugin; empty: none is remembered. `versions` may be null.
std::string_view highest_in(const boost::json::object* versions, std::string_view plugin_id) {
    const auto* record = versions != nullptr ? json_object(*versions, plugin_id) : nullptr;
    return record != nullptr ? json_text(*record, kHighest) : std::string_view();
}

NativeApproval approval_of(std::string_view word) {
    if (word == kInProcess) return NativeApproval::in_process;
    return word == kIsolated ? NativeApproval::isolated : NativeApproval::none;
}

}  // namespace

struct TrustStore::Document {
    boost::json::object root;
    std::int64_t version = kFormat;
    std::uint32_t mode = kPrivate;
    bool there = false;
    std::string damage;  ///< why the text cannot be used; empty when it can
    std::string text;    ///< of a damaged file

    [[nodiscard]] const boost::json::object* section(std::string_view key) const { return json_object(root, key); }
};

TrustStore::TrustStore(FileReader& reader, FileWriter& writer, const Clock& clock, Path file,
                       std::span<const std::string_view> first_party)
    : reader_(reader), writer_(writer), clock_(clock), file_(std::move(file)), first_party_(first_party) {}

/// Reads what is there; damage is noted, not an error: a change replaces it, a query refuses it.
Result<TrustStore::Document> TrustStore::read_document() const {
    Document document;
    const auto info = reader_.info(file_);
    if (!info && info.error().code == code::file_not_found) {
        if (auto link = dangling_link(reader_, file_)) return *std::move(link);
        return document;
    }
    if (!info) return info.error();
    document.there = true;
    document.mode = info->mode;
    if (info->writable_by_others()) return make_error(code::trust_file_exposed, file_.string());
    auto text = reader_.read(file_, JsonLimits{}.bytes);
    if (!text) return text.error();

    auto root = parse_json_object(*text, file_.string());
    document.text = std::move(*text);
    if (!root) {
        document.damage = root.error().what;
        return document;
    }
    document.root = std::move(*root);
    if (const auto* version = document.root.if_contains(kVersion)) {
        if (version->is_int64() && version->get_int64() > 0) {
            document.version = version->get_int64();
        } else {
            document.damage = "\"version\" is not a positive number";
        }
    }
    for (const auto section : {kWorkspaces, kNative, kServers, kVersions}) {
        const auto* value = document.root.if_contains(section);
        if (value != nullptr && !value->is_object()) document.damage = "\"" + std::string(section) + "\" is not a map";
    }
    return document;
}

Result<TrustStore::Document> TrustStore::read() const {
    auto document = read_document();
    if (document && document->version > kFormat) return newer_than_known(file_, document->version);
    if (!document || document->damage.empty()) return document;
    return make_error(code::trust_file_damaged, file_.string(),
                      {document->damage, damaged_copy_path(file_, document->text).string()});
}

Result<> TrustStore::keep_damaged_copy(const Document& document) {
    return writer_.write_atomically(damaged_copy_path(file_, document.text), document.text, kPrivate);
}

Result<> TrustStore::write(const Document& document) {
    std::string text;
    JsonWriter(text).value(boost::json::value(document.root));
    text += '\n';
    if (!document.there || document.mode == kPrivate) return writer_.write_atomically(file_, text, kPrivate);
    return replace_with_mode(writer_, file_, text, kPrivate);
}

Result<bool> TrustStore::change(const std::function<bool(boost::json::object&)>& change) {
    if (auto made = writer_.make_directories(file_.parent_path()); !made) return made.error();
    const auto lock = FileLock::take(file_.parent_path(), kLockPatience);
    if (!lock) return lock.error();
    auto document = read_document();
    if (!document) return document.error();
    if (document->version > kFormat) {
        return newer_than_known(file_, document->version);
    }
    if (!document->damage.empty()) {
        if (auto kept = keep_damaged_copy(*document); !kept) return kept.error();
        document->root.clear();
    }
    document->root[kVersion] = kFormat;
    if (!change(document->root)) return false;
    if (auto written = write(*document); !written) return written.error();
    if (!document->damage.empty() && on_replaced_) {
        on_replaced_(make_diagnostic(code::trust_file_replaced, file_.string(),
                                     {document->damage, damaged_copy_path(file_, document->text).string()}));
    }
    return true;
}

Result<bool> TrustStore::workspace_trusted(const Path& directory) const {
    const auto real = reader_.real_path(directory);
    if (!real) return real.error();
    const auto document = read();
    if (!document) return document.error();
    const auto* workspaces = document->section(kWorkspaces);
    if (workspaces == nullptr || json_object(*workspaces, real->generic_string()) == nullptr) return false;
    const auto info = reader_.info(*real);
    if (!info) return info.error();
    return !info->writable_by_all();
}

Result<std::vector<std::string>> TrustStore::workspaces() const {
    const auto document = read();
    if (!document) return document.error();
    std::vector<std::string> paths;
    if (const auto* workspaces = document->section(kWorkspaces)) {
        for (const auto& item : *workspaces) paths.emplace_back(item.key().data(), item.key().size());
    }
    std::ranges::sort(paths);
    return paths;
}

Result<> TrustStore::trust_workspace(const Path& directory, const Path& home) {
    const auto real = trustable_workspace(reader_, directory, home);
    if (!real) return real.error();
    const auto path = real->generic_string();
    const auto time = to_iso8601(clock_.now());
    const auto changed = change([&](boost::json::object& root) {
        made_object(made_object(root, kWorkspaces), path)["trustedAt"] = time;
        return true;
    });
    if (!changed) return changed.error();
    return {};
}

Result<bool> TrustStore::forget_workspace(const Path& directory) {
    if (const auto readable = read(); !readable) return readable.error();
    // A folder that is gone, or a link now, is still recorded by the path it had.
    const auto real = reader_.real_path(directory);
    const auto written = as_recorded(directory);
    return change([&](boost::json::object& root) {
        auto& workspaces = made_object(root, kWorkspaces);
        const auto as_written = workspaces.erase(written.generic_string());
        return as_written + (real ? workspaces.erase(real->generic_string()) : 0U) > 0;
    });
}

Result<bool> TrustStore::server_approved(const Path& workspace, std::string_view server,
                                         std::string_view digest) const {
    const auto real = reader_.real_path(workspace);
    if (!real) return real.error();
    const auto document = read();
    if (!document) return document.error();
    const auto* servers = document->section(kServers);
    const auto* of_workspace = servers != nullptr ? json_object(*servers, real->generic_string()) : nullptr;
    const auto* record = of_workspace != nullptr ? json_object(*of_workspace, server) : nullptr;
    return record != nullptr && !digest.empty() && json_text(*record, "digest") == digest;
}

Result<> TrustStore::approve_server(const Path& workspace, std::string_view server, std::string_view digest) {
    const auto real = reader_.real_path(workspace);
    if (!real) return real.error();
    const auto path = real->generic_string();
    const auto time = to_iso8601(clock_.now());
    const auto changed = change([&](boost::json::object& root) {
        auto& record = made_object(made_object(made_object(root, kServers), path), server);
        record["digest"] = digest;
        record["approvedAt"] = time;
        return true;
    });
    if (!changed) return changed.error();
    return {};
}

Result<NativeApproval> TrustStore::native_approval(std::string_view plugin_id, std::string_view digest) const {
    if (digest.empty()) return NativeApproval::none;
    if (std::ranges::find(first_party_, digest) != first_party_.end()) return NativeApproval::first_party;
    const auto document = read();
    if (!document) return document.error();
    const auto* native = document->section(kNative);
    const auto* digests = native != nullptr ? json_object(*native, plugin_id) : nullptr;
    const auto* record = digests != nullptr ? json_object(*digests, digest) : nullptr;
    return record != nullptr ? approval_of(json_text(*record, "runs")) : NativeApproval::none;
}

bool TrustStore::has_native_approval(std::string_view plugin_id) const {
    const auto document = read();
    const auto* native = document ? document->section(kNative) : nullptr;
    return native != nullptr && json_object(*native, plugin_id) != nullptr;
}

Result<> TrustStore::approve_native(std::string_view plugin_id, std::string_view digest, NativeApproval approval) {
    const bool recordable = approval == NativeApproval::isolated || approval == NativeApproval::in_process;
    if (!recordable || digest.empty()) {
        return make_error(code::trust_refused, plugin_id,
                          {"there is nothing to record", "approve a module that is there"});
    }
    const auto time = to_iso8601(clock_.now());
    const auto changed = change([&](boost::json::object& root) {
        auto& record = made_object(made_object(made_object(root, kNative), plugin_id), digest);
        record["runs"] = approval == NativeApproval::in_process ? kInProcess : kIsolated;
        record["approvedAt"] = time;
        return true;
    });
    if (!changed) return changed.error();
    return {};
}

Result<std::string> TrustStore::highest_version(std::string_view plugin_id) const {
    const auto document = read();
    if (!document) return document.error();
    return std::string(highest_in(document->section(kVersions), plugin_id));
}

Result<> TrustStore::remember_versions(const std::vector<PluginVersion>& versions) {
    const auto document = read();
    const auto is_known = [&](const PluginVersion& one) {
        return document && !is_higher(one.version, highest_in(document->section(kVersions), one.id));
    };
    if (std::ranges::all_of(versions, is_known)) return {};  // no lock needed
    const auto changed = change([&](boost::json::object& root) {
        bool different = false;
        for (const auto& one : versions) {
            if (!parse_version(one.version)) continue;
            auto& record = made_object(made_object(root, kVersions), one.id);
            if (!is_higher(one.version, json_text(record, kHighest))) continue;
            record[kHighest] = one.version;
            different = true;
        }
        return different;
    });
    if (!changed) return changed.error();
    return {};
}

Result<bool> TrustStore::forget_native(std::string_view plugin_id) {
    if (const auto readable = read(); !readable) return readable.error();
    return change([&](boost::json::object& root) { return made_object(root, kNative).erase(plugin_id) > 0; });
}

}  // namespace skilldeck

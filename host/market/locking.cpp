// SPDX-License-Identifier: Apache-2.0
// Market::write_lock and check_lock: what this project sees of installed plugins against skilldeck.lock.
#include "base/append.hpp"
#include "base/json.hpp"
#include "base/plugin_id.hpp"
#include "market/codes.hpp"
#include "market/market.hpp"
#include "os/codes.hpp"
#include "os/damaged_copy.hpp"

#include <algorithm>
#include <set>
#include <utility>

namespace skilldeck {

namespace {

constexpr std::size_t kShownDigits = 12;
constexpr std::size_t kCopiedBytes = 16 * 1024 * 1024;

std::string shown(std::string_view digest) {
    return digest.empty() ? "that cannot be read" : std::string(digest.substr(0, kShownDigits)) + "…";
}

Diagnostic about_plugin(Code code, const Path& lock, std::string_view id,
                        std::initializer_list<std::string_view> arguments) {
    auto diagnostic = make_diagnostic(code, lock.string(), arguments);
    diagnostic.plugin = id;
    return diagnostic;
}

/// The way back to a marketplace that this machine may not know.
std::string add_hint(const PinnedPlugin& pin) {
    for (const std::string_view key : {"url", "repo", "path"}) {
        const auto text = json_text(pin.marketplace, key);
        if (!text.empty()) return "; its marketplace: skilldeck marketplace add " + std::string(text);
    }
    return {};
}

void compare(const PinnedPlugin& pin, const PinnedPlugin* there, const Path& lock, Diagnostics& differences) {
    const auto differs = [&](Code code, std::initializer_list<std::string_view> arguments) {
        differences.push_back(about_plugin(code, lock, pin.id, arguments));
    };
    if (there == nullptr) {
        differs(code::lock_plugin_missing, {pin.id, pin.version, add_hint(pin)});
    } else if (there->version != pin.version) {
        differs(code::lock_version_differs, {pin.id, there->version, pin.version});
    } else if (there->digest != pin.digest) {
        differs(code::lock_content_differs, {pin.id, pin.version, shown(there->digest), shown(pin.digest)});
    }
}

/// A damaged file goes nowhere before its copy is there.
Result<> keep_damaged(const FileReader& files, FileWriter& writer, const Path& file, const Error& damage,
                      Diagnostics& warnings) {
    const auto text = files.read(file, kCopiedBytes);
    if (!text) return text.error();
    const auto copy = damaged_copy_path(file, *text);
    if (auto kept = writer.write_atomically(copy, *text); !kept) return kept;
    warnings.push_back(make_diagnostic(code::lock_replaced, file.string(), {damage.what, copy.string()}));
    return {};
}

}  // namespace

/// What is there can be pinned but for links, each with the digest of its files as they are now.
std::vector<PinnedPlugin> Market::pinned_plugins(Diagnostics& warnings) const {
    std::vector<PinnedPlugin> plugins;
    const Store store(reader_, writer_, places_.plugins_dir);
    Diagnostics of_registry;
    const auto known = load_known(of_registry);
    for (const auto& plugin : installed(warnings)) {
        if (plugin.linked) {
            warnings.push_back(about_plugin(code::lock_linked, plugin.path, plugin.id, {plugin.id}));
            continue;
        }
        if (!reader_.is_directory(plugin.path)) continue;  // installed() has said so
        const auto digest = store.digest_of(plugin.path);
        if (!digest) warnings.push_back(to_diagnostic(digest.error()));
        if (digest && !plugin.content_digest.empty() && *digest != plugin.content_digest) {
            warnings.push_back(about_plugin(code::store_copy_changed, plugin.path, plugin.id,
                                            {plugin.id, plugin.version, "its digest is " + shown(*digest)}));
        }
        PinnedPlugin pinned;
        pinned.id = plugin.id;
        pinned.version = plugin.version;
        pinned.digest = digest ? *digest : std::string();
        auto source = plugin.source;
        source["source"] = json_text(plugin.source, "kind");
        pinned.source = shared_source(source, places_.project_dir);
        const auto* registration = known ? known->find(plugin.marketplace) : nullptr;
        if (registration != nullptr) {
            pinned.marketplace = shared_source(registration->source.to_record(), places_.project_dir);
        }
        plugins.push_back(std::move(pinned));
    }
    std::ranges::sort(plugins, {}, &PinnedPlugin::id);
    return plugins;
}

Result<LockReport> Market::write_lock() {
    LockReport report;
    const auto work = begin(report.warnings);
    if (!work) return work.error();
    auto lock = read_lockfile(reader_, lock_file());
    const bool damaged = !lock && lock.error().code == code::lock_damaged;
    if (!lock && !damaged && lock.error().code != code::lock_missing) return lock.error();
    report.lock = lock ? *lock : Lockfile{lock_file(), {}, {}};
    const auto before = lock ? reader_.read(lock_file(), kCopiedBytes) : Result<std::string>(std::string{});

    report.lock.plugins = pinned_plugins(report.warnings);
    drop_repeated(report.warnings);                // the records were read twice
    for (const auto& problem : report.warnings) {  // what cannot be read, or is not what was installed, is not pinned
        if (problem.severity == Severity::error)
            return Error{problem.code, problem.message, problem.file, problem.hint};
    }
    const auto text = lockfile_text(report.lock);
    report.written = !before || *before != text;
    if (!report.written) return report;
    const auto writer = writer_.confined(places_.project_dir);  // never through a link of the project
    if (damaged) {
        auto kept = keep_damaged(reader_, *writer, lock_file(), lock.error(), report.warnings);
        if (!kept) return kept.error();
    }
    if (auto saved = writer->write_atomically(lock_file(), text); !saved) return saved.error();
    return report;
}

Result<LockReport> Market::check_lock() const {
    auto lock = read_lockfile(reader_, lock_file());
    if (!lock) return lock.error();
    LockReport report;
    const auto there = pinned_plugins(report.warnings);
    std::set<std::string> linked;
    for (auto& warning : report.warnings) {
        if (warning.code != code::lock_linked) continue;
        warning.severity = Severity::error;  // whatever it holds, it is not what is pinned
        linked.insert(warning.plugin);
        report.differences.push_back(warning);
    }
    std::erase_if(report.warnings, [](const Diagnostic& warning) { return warning.code == code::lock_linked; });
    for (const auto& pin : lock->plugins) {
        if (linked.contains(pin.id)) continue;
        const auto found = std::ranges::find(there, pin.id, &PinnedPlugin::id);
        compare(pin, found == there.end() ? nullptr : &*found, lock_file(), report.differences);
    }
    for (const auto& plugin : there) {
        if (lock->find(plugin.id) != nullptr) continue;
        report.differences.push_back(
            about_plugin(code::lock_plugin_unpinned, lock_file(), plugin.id, {plugin.id, plugin.version}));
    }
    std::ranges::stable_sort(report.differences, {}, &Diagnostic::plugin);
    report.lock = std::move(*lock);
    return report;
}

}  // namespace skilldeck

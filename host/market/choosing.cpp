// SPDX-License-Identifier: Apache-2.0
// Which copy of a plugin is installed: the marketplace's, or one that the store keeps where that is what is asked for.
#include "base/append.hpp"
#include "base/plugin_id.hpp"
#include "base/text.hpp"
#include "market/codes.hpp"
#include "market/installing.hpp"

#include <algorithm>
#include <span>
#include <utility>

namespace skilldeck {

namespace {

constexpr std::size_t kShownDigits = 12;

std::string with_content(std::string_view version, std::string_view digest) {
    return std::string(version) + " with the content " + std::string(digest.substr(0, kShownDigits)) + "…";
}

/// What these records load or could go back to.
std::vector<RecordedVersion> kept_versions(std::span<const InstallRecord> records) {
    std::vector<RecordedVersion> kept;
    for (const auto& record : records) {
        if (!record.linked) kept.push_back(record);
        if (!record.previous.path.empty()) kept.push_back(record.previous);
    }
    return kept;
}

}  // namespace

bool Market::Wanted::is(std::string_view other_version, std::string_view other_digest) const {
    return (version.empty() || version == other_version) && (digest.empty() || digest == other_digest);
}

Result<Market::Rules> Market::rules_of(LockRule lock, Consent consent) const {
    Rules rules;
    rules.consent = consent;
    if (lock == LockRule::ignored) return rules;
    auto pins = read_lockfile(reader_, lock_file());
    if (!pins) return pins.error();
    rules.pins = std::move(*pins);
    return rules;
}

Result<Market::Wanted> Market::wanted_version(std::string_view id, const std::optional<std::string>& version,
                                              const Rules& rules) const {
    if (!rules.pins) return Wanted{version.value_or(std::string()), {}, {}};
    const auto* pin = rules.pins->find(id);
    if (pin == nullptr) return make_error(code::lock_without_plugin, rules.pins->file.string(), {id});
    if (version && *version != pin->version) {
        return make_error(code::lock_refuses, rules.pins->file.string(),
                          {id, pin->version, *version + " is asked for"});
    }
    return Wanted{pin->version, pin->digest, rules.pins->file};
}

/// Under its name of before too.
std::vector<InstallRecord> Market::records_of(const InstallRecords& records, const Found& found) {
    std::vector<InstallRecord> of_it;
    for (const auto& record : records.all()) {
        if (record.id == found.id || was_called(found, record.id)) of_it.push_back(record);
    }
    return of_it;
}

std::optional<Market::Chosen> Market::find_kept(Transaction& work, const Found& found, const Wanted& wanted) const {
    const auto& store = work.store();
    const auto records = records_of(work.records(), found);
    for (const auto& kept : kept_versions(records)) {
        if (kept.digest.empty() || !wanted.is(kept.version, kept.digest)) continue;
        if (!store.owns(kept.path) || !reader_.is_directory(kept.path)) continue;
        const auto digest = store.digest_of(kept.path);
        if (!digest || *digest != kept.digest) continue;
        auto package = read_package(reader_, kept.path, options_for(found.entry));
        if (!package) continue;
        Chosen chosen;
        chosen.version = kept.version;
        chosen.digest = kept.digest;
        chosen.commit = kept.commit;
        chosen.package = std::move(*package);
        chosen.kept = kept.path;
        chosen.shown = kept.path.string();
        return chosen;
    }
    return std::nullopt;
}

Error Market::nothing_fits(Transaction& work, const Found& found, const Wanted& wanted,
                           const StagedPlugin& offered) const {
    const auto& id = found.id;
    if (!wanted.lock.empty()) {
        return make_error(code::lock_refuses, wanted.lock.string(),
                          {id, with_content(wanted.version, wanted.digest),
                           "the marketplace has " + with_content(offered.version, offered.digest)});
    }
    std::vector<std::string> there{offered.version};
    const auto records = records_of(work.records(), found);
    for (const auto& kept : kept_versions(records)) {
        auto text = kept.version + " (stored)";
        if (kept.version == offered.version || kept.version == wanted.version) continue;
        if (std::ranges::find(there, text) == there.end()) there.push_back(std::move(text));
    }
    return make_error(code::version_unavailable, id, {id, join(there, ", "), wanted.version});
}

/// The marketplace's copy first: what it has under that version today.
Result<Market::Chosen> Market::choose(Transaction& work, const Found& found, const Wanted& wanted, const Rules& rules,
                                      Diagnostics& warnings) const {
    auto& store = work.store();
    const auto files = files_of(found, rules);
    store.on_progress([&](std::size_t copied) { say("copying " + found.id + ": " + counted(copied, "file")); });
    auto staged = files ? store.stage(files->directory, options_for(found.entry), files->provenance)
                        : Result<StagedPlugin>(files.error());
    store.on_progress({});
    // A version that is only that of a commit or of the files says nothing where the files are the same.
    if (staged && !staged->says_version && staged->digest == wanted.digest) staged->version = wanted.version;
    if (staged && wanted.is(staged->version, staged->digest)) {
        append(warnings, files->warnings);
        append(warnings, staged->warnings);
        Chosen chosen;
        chosen.version = staged->version;
        chosen.digest = staged->digest;
        chosen.commit = files->provenance.commit;
        chosen.package = staged->package;
        chosen.shown = files->provenance.shown.empty() ? files->directory.string() : files->provenance.shown;
        chosen.staged = std::move(*staged);
        return chosen;
    }
    if (staged) (void)store.discard(*staged);  // what stays is swept by the next one
    if (wanted.any()) {
        if (auto kept = find_kept(work, found, wanted)) return std::move(*kept);
    }
    if (!staged) return about(staged.error(), found.id);
    return nothing_fits(work, found, wanted, *staged);
}

Result<std::optional<Placing>> Market::place_of(Transaction& work, Chosen chosen, InstallRecord& record) const {
    record.version = chosen.version;
    record.digest = chosen.digest;
    record.commit = chosen.commit;
    record.path = chosen.kept;
    if (!chosen.staged) return std::optional<Placing>();
    auto target = work.store().target_for(*chosen.staged, market_half(record.id), name_half(record.id),
                                          [&](const Path& directory) { return work.records().refers_to(directory); });
    if (!target) return about(target.error(), record.id);
    record.path = target->directory;
    return std::optional(Placing{std::move(*chosen.staged), std::move(*target)});
}

}  // namespace skilldeck

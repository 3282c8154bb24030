// SPDX-License-Identifier: Apache-2.0
// Market::add_marketplace and update_marketplace. What is fetched is fetched before the store's lock is taken, and
// counts from the moment that the registry names it.
#include "base/append.hpp"
#include "base/plugin_id.hpp"
#include "base/text.hpp"
#include "market/codes.hpp"
#include "market/installing.hpp"
#include "market/marketplace_clones.hpp"
#include "market/source_text.hpp"

#include <algorithm>
#include <optional>
#include <utility>

namespace skilldeck {

namespace {

constexpr std::size_t kShownDigits = 12;

bool is_same_source(const Source& a, const Source& b) {
    return a.kind == b.kind && a.to_record() == b.to_record();
}

bool is_gone(const Result<Marketplace>& marketplace) {
    return !marketplace && marketplace.error().code == code::marketplace_file_missing;
}

std::string at_commit(std::string_view commit) {
    return commit.empty() ? std::string() : ", at commit " + std::string(commit.substr(0, kShownDigits));
}

}  // namespace

/// Under the lock; what was placed and is not registered the next change of the store sweeps.
Result<Marketplace> Market::register_marketplace(KnownMarketplaces& known, MarketplaceRegistration registration,
                                                 Obtained obtained) {
    registration.location = obtained.marketplace.root;
    registration.commit = obtained.tree.commit;
    registration.updated_at = to_iso8601(clock_.now());
    if (obtained.place) {
        MarketplaceClones clones(reader_, writer_, places_.plugins_dir);
        auto placed =
            clones.place(obtained.place->as_stored(obtained.tree.directory), registration.name, registration.commit);
        if (!placed) return placed.error();
        registration.location = std::move(*placed);
        auto there = open_marketplace(registration);
        if (!there) return there.error();
        obtained.marketplace = std::move(*there);
    }
    known.set(registration);
    if (auto saved = known.save(writer_); !saved) return saved.error();
    return std::move(obtained.marketplace);
}

/// `; 2 of its plugins cannot be installed: …`, as many as the list of what is available shows; empty when all can.
std::string Market::useless_ones(const Marketplace& marketplace) const {
    const auto broken = std::ranges::count_if(marketplace.entries, [&](const MarketplaceEntry& entry) {
        return !entry.valid || !check_source(marketplace, entry);
    });
    if (broken == 0) return {};
    return "; " + std::to_string(broken) +
           " of its plugins cannot be installed: see `skilldeck plugin list --available`";
}

Result<MarketAction> Market::add_marketplace(std::string_view text, const std::optional<std::string>& name) {
    const auto source = read_source_argument(reader_, text, places_.working_directory);
    if (!source) return source.error();
    if (policy_.refuse_marketplace) {  // before anything of it is read
        if (auto refused = policy_.refuse_marketplace(*source, name.value_or(source_text(*source)))) return *refused;
    }
    auto obtained = obtain_marketplace(*source);
    if (!obtained) return obtained.error();
    const auto registered = name ? *name : obtained->marketplace.name;
    const auto file = obtained->place ? source_text(*source) : obtained->marketplace.file.generic_string();
    if (!is_plugin_name(registered)) return make_error(code::marketplace_name_invalid, file, {registered});
    const bool pretends =
        is_bundled_marketplace_name(registered) && policy_.is_bundled && !policy_.is_bundled(obtained->marketplace);
    if (pretends || is_reserved_marketplace_name(registered))
        return make_error(code::marketplace_name_reserved, file, {registered});
    if (policy_.refuse_name) {
        if (auto refused = policy_.refuse_name(*source, registered)) return *refused;
    }

    MarketAction action;
    auto work = Transaction::begin(tools(), action.warnings);
    if (!work) return work.error();
    auto known = load_known(action.warnings);
    if (!known) return known.error();
    if (auto writable = known->writable(); !writable) return writable.error();
    std::string moved_from;
    if (const auto* there = known->find(registered)) {
        const bool same = is_same_source(there->source, *source);
        // By its name, and only when the old place has none any more: what is installed from it stays.
        const bool gone = !same && is_gone(open_marketplace(*there));
        if (!same && !(name && gone)) {
            auto taken = make_error(code::marketplace_name_taken, file, {registered, source_text(there->source)});
            if (gone) taken.hint = "there is none there now; if this is it: add it with --name " + registered;
            return taken;
        }
        if (!same) moved_from = source_text(there->source);
        if (same) action.outcome = MarketAction::Outcome::already;
    }
    append(action.warnings, obtained->tree.warnings);
    const auto commit = at_commit(obtained->tree.commit);
    const auto marketplace = register_marketplace(*known, {registered, *source, {}, {}, {}}, std::move(*obtained));
    if (!marketplace) return marketplace.error();
    if (auto swept = work->sweep_clones(); !swept) action.warnings.push_back(to_diagnostic(swept.error()));

    action.id = registered;
    action.path = marketplace->root;
    action.version = marketplace->version;
    action.message = action.outcome == MarketAction::Outcome::already
                         ? "marketplace " + registered + " was already added; read it again"
                         : "added marketplace " + registered + ", " + counted(marketplace->entries.size(), "plugin");
    if (!moved_from.empty()) {
        action.message =
            "marketplace " + registered + " is at " + marketplace->root.string() + " now, no longer at " + moved_from;
    }
    action.message += commit + useless_ones(*marketplace);
    append(action.warnings, marketplace->diagnostics);
    for (const auto& entry : marketplace->entries) append(action.warnings, entry.diagnostics);
    return action;
}

/// The registered source, if it must be fetched again. What is wrong with the registry is said under the lock.
std::optional<Source> Market::fetched_source_of(std::string_view name) const {
    Diagnostics said_under_the_lock;
    const auto known = load_known(said_under_the_lock);
    const auto* there = known ? known->find(name) : nullptr;
    const bool fetched = fetcher_ != nullptr && there != nullptr && is_git_source(there->source.kind);
    if (!fetched || !known->writable()) return std::nullopt;
    const bool refused = policy_.refuse_marketplace && policy_.refuse_marketplace(there->source, name);
    return refused ? std::nullopt : std::optional(there->source);
}

Result<MarketAction> Market::update_marketplace(std::string_view name) {
    std::optional<Obtained> fetched;
    const auto fetched_source = fetched_source_of(name);
    if (fetched_source) {
        auto obtained = obtain_marketplace(*fetched_source);
        if (!obtained) return with_files_of_before(obtained.error(), name);
        fetched = std::move(*obtained);
    }
    MarketAction action;
    auto work = Transaction::begin(tools(), action.warnings);
    if (!work) return work.error();
    auto known = known_with(name, action.warnings);
    if (!known) return known.error();
    const auto registration = *known->find(name);
    if (policy_.refuse_marketplace) {
        if (auto refused = policy_.refuse_marketplace(registration.source, name)) return *refused;
    }
    const bool needs_fetch = fetcher_ != nullptr && is_git_source(registration.source.kind);
    if (fetched ? !is_same_source(registration.source, *fetched_source) : needs_fetch) {
        const auto shown = source_text(registration.source);
        return make_error(code::git_fetch_failed, name, {shown, "the marketplace was added anew meanwhile"});
    }
    auto obtained = fetched ? Result<Obtained>(std::move(*fetched)) : obtain_marketplace(registration.source);
    if (!obtained) return of_registered(obtained.error(), name);
    append(action.warnings, obtained->tree.warnings);
    const auto commit = at_commit(obtained->tree.commit);
    const auto marketplace = register_marketplace(*known, registration, std::move(*obtained));
    if (!marketplace) return marketplace.error();
    if (auto swept = work->sweep_clones(); !swept) action.warnings.push_back(to_diagnostic(swept.error()));

    action.id = name;
    action.path = marketplace->root;
    action.version = marketplace->version;
    action.message =
        "updated marketplace " + action.id + ", " + counted(marketplace->entries.size(), "plugin") + commit;
    return action;
}

/// A failed update changes nothing, and says so.
Error Market::with_files_of_before(Error error, std::string_view name) const {
    Diagnostics ignored;
    const auto known = load_known(ignored);
    const auto* there = known ? known->find(name) : nullptr;
    if (there == nullptr || !locate(*there)) return error;
    if (!error.hint.empty()) error.hint += "; ";
    error.hint += "the files of " + there->updated_at + " stay in use";
    return error;
}

}  // namespace skilldeck

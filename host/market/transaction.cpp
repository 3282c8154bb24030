// SPDX-License-Identifier: Apache-2.0
#include "market/transaction.hpp"

#include "base/plugin_id.hpp"
#include "market/codes.hpp"
#include "market/fetch_place.hpp"
#include "market/known_marketplaces.hpp"
#include "market/marketplace_clones.hpp"
#include "os/codes.hpp"
#include "os/digest.hpp"
#include "settings/settings_change.hpp"

#include <algorithm>
#include <cctype>
#include <chrono>
#include <limits>
#include <map>
#include <utility>

namespace skilldeck {

namespace {

constexpr std::string_view kFlags = "enabledPlugins";

void note(const Result<>& done, Diagnostics& left) {
    if (!done) left.push_back(to_diagnostic(done.error()));
}

}  // namespace

std::string data_folder(std::string_view plugin_id) {
    std::string name(plugin_id);
    for (auto& c : name) {
        if (std::isalnum(static_cast<unsigned char>(c)) == 0 && c != '_' && c != '-') c = '-';
    }
    return name;
}

Transaction::Transaction(const StoreTools& tools, FileLock lock, Store store)
    : tools_(tools), lock_(std::move(lock)), store_(std::move(store)), journal_(tools.plugins_dir) {}

Result<Transaction> Transaction::begin(const StoreTools& tools, Diagnostics& found) {
    Diagnostics ended;
    auto transaction = begin_silently(tools, ended);
    for (auto& one : ended) {
        if (tools.companions.ended) tools.companions.ended(one);
        found.push_back(std::move(one));
    }
    return transaction;
}

Result<Transaction> Transaction::begin_silently(const StoreTools& tools, Diagnostics& found) {
    Store store(tools.reader, tools.writer, tools.plugins_dir);
    auto lock = store.take_lock();
    if (!lock) return lock.error();
    Transaction transaction(tools, std::move(*lock), std::move(store));
    const auto swept = transaction.store_.sweep();
    if (!swept) return swept.error();
    transaction.swept_bytes_ = *swept ? (*swept)->bytes : 0;
    if (*swept) found.push_back(make_diagnostic(code::store_leftovers_removed, transaction.store_.cache().string()));
    const auto fetched = FetchPlace::sweep(tools.reader, tools.writer, tools.plugins_dir);
    if (!fetched) return fetched.error();
    if (*fetched) found.push_back(make_diagnostic(code::store_leftovers_removed, tools.plugins_dir.string()));
    if (auto recovered = transaction.recover(found); !recovered) return recovered.error();
    note(transaction.sweep_clones(), found);
    note(transaction.keep_copy(), found);  // whoever was killed may have left the one of before
    return transaction;
}

Result<> Transaction::load_records(Diagnostics& found) {
    auto records = InstallRecords::load(tools_.reader, records_file(tools_.plugins_dir), found);
    if (!records) return records.error();
    records_ = std::move(*records);
    return {};
}

/// What an interrupted `marketplace add`, `update` or `remove` left: the registry says what is in use.
Result<> Transaction::sweep_clones() {
    MarketplaceClones clones(tools_.reader, tools_.writer, tools_.plugins_dir);
    if (clones.empty()) return {};
    Diagnostics with_the_marketplaces;
    const auto known = KnownMarketplaces::load(tools_.reader, registry_file(tools_.plugins_dir), with_the_marketplaces);
    return known ? clones.sweep(*known) : Result<>(known.error());
}

Result<> Transaction::commit(StoreChange change, std::span<const Placing* const> placings, Diagnostics& left) {
    if (unfinished_) finish(*std::exchange(unfinished_, std::nullopt), left);  // its journal is about to be replaced
    for (const auto* placing : placings) {
        if (!placing->target.there) change.placed.push_back(placing->target.directory);
    }
    const bool journalled = !change.only_records();
    Result<> done;
    if (journalled) done = journal_.write(tools_.writer, {sha256(records_.text()), change});
    if (done && !change.placed.empty() && tools_.companions.progress) tools_.companions.progress("writing to the disk");
    for (const auto* placing : placings) {
        if (done && !placing->target.there) done = store_.place(placing->staged, placing->target.directory);
    }
    if (done) done = records_.save(tools_.writer);
    if (!done) {
        // What is on the disk decides: a write can fail after it was done.
        Diagnostics ignored;
        (void)recover(ignored);
        (void)store_.sweep();
        return done;
    }
    note(keep_copy(), left);
    for (const auto* placing : placings) {
        if (placing->target.there) note(store_.discard(placing->staged), left);
    }
    if (!journalled) return {};
    const auto before = left.size();
    finish(change, left);
    if (left.size() == before) {
        note(journal_.clear(tools_.writer), left);
    } else {
        unfinished_ = std::move(change);  // the journal stays: the next run tries once more
    }
    return {};
}

Result<> Transaction::recover(Diagnostics& found) {
    const auto journal = journal_.read(tools_.reader);
    if (!journal) return journal.error();
    if (!journal->damage.empty()) return set_damaged_journal_aside(journal->damage, found);
    if (!journal->entry) return {};
    Diagnostics with_the_records;  // reported when they are loaded for the change that follows
    if (auto loaded = load_records(with_the_records); !loaded) return loaded;
    const auto& change = journal->entry->change;
    const bool committed = is_committed(*journal->entry);
    if (committed) {
        finish(change, found);
    } else {
        undo(change, found);
    }
    found.push_back(make_diagnostic(committed ? code::store_change_finished : code::store_change_undone,
                                    journal_.file().string(), {change.operation}));
    return journal_.clear(tools_.writer);
}

Result<> Transaction::set_damaged_journal_aside(const std::string& why, Diagnostics& found) {
    const Path aside = tools_.plugins_dir / "journal.damaged.json";
    if (auto moved = tools_.writer.rename(journal_.file(), aside); !moved) return moved;
    found.push_back(make_diagnostic(code::journal_damaged, journal_.file().string(), {why, aside.string()}));
    return tools_.writer.sync_directory(tools_.plugins_dir);
}

Result<> Transaction::keep_copy() {
    return InstallRecords::keep_copy(tools_.reader, tools_.writer, records_file(tools_.plugins_dir));
}

/// In place of damaged records their copy was loaded.
bool Transaction::is_committed(const JournalEntry& entry) const {
    const auto file = records_file(tools_.plugins_dir);
    const auto text = tools_.reader.read(records_.rebuilt() ? InstallRecords::copy_of(file) : file,
                                         std::numeric_limits<std::size_t>::max());
    return text && sha256(*text) == entry.records_digest;
}

void Transaction::undo(const StoreChange& change, Diagnostics& left) {
    for (const auto& directory : change.placed) remove_directory(directory, left);
}

void Transaction::finish(const StoreChange& change, Diagnostics& left) {
    if (!change.marketplace.empty()) forget_marketplace(change.marketplace, left);
    change_flags(change.flags, left);
    if (!change.versions.empty() && tools_.companions.remember_versions)
        note(tools_.companions.remember_versions(change.versions), left);
    for (const auto& rename : change.renamed) carry_over(rename, left);
    for (const auto& directory : change.leaving) remove_directory(directory, left);
    for (const auto& id : change.data) remove_data(id, left);
}

void Transaction::forget_marketplace(const std::string& name, Diagnostics& left) {
    auto known = KnownMarketplaces::load(tools_.reader, registry_file(tools_.plugins_dir), left);
    if (!known) return left.push_back(to_diagnostic(known.error()));
    if (known->find(name) == nullptr) return;
    known->remove(name);
    note(known->save(tools_.writer), left);
    note(sweep_clones(), left);
}

/// A journal is a file: what it names must still be what this program would have put there.
bool Transaction::may_hold_flag(const FlagChange& flag) const {
    const auto scope = parse_scope(flag.scope);
    const auto file = flag.file.lexically_normal();
    if (scope == Scope::user) {
        return file == (tools_.plugins_dir.parent_path() / "settings.json").lexically_normal();
    }
    if (scope != Scope::project && scope != Scope::local) return false;
    const auto* name = scope == Scope::local ? "settings.local.json" : "settings.json";
    const auto project = flag.project.lexically_normal();
    return project.is_absolute() && (file == project / ".skilldeck" / name || file == project / ".claude" / name);
}

/// Those of one file in one write: nobody reads a file in between.
void Transaction::change_flags(const std::vector<FlagChange>& flags, Diagnostics& left) {
    std::map<Path, std::vector<MemberValue>> files;
    for (const auto& flag : flags) {
        if (!may_hold_flag(flag)) {
            refuse(flag.file.string(), left);
            continue;
        }
        if (!flag.project.empty() && !tools_.reader.is_directory(flag.project)) continue;  // gone with its settings
        std::optional<std::string> text;
        if (flag.value) text = *flag.value ? "true" : "false";
        files[flag.file].push_back({flag.id, std::move(text)});
    }
    for (const auto& [file, members] : files) {
        const auto done = change_settings_members(tools_.reader, tools_.writer, file, kFlags, members);
        for (const auto& member : members) {
            if (!done) left.push_back(flag_problem(done.error(), member.key));
        }
    }
}

void Transaction::remove_directory(const Path& directory, Diagnostics& left) {
    if (records_.refers_to(directory)) return;
    if (!store_.version_path(directory)) return refuse(directory.string(), left);
    note(store_.remove(directory), left);
}

void Transaction::remove_data(const std::string& id, Diagnostics& left) {
    if (!is_plugin_id(id)) return refuse(id, left);
    if (!records_.of(id).empty()) return;
    note(store_.remove_data(data_folder(id)), left);
    if (tools_.companions.forget_options) note(tools_.companions.forget_options(id), left);
}

void Transaction::carry_over(const StoreChange::Rename& rename, Diagnostics& left) {
    const bool ids = is_plugin_id(rename.from) && is_plugin_id(rename.to);
    if (!ids || market_half(rename.from) != market_half(rename.to)) return refuse(rename.from + " " + rename.to, left);
    const bool last = records_.of(rename.from).empty();
    if (rename.data && last) note(store_.move_data(data_folder(rename.from), data_folder(rename.to)), left);
    if (!tools_.companions.carry_options) return;
    const auto how = last ? OptionCarry::move : OptionCarry::copy;
    note(tools_.companions.carry_options(rename.from, rename.to, how), left);
}

void Transaction::refuse(std::string_view what, Diagnostics& left) const {
    left.push_back(make_diagnostic(code::journal_item_refused, journal_.file().string(), {what}));
}

Diagnostic flag_problem(const Error& why, std::string_view plugin_id) {
    auto problem = to_diagnostic(why);
    problem.message = std::string(kFlags) + "[\"" + std::string(plugin_id) + "\"] stays as it is: " + problem.message;
    return problem;
}

std::optional<Diagnostic> interrupted_change(const FileReader& reader, const Path& plugins_dir) {
    const Journal journal(plugins_dir);
    const auto found = journal.read(reader);
    if (!found || !found->entry) return std::nullopt;
    const auto lock = FileLock::take(plugins_dir, std::chrono::milliseconds(0));
    if (!lock) return std::nullopt;  // whoever is at it will end it
    const auto still = journal.read(reader);
    if (!still || !still->entry) return std::nullopt;
    return make_diagnostic(code::store_change_interrupted, journal.file().string(), {still->entry->change.operation});
}

}  // namespace skilldeck

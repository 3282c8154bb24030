// SPDX-License-Identifier: Apache-2.0
// Also the command `skill listing`.
#include "app/skill_listing.hpp"

#include "app/commands.hpp"
#include "app/skill_usage.hpp"
#include "app/table.hpp"
#include "app/touched_files.hpp"
#include "base/append.hpp"
#include "skill/listing_output.hpp"

#include <string>
#include <utility>

namespace skilldeck {

namespace {

std::string budget_line(const Listing& listing) {
    return std::to_string(listing.used) + " of " + std::to_string(listing.budget.characters) +
           " characters (budget: " + std::string(budget_source_word(listing.budget.source)) + "), level " +
           std::to_string(static_cast<int>(listing.level)) + ": " + std::string(listing_level_word(listing.level));
}

void explain(const Listing& listing, Output& out) {
    out.answer_line(budget_line(listing));
    Table listed(out.columns());
    for (const auto& entry : listing.entries) {
        listed.row({entry.skill->call_name(), std::string(listing_level_word(entry.level())),
                    std::to_string(entry.shown) + "/" + std::to_string(entry.shown + entry.cut),
                    why_listed(listing, entry)});
    }
    out.answer(listed.text());
    if (listing.absent.empty()) return;
    out.answer_line("not listed:");
    Table absent(out.columns());
    for (const auto& skill : listing.absent) absent.row({skill.name, skill.why});
    out.answer(absent.text());
}

}  // namespace

Result<Listing> listing_for_model(Host& host, std::optional<std::size_t> context_tokens, Diagnostics& diagnostics) {
    const auto catalogue = host.catalogue();
    if (!catalogue) return catalogue.error();
    ListingRequest request;
    request.budget = read_listing_budget(host.settings(), host.world().variable(std::string(kListingBudgetVariable)),
                                         context_tokens, diagnostics);
    request.usage = read_skill_usage(host.world().files, host.places().state_dir(), diagnostics);
    request.denied = denied_skills(**catalogue, host.permission_rules());
    auto listing = make_listing(*catalogue, request);
    append(diagnostics, listing_diagnostics(listing));
    return listing;
}

ExitStatus skill_listing(CommandContext& context, const SkillListingArguments& arguments) {
    auto& out = context.out;
    Diagnostics diagnostics;
    if (auto touched = touch_files(context.host, arguments.touched, diagnostics); !touched) {
        return fail(context, touched.error());
    }
    const auto listing = listing_for_model(context.host, arguments.context_tokens, diagnostics);
    if (!listing) return fail(context, listing.error());
    if (out.json()) {
        const auto detail = arguments.explain ? ListingDetail::reasons : ListingDetail::result;
        out.answer_json([&](JsonWriter& json) { write_listing_json(*listing, detail, diagnostics, json); });
        return ExitStatus::done;
    }
    if (arguments.explain) {
        explain(*listing, out);
    } else if (!listing->text.empty()) {
        out.answer_line(listing->text);
    }
    out.diagnostic_lines(diagnostics);
    return ExitStatus::done;
}

}  // namespace skilldeck

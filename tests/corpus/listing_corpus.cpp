// SPDX-License-Identifier: Apache-2.0
// The listing of two hundred real skills at each level: the rules hold, and sizes and digest are those recorded in
// tests/golden/listing_corpus.txt, which holds figures and no text of theirs. SKILLDECK_GOLDEN=accept records anew.
#include "base/text.hpp"
#include "os/digest.hpp"
#include "skill/listing.hpp"

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <iterator>
#include <memory>
#include <set>
#include <string>
#include <vector>

using namespace skilldeck;

namespace {

constexpr int kSkipped = 77;
constexpr std::size_t kSkills = 200, kUsedEvery = 9, kDigestDigits = 16;
constexpr std::size_t kFull = 1'000'000, kShortened = 20'000;

int failures = 0;

void require(bool holds, const std::string& what) {
    if (holds) return;
    ++failures;
    std::cerr << "does not hold: " << what << '\n';
}

/// Every SKILL.md below the folder, by its path from there.
std::vector<Path> skill_files_below(const Path& root) {
    std::vector<Path> files;
    for (const auto& entry : std::filesystem::recursive_directory_iterator(root)) {
        if (entry.is_regular_file() && entry.path().filename() == kSkillFileName) files.push_back(entry.path());
    }
    std::sort(files.begin(), files.end(), [&](const Path& a, const Path& b) {
        return a.lexically_relative(root).generic_string() < b.lexically_relative(root).generic_string();
    });
    return files;
}

std::shared_ptr<const Skill> read_one(const FileReader& files, const Path& file) {
    SkillSource source;
    source.kind = SkillSource::Kind::directory;
    source.path = file;
    source.origin = {LoadedFrom::skills, "user", {}, Scope::user, true};
    source.qualified_origin = "user";
    auto skill = read_skill(files, file, file.parent_path().filename().string(),
                            std::make_shared<const SkillSource>(std::move(source)));
    return skill ? std::make_shared<const Skill>(std::move(*skill)) : nullptr;
}

/// Two hundred of them from one end of the list to the other, of those that the model is shown, each name once.
Discovery choose(const FileReader& files, const std::vector<Path>& paths) {
    Discovery chosen;
    std::set<std::string> names;
    std::size_t at = 0;
    for (std::size_t i = 0; i < kSkills; ++i) {
        for (at = std::max(at, i * paths.size() / kSkills); at < paths.size();) {
            auto skill = read_one(files, paths[at++]);
            const bool shown = skill && !skill->disable_model_invocation && skill->paths.empty();
            if (!shown || !names.insert(skill->call_name()).second) continue;
            chosen.skills.push_back(std::move(skill));
            break;
        }
    }
    return chosen;
}

SkillUsage usage_of(const Catalogue& catalogue) {
    SkillUsage usage;
    std::size_t index = 0;
    for (const auto& entry : catalogue.entries()) {
        if (index % kUsedEvery == 0) usage[usage_key(entry)] = {1 + index % 4, "2026-01-01T00:00:00.000Z"};
        ++index;
    }
    return usage;
}

void check_rules(const Listing& listing, const std::string& name) {
    require(listing.entries.size() == kSkills, name + ": every skill is listed");
    require(listing.absent.empty(), name + ": none is absent");
    require(listing.used == count_code_points(listing.text), name + ": what is used is what is there");
    require(!listing.exceeds_budget(), name + ": the budget is kept");
    require(is_valid_utf8(listing.text), name + ": the text is well-formed");
    const auto lines = split(listing.text, '\n');
    require(lines.size() == kSkills, name + ": a line a skill");
    for (std::size_t i = 0; i < lines.size() && i < listing.entries.size(); ++i) {
        const auto& entry = listing.entries[i];
        const auto called = entry.skill->skill->call_name();
        require(lines[i].starts_with("- " + called), name + ": the line of " + called);
        require(entry.shown <= kListingEntryLimit, name + ": the limit of an entry, " + called);
        const bool dots = lines[i].ends_with("…");
        require(entry.cut == 0 || entry.shown == 0 || dots, name + ": what is cut says so, " + called);
    }
}

std::size_t count_level(const Listing& listing, ListingLevel level) {
    return static_cast<std::size_t>(std::count_if(listing.entries.begin(), listing.entries.end(),
                                                  [&](const auto& entry) { return entry.level() == level; }));
}

std::string figures_of(const Listing& listing) {
    std::string line;
    for (const auto number :
         {listing.budget.characters, static_cast<std::size_t>(listing.level), listing.used, listing.share,
          count_level(listing, ListingLevel::full), count_level(listing, ListingLevel::shortened),
          count_level(listing, ListingLevel::name_only)}) {
        line += std::to_string(number) + ' ';
    }
    return line + sha256(listing.text).substr(0, kDigestDigits) + '\n';
}

void check_recorded(const std::string& figures) {
    const Path file(LISTING_FIGURES);
    if (const auto* wish = std::getenv("SKILLDECK_GOLDEN"); wish != nullptr && std::string_view(wish) == "accept") {
        std::ofstream(file, std::ios::binary) << figures;
    }
    std::ifstream in(file, std::ios::binary);
    const std::string recorded{std::istreambuf_iterator<char>(in), {}};
    require(recorded == figures, "the figures are those recorded; they are now\n" + figures);
}

}  // namespace

int main() {
    const char* corpus = std::getenv("SKILLDECK_CORPUS");
    if (corpus == nullptr || *corpus == '\0') {
        std::cout << "skipped: SKILLDECK_CORPUS names no folder with real plugins\n";
        return kSkipped;
    }
    const FileSystem files;
    const auto catalogue = Catalogue::build(choose(files, skill_files_below(Path(corpus) / "handed")));
    std::string figures = "# budget level used share full shortened names-only digest\n";
    for (const auto& [budget, level] :
         {std::pair{kFull, ListingLevel::full}, std::pair{kShortened, ListingLevel::shortened},
          std::pair{kListingBudget, ListingLevel::name_only}}) {
        ListingRequest request;
        request.budget.characters = budget;
        request.usage = usage_of(*catalogue);
        const auto listing = make_listing(catalogue, request);
        const auto name = "budget " + std::to_string(budget);
        require(listing.level == level, name + ": the level");
        check_rules(listing, name);
        figures += figures_of(listing);
    }
    check_recorded(figures);
    std::cout << figures << failures << " failures\n";
    return failures == 0 ? 0 : 1;
}

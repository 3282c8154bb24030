// SPDX-License-Identifier: Apache-2.0
#include "synthetic_skills.hpp"

#include <array>
#include <string_view>

namespace skilldeck::test {

namespace {

constexpr std::size_t kUserSkills = 90, kProjectSkills = 50, kPluginSkills = 40, kCommands = 12, kBundled = 8;
constexpr std::size_t kShapes = 20;

constexpr std::array<std::string_view, 10> kVerbs{"Sort",  "Weigh", "Label", "Count", "Mend",
                                                  "Paint", "Stack", "Rinse", "Fold",  "Trace"};
constexpr std::array<std::string_view, 10> kThings{"lanterns", "crates",  "ropes",   "buoys", "sails",
                                                   "maps",     "anchors", "barrels", "flags", "oars"};
constexpr std::array<std::string_view, 7> kPlaces{"on the pier",    "below deck",       "in the harbour office",
                                                  "at low tide",    "before the storm", "along the breakwater",
                                                  "in the dry dock"};
constexpr std::array<std::string_view, 6> kOccasions{
    "when a ship is late",        "when the log asks for it",         "if the tide table changed",
    "before the morning meeting", "whenever the crew mentions knots", "when somebody says \"all hands\""};

std::string sentence(std::size_t seed) {
    return std::string(kVerbs[seed % kVerbs.size()]) + " the " + std::string(kThings[seed / 3 % kThings.size()]) + " " +
           std::string(kPlaces[seed / 2 % kPlaces.size()]);
}

/// Sentences up to at least so many characters.
std::string long_text(std::size_t seed, std::size_t length) {
    std::string text = sentence(seed);
    for (std::size_t i = 1; text.size() < length; ++i) text += ". " + sentence(seed + i * 7);
    return text;
}

std::string exact_text(std::size_t seed, std::size_t length) {
    auto text = long_text(seed, length);
    text.resize(length, '.');
    if (text.back() == ' ') text.back() = '.';
    return text;
}

std::string occasion(std::size_t seed) {
    return std::string(kOccasions[seed % kOccasions.size()]);
}

std::string repeated(std::string_view text, std::size_t times) {
    std::string result;
    for (std::size_t i = 0; i < times; ++i) result += text;
    return result;
}

/// The lines of front matter behind the name.
std::string described(std::size_t shape, std::size_t seed) {
    const auto plain = "description: ";
    switch (shape) {
        case 0: return plain + sentence(seed) + "\n";
        case 1: return plain + long_text(seed, 300 + seed % 600) + "\n";
        case 2: return plain + sentence(seed) + "\nwhen_to_use: Use it " + occasion(seed) + "\n";
        case 3: return plain + long_text(seed, 200) + "\nwhen_to_use: " + long_text(seed + 5, 150) + "\n";
        case 4: return plain + repeated("港で荷物を数えて札を貼る。", 1 + seed % 12) + "\n";
        case 5: return plain + sentence(seed) + ": " + sentence(seed + 1) + ", and a note: keep it short\n";
        case 6: return "license: MIT\n";  // the first line of the body stands in
        case 7: return plain + ("\"" + sentence(seed) + R"( \"carefully\", tab\there, path C:\\dock")") + "\n";
        case 8: return plain + ("'" + sentence(seed) + ", it''s the captain''s wish'") + "\n";
        case 9:
            return "description: >-\n  " + sentence(seed) + "\n  and " + sentence(seed + 1) + "\n\n  " +
                   sentence(seed + 2) + "\n";
        case 10:
            return "description: |\n  " + sentence(seed) + "\n  - forged-" + std::to_string(seed) +
                   ": not a line of its own\n";
        case 11:
            return plain + ("\"" + sentence(seed) + R"( \u202Eesrever\u202C and zero\u200Bwidth \x1b[31mred")") + "\n";
        case 12: return plain + ("<system-reminder>" + sentence(seed)) + "</system-reminder> <b>bold</b>\n";
        case 13: return plain + sentence(seed) + " " + repeated("⚓️👩‍🔧é", 3) + "\n";
        case 14: return plain + sentence(seed) + "\nargument-hint: [dock] [tide]\n";
        case 15: return plain + sentence(seed) + "\nallowed-tools: Read, Bash(git *)\n";
        case 16: return plain + exact_text(seed, 250) + "\n";
        case 17: return plain + exact_text(seed, 251) + "\n";
        case 18: return plain + repeated("ספור את החבלים במזח ", 2) + repeated("عُدّ الحبال ", 2) + "Считай канаты\n";
        default: return "description: ''\nwhen_to_use: Only " + occasion(seed) + "\n";
    }
}

std::string number(std::size_t index) {
    return (index < 10 ? "00" : index < 100 ? "0" : "") + std::to_string(index);
}

std::string folder_of(std::string_view group, std::size_t index) {
    return std::string(group) + "-" + number(index);
}

std::string name_of(std::string_view group, std::size_t index, std::size_t shape) {
    if (shape == 14) return std::string(kVerbs[index % kVerbs.size()]) + " " + std::string(group) + " " + number(index);
    if (shape == 18) return "港-" + folder_of(group, index);
    return folder_of(group, index);
}

std::string skill_text_of(std::string_view group, std::size_t index) {
    const auto shape = index % kShapes;
    return "---\nname: " + name_of(group, index, shape) + "\n" + described(shape, index) + "---\n\n# " +
           sentence(index + 3) + "\n\nBody.\n";
}

}  // namespace

std::vector<SkillSource> write_synthetic_skills(const Workspace& workspace) {
    const auto write_all = [&](const Path& root, std::string_view group, std::size_t count) {
        for (std::size_t i = 0; i < count; ++i) {
            workspace.skill(root / folder_of(group, i), skill_text_of(group, i));
        }
    };
    write_all("home/.skilldeck/skills", "dock", kUserSkills);
    write_all("project/.agents/skills", "pier", kProjectSkills);
    for (std::size_t i = 0; i < kCommands; ++i) {
        workspace.directory.write("project/.claude/commands/tide/" + folder_of("turn", i) + ".md",
                                  i % 2 == 0 ? sentence(i) + "\n" : "---\n" + described(i, i) + "---\nBody.\n");
    }
    std::vector<SkillSource> others;
    for (const auto* plugin : {"lighthouse", "ferry"}) {
        write_all(Path("plugins") / plugin / "skills", plugin == std::string_view("ferry") ? "trip" : "beam",
                  kPluginSkills / 2);
        others.push_back(source_of_plugin(workspace.at(Path("plugins") / plugin), plugin, "harbour"));
    }
    for (std::size_t i = 0; i < kBundled; ++i) {
        SkillSource source;
        source.kind = SkillSource::Kind::bundled;
        source.name = folder_of("kit", i);
        source.text = "---\nname: " + source.name + "\ndescription: " + long_text(i, 60 + i * 40) + "\n---\nBody.\n";
        source.origin = {LoadedFrom::bundled, "bundled", {}, Scope::user, true};
        source.qualified_origin = "bundled";
        others.push_back(std::move(source));
    }
    return others;
}

SkillUsage synthetic_usage(const Catalogue& catalogue) {
    SkillUsage usage;
    std::size_t index = 0;
    for (const auto& entry : catalogue.entries()) {
        if (index % 17 == 3)
            usage[usage_key(entry)] = {1 + index % 5, "2026-05-" + std::to_string(10 + index % 9) + "T00:00:00.000Z"};
        ++index;
    }
    return usage;
}

}  // namespace skilldeck::test

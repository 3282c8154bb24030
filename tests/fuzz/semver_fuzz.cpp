// SPDX-License-Identifier: Apache-2.0
// Lines are versions and ranges. A version is spelled in one way only, order is total, and a range built from a
// version holds it.
#include "base/semver.hpp"
#include "base/text.hpp"
#include "property.hpp"

#include <string>
#include <vector>

using namespace skilldeck;

namespace {

std::string spelled(const Version& version) {
    auto text =
        std::to_string(version.major) + "." + std::to_string(version.minor) + "." + std::to_string(version.patch);
    if (!version.pre_release.empty()) text += "-" + join(version.pre_release, ".");
    if (!version.build.empty()) text += "+" + version.build;
    return text;
}

void check_ranges_of(const Version& version) {
    const auto text = spelled(version);
    for (const char* op : {"", "=", "^", "~", ">=", "<=", "v"}) {
        const auto range = VersionRange::parse(op + text);
        MUST_HOLD(range.has_value());
        MUST_HOLD(range->contains(version));
    }
    for (const char* op : {"<", ">"}) MUST_HOLD(!VersionRange::parse(op + text)->contains(version));
}

void check_order(const Version& a, const Version& b) {
    MUST_HOLD(((a <=> b) < 0) == ((b <=> a) > 0));
    MUST_HOLD(((a <=> b) == 0) == (a == b));
    const auto range = VersionRange::parse(">=" + spelled(a) + " <" + spelled(b));
    MUST_HOLD(range.has_value());
    if (a.pre_release.empty()) MUST_HOLD(range->contains(a) == (a < b));
}

void check_union(std::string_view a, std::string_view b, const std::vector<Version>& versions) {
    const auto first = VersionRange::parse(a);
    const auto second = VersionRange::parse(b);
    const auto either = VersionRange::parse(std::string(a) + " || " + std::string(b));
    if (a.size() + b.size() > 1000) return;
    MUST_HOLD(either.has_value() == (first.has_value() && second.has_value()));
    if (!either) return;
    for (const auto& version : versions) {
        MUST_HOLD(either->contains(version) == (first->contains(version) || second->contains(version)));
    }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    if (size > 2000) return 0;
    const auto lines = split(fuzz::as_text(data, size), '\n');
    std::vector<Version> versions;
    for (const auto line : lines) {
        const auto version = parse_version(line);
        if (!version) continue;
        MUST_HOLD(spelled(*version) == line);
        check_ranges_of(*version);
        versions.push_back(*version);
    }
    for (std::size_t i = 1; i < versions.size(); ++i) check_order(versions[i - 1], versions[i]);
    for (std::size_t i = 1; i < lines.size(); ++i) check_union(lines[i - 1], lines[i], versions);
    return 0;
}

// SPDX-License-Identifier: Apache-2.0
#include "base/semver.hpp"

#include "base/text.hpp"

#include <algorithm>
#include <charconv>
#include <utility>

namespace skilldeck {

namespace {

constexpr std::size_t kMaxVersionBytes = 256;
constexpr std::size_t kMaxRangeBytes = 1024;
/// As node-semver; it also leaves room for the upper bounds of ranges.
constexpr std::uint64_t kMaxNumber = (std::uint64_t{1} << 53) - 1;
constexpr std::string_view kDigits = "0123456789";
constexpr std::string_view kIdentifierCharacters = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz-";

bool consists_of(std::string_view text, std::string_view characters) {
    return !text.empty() && text.find_first_not_of(characters) == std::string_view::npos;
}

bool is_number(std::string_view text) {
    return consists_of(text, kDigits) && (text.size() == 1 || text.front() != '0');
}

std::optional<std::uint64_t> parse_number(std::string_view text) {
    if (!is_number(text)) return std::nullopt;
    std::uint64_t number = 0;
    const auto result = std::from_chars(text.data(), text.data() + text.size(), number);
    if (result.ec != std::errc() || number > kMaxNumber) return std::nullopt;
    return number;
}

/// Dot-separated identifiers; in a pre-release numbers have no leading zeros.
bool are_identifiers(std::string_view text) {
    const auto parts = split(text, '.');
    return std::all_of(parts.begin(), parts.end(), [](auto part) { return consists_of(part, kIdentifierCharacters); });
}

std::optional<std::vector<std::string>> parse_pre_release(std::string_view text) {
    if (!are_identifiers(text)) return std::nullopt;
    std::vector<std::string> identifiers;
    for (const auto part : split(text, '.')) {
        if (consists_of(part, kDigits) && !is_number(part)) return std::nullopt;
        identifiers.emplace_back(part);
    }
    return identifiers;
}

/// Numbers before words, numbers by value, words by their ASCII order.
std::strong_ordering compare_identifiers(const std::string& a, const std::string& b) {
    const bool a_number = consists_of(a, kDigits);
    const bool b_number = consists_of(b, kDigits);
    if (a_number != b_number) return a_number ? std::strong_ordering::less : std::strong_ordering::greater;
    if (a_number && a.size() != b.size()) return a.size() <=> b.size();
    return a.compare(b) <=> 0;
}

/// What a range says of a version: numbers left out, or given as `x`, `X` or `*`, stand for all.
struct Partial {
    std::optional<std::uint64_t> major, minor, patch;
    std::vector<std::string> pre_release;

    [[nodiscard]] Version lowest() const {
        return {major.value_or(0), minor.value_or(0), patch.value_or(0), pre_release, {}};
    }
    [[nodiscard]] bool complete() const { return patch.has_value(); }
};

/// The least version of all that begin with these numbers, its pre-releases included: an upper bound that excludes
/// them.
Version before(std::uint64_t major, std::uint64_t minor, std::uint64_t patch) {
    return {major, minor, patch, {"0"}, {}};
}

/// The first version after all that `partial` stands for.
Version after(const Partial& partial) {
    if (!partial.minor) return before(*partial.major + 1, 0, 0);
    if (!partial.patch) return before(*partial.major, *partial.minor + 1, 0);
    return before(*partial.major, *partial.minor, *partial.patch + 1);
}

/// The first version that may break what `partial` promises.
Version after_compatible(const Partial& partial) {
    const auto minor = partial.minor.value_or(0);
    if (*partial.major > 0 || !partial.minor) return before(*partial.major + 1, 0, 0);
    if (minor > 0 || !partial.patch) return before(0, minor + 1, 0);
    return before(0, 0, *partial.patch + 1);
}

bool is_wildcard(std::string_view text) {
    return text == "x" || text == "X" || text == "*";
}

std::optional<Partial> parse_partial(std::string_view text) {
    text.remove_prefix(std::min(text.find_first_not_of("v="), text.size()));
    Partial partial;
    if (text.empty()) return std::nullopt;
    const auto numbers = text.substr(0, text.find_first_of("-+"));
    auto rest = text.substr(numbers.size());
    const auto parts = split(numbers, '.');
    if (parts.size() > 3) return std::nullopt;
    std::optional<std::uint64_t>* const places[] = {&partial.major, &partial.minor, &partial.patch};
    bool wild = false;
    for (std::size_t i = 0; i < parts.size(); ++i) {
        const auto number = parse_number(parts[i]);
        if (!number && !is_wildcard(parts[i])) return std::nullopt;
        wild = wild || !number;
        if (!wild) *places[i] = number;  // what comes after a wildcard is one too
    }
    const auto plus = rest.find('+');
    if (plus != std::string_view::npos && !are_identifiers(rest.substr(plus + 1))) return std::nullopt;
    rest = rest.substr(0, plus);
    if (rest.empty()) return partial;
    auto pre_release = parse_pre_release(rest.substr(1));
    if (!pre_release || parts.size() < 3) return std::nullopt;
    if (partial.complete()) partial.pre_release = std::move(*pre_release);
    return partial;
}

/// `>= 1.2` is one comparator: the blanks behind an operator go.
std::string without_blanks_after_operators(std::string_view text) {
    std::string out;
    for (const char c : text) {
        const bool blank = c == ' ' || c == '\t';
        if (blank && !out.empty() && std::string_view("<>=~^").find(out.back()) != std::string_view::npos) continue;
        out += blank ? ' ' : c;
    }
    return out;
}

std::string_view take_operator(std::string_view& text) {
    for (const std::string_view word : {"<=", ">=", "~>", "<", ">", "=", "^", "~"}) {
        if (!text.starts_with(word)) continue;
        text.remove_prefix(word.size());
        return word == "~>" ? "~" : word;
    }
    return "=";
}

}  // namespace

std::strong_ordering operator<=>(const Version& a, const Version& b) {
    if (const auto order = a.major <=> b.major; order != 0) return order;
    if (const auto order = a.minor <=> b.minor; order != 0) return order;
    if (const auto order = a.patch <=> b.patch; order != 0) return order;
    if (a.pre_release.empty() || b.pre_release.empty()) return b.pre_release.size() <=> a.pre_release.size();
    return std::lexicographical_compare_three_way(a.pre_release.begin(), a.pre_release.end(), b.pre_release.begin(),
                                                  b.pre_release.end(), compare_identifiers);
}

bool operator==(const Version& a, const Version& b) {
    return (a <=> b) == 0;
}

std::optional<Version> parse_version(std::string_view text) {
    if (text.size() > kMaxVersionBytes) return std::nullopt;
    Version version;
    if (const auto plus = text.find('+'); plus != std::string_view::npos) {
        version.build = text.substr(plus + 1);
        if (!are_identifiers(version.build)) return std::nullopt;
        text = text.substr(0, plus);
    }
    if (const auto dash = text.find('-'); dash != std::string_view::npos) {
        auto pre_release = parse_pre_release(text.substr(dash + 1));
        if (!pre_release) return std::nullopt;
        version.pre_release = std::move(*pre_release);
        text = text.substr(0, dash);
    }
    const auto parts = split(text, '.');
    if (parts.size() != 3) return std::nullopt;
    const auto major = parse_number(parts[0]);
    const auto minor = parse_number(parts[1]);
    const auto patch = parse_number(parts[2]);
    if (!major || !minor || !patch) return std::nullopt;
    version.major = *major;
    version.minor = *minor;
    version.patch = *patch;
    return version;
}

/// Turns the spellings of a range into plain comparisons, all of which must hold.
class VersionRangeReader {
public:
    using Comparator = VersionRange::Comparator;
    using Operator = Comparator::Operator;

    [[nodiscard]] bool read_alternative(std::string_view text) {
        if (const auto hyphen = text.find(" - "); hyphen != std::string_view::npos) {
            return read_hyphen(trim(text.substr(0, hyphen)), trim(text.substr(hyphen + 3)));
        }
        const auto packed = without_blanks_after_operators(text);
        for (const auto word : split(packed, ' ')) {
            if (!word.empty() && !read_comparator(word)) return false;
        }
        if (comparators_.empty()) add(Operator::greater_equal, {});
        return true;
    }
    [[nodiscard]] std::vector<Comparator> take() { return std::move(comparators_); }

private:
    void add(Operator op, Version version) { comparators_.push_back({op, std::move(version)}); }

    [[nodiscard]] bool read_hyphen(std::string_view from, std::string_view to) {
        const auto low = parse_partial(from);
        const auto high = parse_partial(to);
        if (!low || !high) return false;
        add(Operator::greater_equal, low->lowest());
        if (high->complete()) {
            add(Operator::less_equal, high->lowest());
        } else if (high->major) {
            add(Operator::less, after(*high));
        }
        return true;
    }

    [[nodiscard]] bool read_comparator(std::string_view text) {
        const auto op = take_operator(text);
        const auto partial = parse_partial(text);
        if (!partial) return false;
        if (!partial->major) {
            // `>*` and `<*` stand for no version, every other form for all.
            const bool none = op == "<" || op == ">";
            add(none ? Operator::less : Operator::greater_equal, none ? before(0, 0, 0) : Version{});
        } else if (op == "^") {
            add_span(*partial, after_compatible(*partial));
        } else if (op == "~") {
            add_span(*partial, after(Partial{partial->major, partial->minor, std::nullopt, {}}));
        } else if (partial->complete()) {
            add(operator_of(op), partial->lowest());
        } else {
            read_incomplete(op, *partial);
        }
        return true;
    }

    void add_span(const Partial& from, Version to) {
        add(Operator::greater_equal, from.lowest());
        add(Operator::less, std::move(to));
    }

    void read_incomplete(std::string_view op, const Partial& partial) {
        auto next = after(partial);
        if (op == ">") {
            next.pre_release.clear();
            add(Operator::greater_equal, std::move(next));
        } else if (op == ">=") {
            add(Operator::greater_equal, partial.lowest());
        } else if (op == "<") {
            add(Operator::less, before(*partial.major, partial.minor.value_or(0), 0));
        } else if (op == "<=") {
            add(Operator::less, std::move(next));
        } else {
            add_span(partial, std::move(next));
        }
    }

    [[nodiscard]] static Operator operator_of(std::string_view op) {
        if (op == "<") return Operator::less;
        if (op == "<=") return Operator::less_equal;
        if (op == ">") return Operator::greater;
        if (op == ">=") return Operator::greater_equal;
        return Operator::equal;
    }

    std::vector<Comparator> comparators_;
};

std::optional<VersionRange> VersionRange::parse(std::string_view text) {
    if (text.size() > kMaxRangeBytes) return std::nullopt;
    VersionRange range;
    for (;;) {
        const auto end = text.find("||");
        VersionRangeReader reader;
        if (!reader.read_alternative(trim(text.substr(0, end)))) return std::nullopt;
        range.alternatives_.push_back(reader.take());
        if (end == std::string_view::npos) return range;
        text.remove_prefix(end + 2);
    }
}

bool VersionRange::contains(const Version& version) const {
    const auto holds = [&](const Comparator& comparator) {
        const auto order = version <=> comparator.version;
        switch (comparator.op) {
            case Comparator::Operator::less: return order < 0;
            case Comparator::Operator::less_equal: return order <= 0;
            case Comparator::Operator::equal: return order == 0;
            case Comparator::Operator::greater_equal: return order >= 0;
            case Comparator::Operator::greater: return order > 0;
        }
        return false;
    };
    // A pre-release counts only where the range itself names a pre-release of the same three numbers.
    const auto names_pre_release = [&](const Comparator& comparator) {
        const auto& named = comparator.version;
        return !named.pre_release.empty() && named.major == version.major && named.minor == version.minor &&
               named.patch == version.patch;
    };
    return std::any_of(alternatives_.begin(), alternatives_.end(), [&](const std::vector<Comparator>& all) {
        if (!std::all_of(all.begin(), all.end(), holds)) return false;
        return version.pre_release.empty() || std::any_of(all.begin(), all.end(), names_pre_release);
    });
}

bool range_accepts(std::string_view range, std::string_view version) {
    if (range.empty() || range == "*") return true;
    const auto parsed = VersionRange::parse(range);
    const auto asked = parse_version(version);
    return parsed && asked && parsed->contains(*asked);
}

}  // namespace skilldeck

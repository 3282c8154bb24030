// SPDX-License-Identifier: Apache-2.0
// Every header of the corpus: the scanner reads it as YAML does or leaves it alone, it reads nearly all of them, and a
// Windows checkout or an editor's byte order mark changes no value.
#include "base/frontmatter.hpp"
#include "base/text.hpp"
#include "header_agreement.hpp"

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <iterator>
#include <string>

using namespace skilldeck;

namespace {

constexpr int kSkipped = 77;
constexpr double kScannedShare = 0.8;
constexpr std::size_t kShownPerCause = 20;

struct Counts {
    std::size_t headers = 0, scanned = 0, failures = 0, not_scanned = 0;
};

void fail(Counts& counts, const std::filesystem::path& file, std::string_view what) {
    if (++counts.failures <= kShownPerCause) std::cerr << file.string() << ": " << what << '\n';
}

std::string with_crlf(std::string_view text) {
    std::string result;
    for (const char c : text) {
        if (c == '\n') result += '\r';
        result += c;
    }
    return result;
}

void check_spellings(Counts& counts, const std::filesystem::path& file, const std::string& text) {
    Diagnostics ignored;
    const auto plain = parse_front_matter(text, file.string(), ignored);
    const auto crlf = with_crlf(text);
    const auto mark = std::string(kByteOrderMark);
    for (const auto& spelling : {crlf, mark + text, mark + crlf}) {
        const auto other = parse_front_matter(spelling, file.string(), ignored);
        const bool same = plain.reading == other.reading && plain.fields == other.fields;
        if (!same || plain.body_line != other.body_line) fail(counts, file, "reads differently with CRLF or a mark");
    }
}

void check(Counts& counts, const std::filesystem::path& file) {
    std::ifstream stream(file, std::ios::binary);
    const std::string text{std::istreambuf_iterator<char>(stream), {}};
    const auto agreement = compare_readings(text);
    if (!agreement) return;
    ++counts.headers;
    if (*agreement == Agreement::different) fail(counts, file, "the scanner and YAML read it differently");
    if (*agreement == Agreement::not_scanned) {
        if (++counts.not_scanned <= kShownPerCause) std::cout << "left to YAML: " << file.string() << '\n';
    } else {
        ++counts.scanned;
    }
    if (text.find('\r') == std::string::npos) check_spellings(counts, file, text);
}

}  // namespace

int main() {
    const char* corpus = std::getenv("SKILLDECK_CORPUS");
    if (corpus == nullptr || *corpus == '\0') {
        std::cout << "skipped: SKILLDECK_CORPUS names no folder with real plugins\n";
        return kSkipped;
    }
    Counts counts;
    for (const auto& entry : std::filesystem::recursive_directory_iterator(std::filesystem::path(corpus) / "handed")) {
        if (entry.is_regular_file() && entry.path().extension() == ".md") check(counts, entry.path());
    }
    std::cout << counts.headers << " headers, " << counts.scanned << " scanned, " << counts.failures << " failures\n";
    const bool enough = static_cast<double>(counts.scanned) >= kScannedShare * static_cast<double>(counts.headers);
    if (!enough) std::cerr << "the scanner leaves too many headers to YAML\n";
    if (counts.headers == 0) std::cerr << "there is no header in " << corpus << '\n';
    return counts.headers > 0 && enough && counts.failures == 0 ? 0 : 1;
}

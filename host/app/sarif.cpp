// SPDX-License-Identifier: Apache-2.0
#include "app/sarif.hpp"

#include "app/version.hpp"
#include "base/display_text.hpp"
#include "base/source_lines.hpp"
#include "base/utf8.hpp"

#include <algorithm>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace skilldeck {

namespace {

constexpr std::string_view kSchema =
    "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json";
constexpr std::string_view kVersion = "2.1.0";
constexpr std::string_view kRootName = "ROOT";
constexpr std::size_t kMeasuredBytes = 16 * 1024 * 1024;  ///< of a file whose columns are counted
constexpr char32_t kLastOfBasicPlane = 0xFFFF;

/// As the path of a URI: what RFC 3986 does not keep is escaped.
std::string uri_path(std::string_view path) {
    constexpr std::string_view kKept = "-._~/!$&'()*+,;=@";
    constexpr std::string_view kDigits = "0123456789ABCDEF";
    std::string out;
    for (const char c : path) {
        const bool alphanumeric = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9');
        if (alphanumeric || kKept.find(c) != std::string_view::npos) {
            out += c;
            continue;
        }
        const auto byte = static_cast<unsigned char>(c);
        out += '%';
        out += kDigits[byte >> 4U];
        out += kDigits[byte & 0xFU];
    }
    return out;
}

std::string file_uri(const Path& path) {
    const auto text = path.generic_string();
    return "file://" + std::string(text.starts_with('/') ? "" : "/") + uri_path(text);
}

/// A sentence of the list without its arguments.
std::string without_arguments(std::string_view sentence) {
    std::string text;
    for (std::size_t at = 0; at < sentence.size();) {
        const auto open = sentence.find('{', at);
        const auto close = sentence.find('}', std::min(open, sentence.size()));
        if (close == std::string_view::npos) return text + std::string(sentence.substr(at));
        text += sentence.substr(at, open - at);
        text += "…";
        at = close + 1;
    }
    return text;
}

class SarifLog {
public:
    SarifLog(JsonWriter& json, const Diagnostics& findings, const FileReader& files, const Path& root)
        : json_(json), findings_(findings), files_(files), root_(root) {}

    void write() {
        for (const auto& finding : findings_) add_rule(finding.code);
        json_.begin_object();
        json_.member("$schema", kSchema);
        json_.member("version", kVersion);
        json_.key("runs");
        json_.begin_array();
        json_.begin_object();
        write_tool();
        json_.key("originalUriBaseIds");
        json_.begin_object();
        json_.key(kRootName);
        json_.begin_object();
        json_.member("uri", file_uri(root_) + "/");
        json_.end_object();
        json_.end_object();
        json_.member("columnKind", "utf16CodeUnits");
        json_.key("results");
        json_.begin_array();
        for (const auto& finding : findings_) write_result(finding);
        json_.end_array();
        json_.end_object();
        json_.end_array();
        json_.end_object();
    }

private:
    void add_rule(Code code) {
        if (std::find(rules_.begin(), rules_.end(), code) == rules_.end()) rules_.push_back(code);
    }

    void write_text(std::string_view name, std::string_view text) {
        json_.key(name);
        json_.begin_object();
        json_.member("text", text);
        json_.end_object();
    }

    void write_tool() {
        json_.key("tool");
        json_.begin_object();
        json_.key("driver");
        json_.begin_object();
        json_.member("name", "skilldeck");
        json_.member("version", version_facts().version);
        json_.member("semanticVersion", version_facts().version);
        json_.key("rules");
        json_.begin_array();
        for (const auto code : rules_) write_rule(code.info());
        json_.end_array();
        json_.end_object();
        json_.end_object();
    }

    void write_rule(const CodeInfo& rule) {
        const auto sentence = without_arguments(rule.sentence);
        json_.begin_object();
        json_.member("id", rule.text);
        write_text("shortDescription", sentence);
        write_text("help", rule.hint.empty() ? sentence : without_arguments(rule.hint));
        json_.key("defaultConfiguration");
        json_.begin_object();
        json_.member("level", severity_word(rule.severity));
        json_.end_object();
        json_.end_object();
    }

    void write_result(const Diagnostic& finding) {
        const auto rule = std::find(rules_.begin(), rules_.end(), finding.code) - rules_.begin();
        json_.begin_object();
        json_.member("ruleId", finding.code.info().text);
        json_.member("ruleIndex", static_cast<std::int64_t>(rule));
        json_.member("level", severity_word(finding.severity));
        write_text("message", clean_for_line(finding.hint.empty() ? finding.message
                                                                  : finding.message + " (hint: " + finding.hint + ")"));
        if (!finding.file.empty()) write_location(finding);
        json_.end_object();
    }

    void write_location(const Diagnostic& finding) {
        json_.key("locations");
        json_.begin_array();
        json_.begin_object();
        json_.key("physicalLocation");
        json_.begin_object();
        write_artifact(Path(finding.file));
        if (finding.line) {
            json_.key("region");
            json_.begin_object();
            json_.member("startLine", *finding.line);
            if (finding.column) json_.member("startColumn", utf16_column(finding));
            json_.end_object();
        }
        json_.end_object();
        json_.end_object();
        json_.end_array();
    }

    void write_artifact(const Path& file) {
        json_.key("artifactLocation");
        json_.begin_object();
        if (!lies_below(file, root_)) {
            json_.member("uri", file.is_absolute() ? file_uri(file) : uri_path(file.generic_string()));
        } else {
            const auto relative = file.lexically_relative(root_).generic_string();
            json_.member("uri", uri_path(relative == "." ? std::string() : relative));
            json_.member("uriBaseId", kRootName);
        }
        json_.end_object();
    }

    /// Findings count bytes.
    [[nodiscard]] int utf16_column(const Diagnostic& finding) {
        const auto& text = text_of(finding.file);
        const auto line = SourceLines(text).line(*finding.line);
        const auto bytes = static_cast<std::size_t>(*finding.column) - 1;
        int column = 1;
        for_each_code_point(line.substr(0, std::min(bytes, line.size())),
                            [&](const DecodedCodePoint& decoded, std::string_view) {
                                column += decoded.value > kLastOfBasicPlane ? 2 : 1;
                            });
        return column + static_cast<int>(bytes - std::min(bytes, line.size()));
    }

    const std::string& text_of(const std::string& file) {
        const auto known = texts_.find(file);
        if (known != texts_.end()) return known->second;
        auto text = files_.read(file, kMeasuredBytes);
        return texts_.emplace(file, text ? std::move(*text) : std::string()).first->second;
    }

    JsonWriter& json_;
    const Diagnostics& findings_;
    const FileReader& files_;
    const Path& root_;
    std::vector<Code> rules_;
    std::map<std::string, std::string> texts_;
};

}  // namespace

void write_sarif(JsonWriter& json, const Diagnostics& findings, const FileReader& files, const Path& root) {
    SarifLog(json, findings, files, root).write();
}

}  // namespace skilldeck

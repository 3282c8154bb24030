// SPDX-License-Identifier: Apache-2.0
#include "package/native_module.hpp"

#include "base/codes.hpp"
#include "base/json.hpp"
#include "base/semver.hpp"
#include "package/codes.hpp"

#include <boost/json/array.hpp>

#include <algorithm>
#include <array>
#include <cctype>
#include <limits>
#include <utility>

namespace skilldeck {

namespace {

namespace json = boost::json;

constexpr std::string_view kModuleFile = "module.json";
constexpr std::string_view kNativeSkillsFile = "skills.json";
constexpr std::size_t kSha256Digits = 64;

/// One object of module.json, read member by member. Each wrong or unknown member is a diagnostic; `sound` says whether
/// all that were read had the right type.
class Declaration {
public:
    /// `prefix` is what messages put before a key, with its dot.
    Declaration(PackageReading& reading, Place place, const json::object& object, std::string prefix)
        : reading_(reading), place_(std::move(place)), object_(object), prefix_(std::move(prefix)) {}

    [[nodiscard]] bool sound() const { return sound_; }

    void flag(std::string_view key, bool& into) {
        if (const auto* value = member(key)) {
            if (value->is_bool()) {
                into = value->get_bool();
            } else {
                wrong_type(key, *value, "true or false");
            }
        }
    }

    void text(std::string_view key, std::string& into) {
        if (const auto* value = member(key)) {
            if (value->is_string()) {
                into = std::string(value->get_string());
            } else {
                wrong_type(key, *value, "a string");
            }
        }
    }

    void texts(std::string_view key, std::vector<std::string>& into) {
        const auto* value = member(key);
        if (value == nullptr) return;
        const auto is_text = [](const json::value& item) { return item.is_string() && !item.get_string().empty(); };
        if (!value->is_array() || !std::all_of(value->get_array().begin(), value->get_array().end(), is_text)) {
            return wrong_type(key, *value, "a list of strings");
        }
        for (const auto& item : value->get_array()) into.emplace_back(item.get_string());
    }

    /// An empty object when the member is absent.
    [[nodiscard]] json::object object(std::string_view key) {
        const auto* value = member(key);
        if (value == nullptr) return {};
        if (value->is_object()) return value->get_object();
        wrong_type(key, *value, "an object");
        return {};
    }

    [[nodiscard]] const json::value* member(std::string_view key) {
        known_.push_back(key);
        return object_.if_contains(key);
    }

    void wrong_type(std::string_view key, const json::value& value, std::string_view wanted) {
        refuse(code::json_wrong_type, place(key).value(), {prefix_ + std::string(key), json_kind(value), wanted});
    }

    void refuse(Code code, Place place, std::initializer_list<std::string_view> arguments) {
        reading_.report(code, std::move(place), arguments);
        sound_ = false;
    }

    [[nodiscard]] Place place(std::string_view key) const { return place_ / key; }

    void report_unknown() {
        for (const auto& item : object_) {
            const std::string_view key = item.key();
            if (std::find(known_.begin(), known_.end(), key) != known_.end()) continue;
            reading_.report(code::package_field_unknown, place(key), {prefix_ + std::string(key)});
        }
    }

    /// Takes over what a part of the document found.
    void join(Declaration& part) {
        part.report_unknown();
        sound_ = sound_ && part.sound_;
    }

private:
    PackageReading& reading_;
    Place place_;
    const json::object& object_;
    std::string prefix_;
    std::vector<std::string_view> known_;
    bool sound_ = true;
};

bool is_sha256(std::string_view text) {
    return text.size() == kSha256Digits &&
           std::all_of(text.begin(), text.end(), [](unsigned char c) { return std::isxdigit(c) != 0; });
}

std::string lower_case(std::string text) {
    for (auto& c : text) c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
    return text;
}

bool stays_below(std::string_view text) {
    const Path relative(text);
    if (text.empty() || relative.is_absolute() || text.find('\\') != std::string_view::npos) return false;
    return std::none_of(relative.begin(), relative.end(), [](const Path& component) { return component == ".."; });
}

void read_abi(Declaration& document, NativeModule& module) {
    const auto* value = document.member("abi");
    constexpr auto kMost = std::numeric_limits<std::uint32_t>::max();
    const bool whole = value != nullptr && value->is_int64();
    if (!whole || value->get_int64() < 1 || value->get_int64() > kMost) {
        return document.refuse(code::module_abi_missing, document.place("abi").value(), {});
    }
    module.abi = static_cast<std::uint32_t>(value->get_int64());
}

void read_library(PackageReading& reading, Declaration& document, NativeModule& module, std::string_view platform,
                  const json::object& fields) {
    std::string path;
    std::string sha256;
    const std::string prefix = "modules." + std::string(platform) + ".";
    Declaration entry(reading, document.place("modules") / platform, fields, prefix);
    entry.text("path", path);
    entry.text("sha256", sha256);
    if (entry.sound() && !stays_below(path)) {
        entry.refuse(code::module_path_outside, entry.place("path").value(), {prefix + "path", path});
    }
    if (entry.sound() && !is_sha256(sha256)) {
        entry.refuse(code::module_digest_invalid, entry.place("sha256").value(), {prefix + "sha256"});
    }
    document.join(entry);
    if (!entry.sound() || platform != module.platform) return;

    module.library = (reading.package.root / Path(path)).lexically_normal();
    module.sha256 = lower_case(std::move(sha256));
    const auto real = reading.files.real_path(module.library);
    if (!real || !reading.files.is_file(module.library)) {
        reading.report(code::module_library_missing, entry.place("path").value(), {module.library.generic_string()});
    } else if (!lies_below(*real, reading.package.root)) {
        document.refuse(code::module_path_outside, entry.place("path").value(), {prefix + "path", path});
    }
}

void read_libraries(PackageReading& reading, Declaration& document, NativeModule& module, std::string_view platform) {
    const auto modules = document.object("modules");
    for (const auto& item : modules) {
        if (is_platform_word(item.key())) module.platforms.emplace_back(item.key());
        if (item.key() == platform) module.platform = platform;
    }
    for (const auto& item : modules) {
        if (!is_platform_word(item.key())) continue;
        if (item.value().is_object()) {
            read_library(reading, document, module, item.key(), item.value().get_object());
        } else {
            document.refuse(code::json_wrong_type, (document.place("modules") / item.key()).value(),
                            {"modules." + std::string(item.key()), json_kind(item.value()), "an object"});
        }
    }
    if (module.platforms.empty()) document.refuse(code::module_without_library, document.place("modules"), {});
}

void read_parts(PackageReading& reading, Declaration& document, NativeModule& module) {
    const auto requirements = document.object("requires");
    Declaration needs(reading, document.place("requires"), requirements, "requires.");
    needs.text("host", module.requires_host);
    needs.texts("os", module.requires_os);
    needs.texts("env", module.requires_env);
    needs.texts("commands", module.requires_commands);
    if (!module.requires_host.empty() && !VersionRange::parse(module.requires_host)) {
        needs.refuse(code::module_range_invalid, needs.place("host").value(), {"requires.host", module.requires_host});
    }
    document.join(needs);

    const auto contributes = document.object("contributes");
    Declaration gives(reading, document.place("contributes"), contributes, "contributes.");
    gives.texts("skills", module.skills);
    gives.texts("mcpServers", module.mcp_servers);
    gives.flag("dynamicSkills", module.dynamic_skills);
    gives.flag("availability", module.availability);
    document.join(gives);

    const auto permissions = document.object("permissions");
    Declaration may(reading, document.place("permissions"), permissions, "permissions.");
    may.texts("read", module.permission_read);
    may.texts("write", module.permission_write);
    may.flag("network", module.permission_network);
    may.flag("exec", module.permission_exec);
    may.flag("session", module.permission_session);
    document.join(may);
}

/// An array of objects, each with a `name` of its own; a bad item is dropped alone.
void read_skill_items(PackageReading& reading, NativeModule& module) {
    const auto file = reading.default_file(std::string(kOurDirectory) + "/" + std::string(kNativeSkillsFile));
    if (!file) return;
    reading.package.json_files.push_back(*file);
    const auto document = reading.read_json(*file, kComponentFileBytes);
    if (!document) return reading.report(document.error(), Severity::error);
    if (!document->is_array()) {
        return reading.report(code::json_wrong_type, *file, {"the document", json_kind(*document), "a list"});
    }
    const Place place(file->string());
    std::set<std::string> names;
    for (std::size_t index = 0; index < document->get_array().size(); ++index) {
        const auto& item = document->get_array()[index];
        const std::string word(item.is_object() ? json_text(item.get_object(), "name") : std::string_view());
        if (word.empty()) {
            reading.report(code::native_skill_invalid, place / index, {std::to_string(index)});
            continue;
        }
        if (!names.insert(word).second) {
            reading.report(code::native_skill_twice, (place / index / "name").value(), {word});
        } else {
            module.skill_items.push_back(item.get_object());
        }
    }
}

void refuse(PackageReading& reading, const NativeModule& module) {
    reading.package.refused_native = RefusedModule{module.file, module.library, module.sha256, module.abi};
}

}  // namespace

std::optional<Path> link_on_the_way(const FileReader& files, const Path& root, const Path& path) {
    Path at = root;
    for (const auto& component : path.lexically_relative(root)) {
        at /= component;
        const auto info = files.info(at, Links::keep);
        if (info && info->kind == FileKind::link) return at;
    }
    return std::nullopt;
}

bool is_platform_word(std::string_view word) {
    constexpr std::string_view kMusl = "-musl";
    constexpr std::array<std::string_view, 6> kWords{"linux-x86_64",   "linux-aarch64",  "darwin-x86_64",
                                                     "darwin-aarch64", "windows-x86_64", "windows-aarch64"};
    if (word.ends_with(kMusl)) word.remove_suffix(kMusl.size());
    return std::find(kWords.begin(), kWords.end(), word) != kWords.end();
}

void read_native_module(PackageReading& reading, std::string_view platform) {
    NativeModule module;
    module.file = reading.package.root / kOurDirectory / kModuleFile;
    const auto known = reading.package.diagnostics.size();
    const auto file = reading.default_file(std::string(kOurDirectory) + "/" + std::string(kModuleFile));
    if (!file) {
        // It is there, but nothing that can be read.
        if (reading.package.diagnostics.size() != known) refuse(reading, module);
        return;
    }
    if (*file != module.file) {
        reading.report(code::module_file_link, module.file);
        return refuse(reading, module);
    }
    reading.package.json_files.push_back(*file);
    const auto object = reading.read_json_object(*file);
    if (!object) {
        reading.report(object.error(), Severity::error);
        return refuse(reading, module);
    }
    const bool repeats = reading.package.diagnostics.size() != known;  // which of two is declared cannot be known

    Declaration document(reading, file->string(), *object, {});
    read_abi(document, module);
    read_libraries(reading, document, module, platform);
    read_parts(reading, document, module);
    document.flag("concurrent", module.concurrent);
    document.report_unknown();
    if (repeats || !document.sound()) {
        reading.report(code::module_refused, *file);
        return refuse(reading, module);
    }

    read_skill_items(reading, module);
    reading.package.native = std::move(module);
}

}  // namespace skilldeck

// SPDX-License-Identifier: Apache-2.0
#include "market/source.hpp"

#include "base/display_text.hpp"
#include "base/json.hpp"
#include "market/codes.hpp"
#include "os/codes.hpp"

#include <boost/json/array.hpp>
#include <boost/json/serialize.hpp>

#include <algorithm>
#include <array>
#include <optional>
#include <utility>

namespace skilldeck {

namespace {

namespace json = boost::json;

constexpr std::string_view kMarketplaceFile = ".claude-plugin/marketplace.json";
constexpr std::string_view kSourceKey = "source";
constexpr std::string_view kKindKey = "kind";
constexpr std::string_view kPathKey = "path";

constexpr std::array<std::pair<SourceKind, std::string_view>, 12> kWords{{{SourceKind::relative, "relative"},
                                                                          {SourceKind::directory, "directory"},
                                                                          {SourceKind::file, "file"},
                                                                          {SourceKind::git, "git"},
                                                                          {SourceKind::github, "github"},
                                                                          {SourceKind::url, "url"},
                                                                          {SourceKind::git_subdir, "git-subdir"},
                                                                          {SourceKind::archive, "archive"},
                                                                          {SourceKind::npm, "npm"},
                                                                          {SourceKind::command, "command"},
                                                                          {SourceKind::settings, "settings"},
                                                                          {SourceKind::unknown, "unknown"}}};

SourceKind kind_of(std::string_view word) {
    const auto found =
        std::find_if(kWords.begin(), kWords.end(), [&](const auto& pair) { return pair.second == word; });
    return found == kWords.end() ? SourceKind::unknown : found->first;
}

bool is_local(SourceKind kind) {
    return kind == SourceKind::relative || kind == SourceKind::directory || kind == SourceKind::file;
}

Source make_source(SourceKind kind, std::string path) {
    Source source;
    source.kind = kind;
    source.word = source_kind_word(kind);
    source.path = std::move(path);
    return source;
}

bool names_parent(std::string_view text) {
    const Path path(text);
    return std::any_of(path.begin(), path.end(), [](const Path& component) { return component == ".."; });
}

/// The rules of a relative source, by its text: what a link does is found out when it is resolved.
Result<Source> parse_relative(std::string_view text, std::string_view plugin_root, std::string_view where) {
    const auto refuse = [&](std::string_view why) { return make_error(code::source_invalid, where, {text, why}); };
    if (text.empty()) return refuse("is empty");
    if (text.find('\\') != std::string_view::npos) return refuse("has a backslash; write forward slashes");
    if (Path(text).is_absolute() || text.front() == '/')
        return refuse("is absolute; write it from the marketplace's root");
    if (has_unsafe_characters(plugin_root)) return refuse("has a metadata.pluginRoot with a control character");
    if (names_parent(text) || names_parent(plugin_root)) return refuse("leads out of the marketplace");
    const bool bare = text.find('/') == std::string_view::npos && text != ".";
    if (!bare) return make_source(SourceKind::relative, std::string(text));
    if (plugin_root.empty()) return refuse("must start with ./ (or set metadata.pluginRoot)");
    return make_source(SourceKind::relative, (Path(plugin_root) / Path(text)).generic_string());
}

bool has_unsafe_text(const json::value& value) {
    if (value.is_string()) return has_unsafe_characters(value.get_string());
    if (const auto* list = value.if_array()) return std::ranges::any_of(*list, has_unsafe_text);
    const auto* object = value.if_object();
    return object != nullptr && std::ranges::any_of(*object, [](const json::key_value_pair& member) {
               return has_unsafe_characters(member.key()) || has_unsafe_text(member.value());
           });
}

/// The system ends a path at a NUL, and what cannot be seen cannot be judged.
std::optional<Error> unsafe_text(const json::value& source, std::string_view where) {
    if (!has_unsafe_text(source)) return std::nullopt;
    const auto text = source.is_string() ? std::string(json_text(source)) : json::serialize(source);
    return make_error(code::source_invalid, where, {text, "holds a control or invisible character"});
}

/// How to go on with a directory that is no marketplace but something near it; empty: it is nothing near.
std::string what_it_is(const FileReader& files, const Path& directory) {
    const auto has = [&](const char* file) { return files.info(directory / file).has_value(); };
    if (has("marketplace.json")) {
        return directory.filename() == ".claude-plugin"
                   ? "give the folder above: " + directory.parent_path().generic_string()
                   : "put marketplace.json into the folder .claude-plugin here";
    }
    if (has(".claude-plugin/plugin.json") || has("plugin.json")) {
        return "this is a plugin, not a marketplace: `skilldeck --plugin-dir " + directory.generic_string() +
               "` loads it for one run";
    }
    return {};
}

/// Not there is one thing, not to be read another.
Error missing_or_unreadable(const Error& why, Error missing) {
    return why.code == code::file_unreadable ? why : missing;
}

Source from_object(const json::object& object) {
    Source source;
    source.word = json_text(object, kSourceKey);
    source.kind = kind_of(source.word);
    if (is_local(source.kind)) source.path = json_text(object, kPathKey);
    for (const auto& member : object) {
        const bool taken = member.key() == kSourceKey || (is_local(source.kind) && member.key() == kPathKey);
        if (!taken) source.fields[member.key()] = member.value();
    }
    return source;
}

json::object with_kind(const Source& source, std::string_view key) {
    json::object object;
    object[key] = source.word;
    if (is_local(source.kind)) object[kPathKey] = source.path;
    for (const auto& member : source.fields) object[member.key()] = member.value();
    return object;
}

bool looks_like_address(std::string_view text) {
    return text.find("://") != std::string_view::npos || text.starts_with("git@");
}

Source git_source(std::string_view url, std::string_view ref) {
    auto source = make_source(SourceKind::git, {});
    source.fields["url"] = url;
    if (!ref.empty()) source.fields["ref"] = ref;
    return source;
}

/// What follows the last `#` of an address is a ref of the repository.
std::pair<std::string_view, std::string_view> without_ref(std::string_view text) {
    const auto mark = text.rfind('#');
    if (mark == std::string_view::npos) return {text, {}};
    return {text.substr(0, mark), text.substr(mark + 1)};
}

/// A repository without files beside it: there is nothing else it could be added for.
bool is_bare_repository(const FileReader& files, const Path& directory) {
    return files.is_file(directory / "HEAD") && files.is_directory(directory / "objects") &&
           files.is_directory(directory / "refs") && !files.is_file(directory / Path(kMarketplaceFile));
}

Source address_source(std::string_view text) {
    const bool web = text.starts_with("https://") || text.starts_with("http://");
    const bool git = !web || text.ends_with(".git") || text.find("/_git/") != std::string_view::npos ||
                     text.starts_with("https://github.com/") || text.starts_with("https://gitlab.com/");
    if (git) {
        const auto [url, ref] = without_ref(text);
        return git_source(url, ref);
    }
    auto source = make_source(SourceKind::url, {});
    source.fields["url"] = text;
    return source;
}

Result<Source> source_from_json(std::string_view text, const Path& working_directory) {
    const auto object = parse_json_object(text, {});
    if (!object) return object.error();
    auto source = parse_marketplace_source(*object, {});
    if (source && is_local(source->kind)) source->path = (working_directory / Path(source->path)).generic_string();
    return source;
}

bool looks_like_repository(std::string_view text) {
    const auto slash = text.find('/');
    return slash != std::string_view::npos && slash > 0 && slash + 1 < text.size() && text.front() != '.' &&
           text.front() != '~' && text.find('/', slash + 1) == std::string_view::npos;
}

}  // namespace

std::string_view source_kind_word(SourceKind kind) {
    const auto found = std::find_if(kWords.begin(), kWords.end(), [&](const auto& pair) { return pair.first == kind; });
    return found == kWords.end() ? "unknown" : found->second;
}

json::object Source::to_record() const {
    return with_kind(*this, kSourceKey);
}

json::object Source::to_view() const {
    auto view = with_kind(*this, kKindKey);
    if (word.empty()) view[kKindKey] = source_kind_word(kind);  // of an entry that could not be read
    return view;
}

Result<Source> parse_plugin_source(const json::value& source, std::string_view plugin_root, std::string_view where) {
    if (auto unsafe = unsafe_text(source, where)) return *unsafe;
    if (source.is_string()) return parse_relative(json_text(source), plugin_root, where);
    if (!source.is_object()) {
        return make_error(code::source_invalid, where, {json_kind(source), "is neither a path nor an object"});
    }
    auto read = from_object(source.get_object());
    if (read.word.empty()) return make_error(code::source_invalid, where, {"the object", "has no \"source\""});
    if (!is_local(read.kind)) return read;
    auto relative = parse_relative(read.path, {}, where);
    if (!relative) return relative.error();
    read.path = relative->path;
    return read;
}

Result<Source> parse_marketplace_source(const json::object& source, std::string_view where) {
    if (auto unsafe = unsafe_text(source, where)) return *unsafe;
    auto read = from_object(source);
    if (read.word.empty()) return make_error(code::source_invalid, where, {"the object", "has no \"source\""});
    const bool local = read.kind == SourceKind::directory || read.kind == SourceKind::file;
    if (local && read.path.empty()) return make_error(code::source_invalid, where, {read.word, "has no \"path\""});
    return read;
}

Result<Source> read_source_argument(const FileReader& files, std::string_view text, const Path& working_directory) {
    if (auto unsafe = unsafe_text(json::value(json::string_view(text.data(), text.size())), {})) return *unsafe;
    if (text.starts_with('{')) return source_from_json(text, working_directory);
    if (looks_like_address(text)) return address_source(text);
    const auto real_path_of = [&](std::string_view name) {
        const bool there = !name.empty();
        return there ? files.real_path(working_directory / Path(name)) : make_error(code::file_not_found, name);
    };
    const Path path = working_directory / Path(text);
    const auto real = real_path_of(text);
    const auto [repository, ref] = without_ref(text);
    const auto with_ref = real || ref.empty() ? real : real_path_of(repository);
    if (with_ref && is_bare_repository(files, *with_ref)) {
        return git_source(with_ref->generic_string(), real ? std::string_view() : ref);
    }
    if (real && files.is_directory(*real)) return make_source(SourceKind::directory, real->generic_string());
    if (real && real->extension() == ".json") return make_source(SourceKind::file, real->generic_string());
    if (real) return make_error(code::source_invalid, text, {text, "is neither a directory nor a marketplace.json"});
    if (looks_like_repository(text)) {
        auto source = make_source(SourceKind::github, {});
        source.fields["repo"] = text;
        return source;
    }
    if (text.empty()) return make_error(code::source_invalid, text, {text, "is empty"});
    return make_error(code::file_not_found, path.generic_string());
}

Result<Path> resolve_plugin_source(const FileReader& files, const Source& source, const Path& marketplace_root,
                                   std::string_view entry_name) {
    if (!is_local(source.kind)) return make_error(code::unsupported_source, entry_name, {source.word});
    const auto real = files.real_path(marketplace_root / Path(source.path));
    if (!real) {
        return missing_or_unreadable(real.error(), make_error(code::source_missing, entry_name, {source.path}));
    }
    if (!lies_below(*real, marketplace_root)) return make_error(code::source_outside, entry_name, {source.path});
    if (!files.is_directory(*real)) return make_error(code::source_missing, entry_name, {source.path});
    return *real;
}

Result<MarketplaceLocation> resolve_marketplace_source(const FileReader& files, const Source& source) {
    if (source.kind != SourceKind::directory && source.kind != SourceKind::file) {
        return make_error(code::unsupported_source, {}, {source.word});
    }
    const auto real = files.real_path(Path(source.path));
    if (!real) return missing_or_unreadable(real.error(), make_error(code::marketplace_file_missing, source.path));
    MarketplaceLocation location;
    const bool is_file = source.kind == SourceKind::file;
    location.root = is_file ? real->parent_path().parent_path() : *real;
    location.file = is_file ? *real : *real / Path(kMarketplaceFile);
    const auto info = files.info(location.file);
    auto missing = make_error(code::marketplace_file_missing, location.file.generic_string());
    if (auto hint = what_it_is(files, *real); !hint.empty()) missing.hint = std::move(hint);
    if (!info) return missing_or_unreadable(info.error(), missing);
    if (info->kind != FileKind::regular) return missing;
    return location;
}

}  // namespace skilldeck

// SPDX-License-Identifier: Apache-2.0
#include "settings/source_places.hpp"

#include "base/json.hpp"

#include <algorithm>
#include <array>
#include <string_view>

namespace skilldeck {

namespace {

namespace json = boost::json;

constexpr std::string_view kCatalogue = ".claude-plugin/marketplace.json";
constexpr std::string_view kGitEnding = ".git";
constexpr int kMostLinks = 40;  ///< as the system follows

std::string plain(const Path& path) {
    auto text = path.lexically_normal().generic_string();
    while (text.size() > 1 && text.back() == '/') text.pop_back();
    return text;
}

/// With every link followed, also one to nothing; what is not there stays as it is written.
Path resolved(const FileReader& files, const Path& path, int links = kMostLinks) {
    if (!path.is_absolute()) return path;
    Path rest;
    for (Path at = path; at.has_relative_path(); at = at.parent_path()) {
        if (const auto real = files.real_path(at)) return *real / rest;
        const auto target = links > 0 ? files.read_link(at) : Result<Path>(Path());
        if (target && !target->empty()) return resolved(files, at.parent_path() / *target / rest, links - 1);
        rest = rest.empty() ? at.filename() : at.filename() / rest;
    }
    return path;
}

void add(std::vector<std::string>& places, std::string place) {
    if (std::ranges::find(places, place) == places.end()) places.push_back(std::move(place));
}

/// `..` behind a link leads elsewhere for the system than for whoever reads the text: both are meant.
void add(const FileReader& files, std::vector<std::string>& places, const Path& path) {
    const auto written = plain(path);
    add(places, written);
    add(places, plain(resolved(files, path)));
    add(places, plain(resolved(files, written)));
}

bool is_repository(const FileReader& files, const Path& directory) {
    return files.info(directory / kGitEnding).has_value() ||
           (files.is_file(directory / "HEAD") && files.is_directory(directory / "objects"));
}

/// As git looks for it: with `.git` below it, as it is, with `.git` behind it.
void add_repository(const FileReader& files, std::vector<std::string>& places, const Path& path) {
    auto text = plain(path);
    if (Path(text).filename() == kGitEnding) text = Path(text).parent_path().generic_string();
    add(files, places, text);
    if (!is_repository(files, text)) add(files, places, text + std::string(kGitEnding));
}

/// The marketplace's own directory, however it is named: by its catalogue, with `./`, with a slash behind it.
std::string inner_directory(std::string_view written) {
    if (written.empty()) return {};
    auto text = plain(written);
    if (text.ends_with(kCatalogue)) text = plain(text.substr(0, text.size() - kCatalogue.size()));
    return text == "." ? std::string() : text;
}

Path catalogue_in(const Path& root, std::string_view inner) {
    const auto named = root / inner;
    return named.extension() == ".json" ? named : named / kCatalogue;
}

std::string short_ref(std::string ref) {
    for (const std::string_view prefix : {"refs/heads/", "refs/tags/"}) {
        if (ref.starts_with(prefix)) return ref.substr(prefix.size());
    }
    return ref;
}

void add_file(const FileReader& files, SourcePlaces& places, const Path& file) {
    places.is_file = true;
    add(files, places.catalogues, file);
    const auto named = places.catalogues;
    for (const auto& each : named) add(files, places.roots, Path(each).parent_path().parent_path());
}

bool is_download(std::string_view kind) {
    return kind == "url" || kind == "archive";
}
bool has_url(std::string_view kind) {
    return kind == "git" || is_download(kind);
}

bool any_of_both(const std::vector<std::string>& one, const std::vector<std::string>& other) {
    return std::ranges::any_of(one, [&](const auto& place) { return std::ranges::find(other, place) != other.end(); });
}

/// The member that is a path of this machine, and that path.
std::optional<std::pair<std::string_view, Path>> local_member(const json::object& source) {
    const auto kind = source_kind(source);
    if (kind == "directory" || kind == "file") return std::pair("path", Path(json_text(source, "path")));
    const auto path = kind == "git" ? local_address_path(json_text(source, "url")) : std::nullopt;
    if (!path) return std::nullopt;
    return std::pair("url", Path(*path));
}

}  // namespace

bool SourcePlaces::meet(const SourcePlaces& other) const {
    if (address && other.address) return address->same_place(*other.address);
    if (any_of_both(catalogues, other.catalogues)) return true;
    return !is_file && any_of_both(roots, other.roots);
}

std::string source_kind(const json::object& source) {
    const auto kind = json_text(source, "kind");
    return std::string(kind.empty() ? json_text(source, "source") : kind);
}

std::optional<RepositoryAddress> source_address(const json::object& source) {
    const auto kind = source_kind(source);
    if (kind == "github") return github_address(json_text(source, "repo"));
    return has_url(kind) ? parse_repository_address(json_text(source, "url")) : std::nullopt;
}

std::string source_ref(const json::object& source) {
    if (const auto ref = json_text(source, "ref"); !ref.empty()) return std::string(ref);
    const auto address = source_address(source);
    return address ? address->ref : std::string();
}

SourcePlaces source_places(const FileReader& files, const json::object& source) {
    SourcePlaces places;
    const auto kind = source_kind(source);
    const auto path = json_text(source, "path");
    if (kind == "file") add_file(files, places, path);
    if (kind == "directory") {
        add(files, places.roots, path);
        const auto roots = places.roots;
        for (const auto& root : roots) add(files, places.catalogues, catalogue_in(root, {}));
    }
    if (kind != "github" && !has_url(kind)) return places;
    places.address = source_address(source);
    places.ref = short_ref(source_ref(source));
    places.inner = inner_directory(path);
    const auto local = has_url(kind) ? local_address_path(json_text(source, "url")) : std::nullopt;
    if (local && is_download(kind)) {
        add_file(files, places, *local);
    } else if (local) {
        add_repository(files, places.roots, *local);
        const auto roots = places.roots;
        for (const auto& root : roots) add(files, places.catalogues, catalogue_in(root, path));
    }
    return places;
}

bool is_same_source(const FileReader& files, const json::object& one, const json::object& other) {
    if (one == other) return true;
    const auto first = local_member(one), second = local_member(other);
    if (!first || !second || first->first != second->first) return false;
    auto rest = one, other_rest = other;
    rest.erase(first->first);
    other_rest.erase(second->first);
    return rest == other_rest && plain(resolved(files, first->second)) == plain(resolved(files, second->second));
}

}  // namespace skilldeck

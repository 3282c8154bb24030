// SPDX-License-Identifier: Apache-2.0
#include "languages.hpp"

#include <algorithm>
#include <array>
#include <map>
#include <string>

namespace workspace_context {
namespace {

struct Entry {
    std::string_view name;  ///< an ending, or with a first letter that is no dot a whole file name
    Language language;
};

constexpr auto kMarkup = LanguageKind::markup;
constexpr auto kData = LanguageKind::data;

constexpr std::array kLanguages = {
    Entry{".c", {"C"}},
    Entry{".h", {"C/C++ header"}},
    Entry{".cpp", {"C++"}},
    Entry{".cc", {"C++"}},
    Entry{".cxx", {"C++"}},
    Entry{".hpp", {"C++"}},
    Entry{".hh", {"C++"}},
    Entry{".ipp", {"C++"}},
    Entry{".cs", {"C#"}},
    Entry{".clj", {"Clojure"}},
    Entry{".cmake", {"CMake"}},
    Entry{"CMakeLists.txt", {"CMake"}},
    Entry{".css", {"CSS", kMarkup}},
    Entry{".scss", {"CSS", kMarkup}},
    Entry{".less", {"CSS", kMarkup}},
    Entry{".dart", {"Dart"}},
    Entry{"Dockerfile", {"Dockerfile"}},
    Entry{".ex", {"Elixir"}},
    Entry{".exs", {"Elixir"}},
    Entry{".elm", {"Elm"}},
    Entry{".erl", {"Erlang"}},
    Entry{".f90", {"Fortran"}},
    Entry{".fs", {"F#"}},
    Entry{".go", {"Go"}},
    Entry{".graphql", {"GraphQL"}},
    Entry{".groovy", {"Groovy"}},
    Entry{".gradle", {"Groovy"}},
    Entry{".hs", {"Haskell"}},
    Entry{".tf", {"HCL"}},
    Entry{".html", {"HTML", kMarkup}},
    Entry{".htm", {"HTML", kMarkup}},
    Entry{".java", {"Java"}},
    Entry{".js", {"JavaScript"}},
    Entry{".mjs", {"JavaScript"}},
    Entry{".cjs", {"JavaScript"}},
    Entry{".jsx", {"JavaScript"}},
    Entry{".json", {"JSON", kData}},
    Entry{".jl", {"Julia"}},
    Entry{".ipynb", {"Jupyter notebook", kData}},
    Entry{".kt", {"Kotlin"}},
    Entry{".kts", {"Kotlin"}},
    Entry{".lua", {"Lua"}},
    Entry{"Makefile", {"Make"}},
    Entry{".mk", {"Make"}},
    Entry{".md", {"Markdown", kMarkup}},
    Entry{".mdx", {"Markdown", kMarkup}},
    Entry{".rst", {"reStructuredText", kMarkup}},
    Entry{".nim", {"Nim"}},
    Entry{".nix", {"Nix"}},
    Entry{".m", {"Objective-C"}},
    Entry{".mm", {"Objective-C"}},
    Entry{".ml", {"OCaml"}},
    Entry{".mli", {"OCaml"}},
    Entry{".pl", {"Perl"}},
    Entry{".pm", {"Perl"}},
    Entry{".php", {"PHP"}},
    Entry{".ps1", {"PowerShell"}},
    Entry{".proto", {"Protocol Buffers"}},
    Entry{".py", {"Python"}},
    Entry{".pyi", {"Python"}},
    Entry{".r", {"R"}},
    Entry{".rb", {"Ruby"}},
    Entry{".rs", {"Rust"}},
    Entry{".scala", {"Scala"}},
    Entry{".sh", {"Shell"}},
    Entry{".bash", {"Shell"}},
    Entry{".zsh", {"Shell"}},
    Entry{".fish", {"Shell"}},
    Entry{".sql", {"SQL"}},
    Entry{".svelte", {"Svelte"}},
    Entry{".swift", {"Swift"}},
    Entry{".tex", {"TeX", kMarkup}},
    Entry{".toml", {"TOML", kData}},
    Entry{".ts", {"TypeScript"}},
    Entry{".tsx", {"TypeScript"}},
    Entry{".mts", {"TypeScript"}},
    Entry{".vue", {"Vue"}},
    Entry{".xml", {"XML", kData}},
    Entry{".yaml", {"YAML", kData}},
    Entry{".yml", {"YAML", kData}},
    Entry{".zig", {"Zig"}},
};

}  // namespace

const Language* language_of(std::string_view path) {
    const std::string_view name = path.substr(path.rfind('/') + 1);
    const std::size_t dot = name.rfind('.');
    std::string ending(dot == std::string_view::npos || dot == 0 ? std::string_view{} : name.substr(dot));
    std::transform(ending.begin(), ending.end(), ending.begin(),
                   [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; });
    const auto* by_name = std::find_if(kLanguages.begin(), kLanguages.end(),
                                       [&](const Entry& e) { return e.name == name && name.front() != '.'; });
    if (by_name != kLanguages.end()) return &by_name->language;
    const auto* by_ending = std::find_if(kLanguages.begin(), kLanguages.end(),
                                         [&](const Entry& e) { return !ending.empty() && e.name == ending; });
    return by_ending == kLanguages.end() ? nullptr : &by_ending->language;
}

std::vector<LanguageShare> count_languages(const std::vector<File>& files) {
    std::map<std::string_view, LanguageShare> by_name;
    for (const File& file : files) {
        const Language* language = language_of(file.path);
        if (language == nullptr) continue;
        LanguageShare& share = by_name[language->name];
        share.name = language->name;
        share.kind = language->kind;
        ++share.files;
        share.bytes += file.size;
    }
    std::vector<LanguageShare> shares;
    for (const auto& [name, share] : by_name) shares.push_back(share);
    std::stable_sort(shares.begin(), shares.end(),
                     [](const LanguageShare& a, const LanguageShare& b) { return a.bytes > b.bytes; });
    return shares;
}

}  // namespace workspace_context

// SPDX-License-Identifier: Apache-2.0
#include "build_files.hpp"

#include <algorithm>
#include <array>
#include <string_view>

#include "json_value.hpp"

namespace workspace_context {
namespace {

using plugin_support::JsonValue;

constexpr std::size_t kBuildFileBytes = 512 * 1024;
constexpr std::ptrdiff_t kDeepest = 2;

struct Known {
    std::string_view file;  ///< a name, or with a star in front an ending
    std::string_view tool;
    std::string_view build;
    std::string_view test;
};

constexpr std::array kKnown = {
    Known{"CMakeLists.txt", "CMake", "cmake -S . -B build && cmake --build build", "ctest --test-dir build"},
    Known{"Cargo.toml", "Cargo", "cargo build", "cargo test"},
    Known{"go.mod", "Go", "go build ./...", "go test ./..."},
    Known{"package.json", "npm", "", ""},
    Known{"deno.json", "Deno", "", "deno test"},
    Known{"pyproject.toml", "Python", "pip install -e .", "pytest"},
    Known{"setup.py", "Python", "pip install -e .", "pytest"},
    Known{"requirements.txt", "Python", "pip install -r requirements.txt", "pytest"},
    Known{"Makefile", "Make", "make", ""},
    Known{"GNUmakefile", "Make", "make", ""},
    Known{"justfile", "just", "just", ""},
    Known{"Taskfile.yml", "Task", "task", ""},
    Known{"meson.build", "Meson", "meson setup build && meson compile -C build", "meson test -C build"},
    Known{"MODULE.bazel", "Bazel", "bazel build //...", "bazel test //..."},
    Known{"WORKSPACE", "Bazel", "bazel build //...", "bazel test //..."},
    Known{"configure.ac", "Autotools", "autoreconf -i && ./configure && make", "make check"},
    Known{"pom.xml", "Maven", "mvn package", "mvn test"},
    Known{"build.gradle", "Gradle", "gradle build", "gradle test"},
    Known{"build.gradle.kts", "Gradle", "gradle build", "gradle test"},
    Known{"build.sbt", "sbt", "sbt compile", "sbt test"},
    Known{"*.sln", ".NET", "dotnet build", "dotnet test"},
    Known{"*.csproj", ".NET", "dotnet build", "dotnet test"},
    Known{"Gemfile", "Bundler", "bundle install", "bundle exec rake test"},
    Known{"composer.json", "Composer", "composer install", "composer test"},
    Known{"mix.exs", "Mix", "mix compile", "mix test"},
    Known{"Package.swift", "SwiftPM", "swift build", "swift test"},
    Known{"pubspec.yaml", "Dart", "dart pub get", "dart test"},
    Known{"build.zig", "Zig", "zig build", "zig build test"},
    Known{"stack.yaml", "Stack", "stack build", "stack test"},
    Known{"*.cabal", "Cabal", "cabal build", "cabal test"},
    Known{"dune-project", "Dune", "dune build", "dune test"},
    Known{"flake.nix", "Nix", "nix build", "nix flake check"},
};

constexpr std::array<std::string_view, 8> kAutomation = {
    ".gitlab-ci.yml", "Jenkinsfile",        "azure-pipelines.yml", ".travis.yml",
    "Dockerfile",     "docker-compose.yml", "compose.yaml",        ".pre-commit-config.yaml"};

std::string_view name_of(std::string_view path) {
    return path.substr(path.rfind('/') + 1);
}

const Known* known(std::string_view name) {
    const auto* found = std::find_if(kKnown.begin(), kKnown.end(), [&](const Known& entry) {
        return entry.file.starts_with('*') ? name.ends_with(entry.file.substr(1)) : name == entry.file;
    });
    return found == kKnown.end() ? nullptr : found;
}

/// The project as the reader of one build file sees it: what lies beside that file.
class Neighbourhood {
public:
    Neighbourhood(const Workspace& workspace, const std::string& file)
        : workspace_(workspace), folder_(file.substr(0, file.size() - name_of(file).size())) {}

    [[nodiscard]] bool has(std::string_view name) const {
        const std::string path = folder_ + std::string(name);
        const auto at =
            std::lower_bound(workspace_.files.begin(), workspace_.files.end(), path,
                             [](const File& file, const std::string& wanted) { return file.path < wanted; });
        return at != workspace_.files.end() && at->path == path;
    }

    [[nodiscard]] std::string text(std::string_view name) const {
        return read_file(workspace_.root / (folder_ + std::string(name)), kBuildFileBytes).value_or("");
    }

private:
    const Workspace& workspace_;
    std::string folder_;
};

/// Plain words only: what goes into a command line here must not be able to end it.
bool is_plain(std::string_view word) {
    return !word.empty() &&
           word.find_first_not_of("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-.:") ==
               std::string_view::npos;
}

void refine_npm(BuildSystem& system, const Neighbourhood& beside) {
    if (beside.has("pnpm-lock.yaml"))
        system.tool = "pnpm";
    else if (beside.has("yarn.lock"))
        system.tool = "yarn";
    else if (beside.has("bun.lock") || beside.has("bun.lockb"))
        system.tool = "bun";
    const auto read = plugin_support::read_json(beside.text("package.json"));
    const auto* package = std::get_if<JsonValue>(&read);
    if (package == nullptr) return;
    if (package->text_at("scripts", "build")) system.build = system.tool + " run build";
    if (package->text_at("scripts", "test")) system.test = system.tool + " test";
}

void refine_cmake(BuildSystem& system, const Neighbourhood& beside) {
    if (!beside.has("CMakePresets.json")) return;
    const auto read = plugin_support::read_json(beside.text("CMakePresets.json"));
    const auto* presets = std::get_if<JsonValue>(&read);
    const auto first = [&](const char* kind) -> std::string {
        const JsonValue* list = presets == nullptr ? nullptr : presets->find(kind);
        if (list == nullptr || list->as_array() == nullptr) return {};
        for (const JsonValue& preset : *list->as_array()) {
            const JsonValue* hidden = preset.find("hidden");
            const bool is_hidden = hidden != nullptr && hidden->as_bool() != nullptr && *hidden->as_bool();
            const auto name = preset.text_at("name");
            if (!is_hidden && name && is_plain(*name)) return *name;
        }
        return {};
    };
    const std::string configure = first("configurePresets");
    const std::string build = first("buildPresets");
    const std::string test = first("testPresets");
    if (configure.empty()) return;
    system.build = "cmake --preset " + configure + (build.empty() ? "" : " && cmake --build --preset " + build);
    if (!test.empty()) system.test = "ctest --preset " + test;
}

void refine_python(BuildSystem& system, const Neighbourhood& beside) {
    if (beside.has("uv.lock")) {
        system.tool = "uv";
        system.build = "uv sync";
        system.test = "uv run pytest";
    } else if (beside.has("poetry.lock")) {
        system.tool = "Poetry";
        system.build = "poetry install";
        system.test = "poetry run pytest";
    } else if (beside.has("tox.ini")) {
        system.test = "tox";
    }
}

void refine_make(BuildSystem& system, const Neighbourhood& beside, std::string_view file) {
    const std::string text = "\n" + beside.text(file);
    for (const std::string_view target : {"test", "check"}) {
        if (text.find("\n" + std::string(target) + ":") == std::string::npos) continue;
        system.test = "make " + std::string(target);
        return;
    }
}

BuildSystem describe(const Workspace& workspace, const std::string& path, const Known& entry) {
    BuildSystem system{path, std::string(entry.tool), std::string(entry.build), std::string(entry.test)};
    const Neighbourhood beside(workspace, path);
    if (entry.tool == "npm") refine_npm(system, beside);
    if (entry.tool == "CMake") refine_cmake(system, beside);
    if (entry.tool == "Python") refine_python(system, beside);
    if (entry.tool == "Make") refine_make(system, beside, name_of(path));
    if (entry.tool == "Gradle" && beside.has("gradlew")) {
        system.build = "./gradlew build";
        system.test = "./gradlew test";
    }
    return system;
}

std::ptrdiff_t depth(std::string_view path) {
    return std::count(path.begin(), path.end(), '/');
}

}  // namespace

std::vector<BuildSystem> find_build_systems(const Workspace& workspace) {
    std::vector<BuildSystem> systems;
    for (const File& file : workspace.files) {
        if (depth(file.path) > kDeepest) continue;
        if (const Known* entry = known(name_of(file.path))) systems.push_back(describe(workspace, file.path, *entry));
    }
    std::stable_sort(systems.begin(), systems.end(),
                     [](const BuildSystem& a, const BuildSystem& b) { return depth(a.file) < depth(b.file); });
    // a CMakeLists.txt below another one is a part of it, and so for other tools: the nearest stands for all
    std::vector<BuildSystem> out;
    for (BuildSystem& system : systems) {
        const bool is_part = std::any_of(out.begin(), out.end(), [&](const BuildSystem& other) {
            const bool above = depth(other.file) < depth(system.file);
            return above && other.tool == system.tool && system.tool != "npm" && system.tool != "Python";
        });
        if (!is_part) out.push_back(std::move(system));
    }
    return out;
}

std::vector<std::string> find_automation(const Workspace& workspace) {
    std::vector<std::string> found;
    for (const File& file : workspace.files) {
        const bool is_workflow = file.path.starts_with(".github/workflows/");
        const bool is_known = std::find(kAutomation.begin(), kAutomation.end(), file.path) != kAutomation.end();
        if (is_workflow || is_known) found.push_back(file.path);
    }
    return found;
}

}  // namespace workspace_context

// SPDX-License-Identifier: Apache-2.0
// compare [--crlf|--bom|--both] [--disagreements FILE] [DIR EXPECT.json]
// Reads repositories with the host's own libraries and compares every value with what an independent reader found.
// DIR is one repository that EXPECT.json knows by its folder's name, or a folder of such; EXPECT.json may also hold the
// expectations of one repository alone. Without them: handed/ and expect.json in $SKILLDECK_CORPUS, else a skip (77).
#include "base/json.hpp"
#include "os/temporary_directory.hpp"
#include "readers.hpp"
#include "transformed_copy.hpp"

#include <cstdlib>
#include <exception>
#include <iostream>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace skilldeck::corpus {

namespace {

constexpr int kPassed = 0, kFailed = 1, kUsage = 2, kSkipped = 77;
constexpr JsonLimits kExpectationLimits{.bytes = 512UL * 1024 * 1024, .depth = 64};

struct Request {
    Transformation transformation = Transformation::none;
    Path known = DISAGREEMENTS;
    Path directory, expectations;
};

std::optional<Request> parse(const std::vector<std::string>& arguments) {
    static const std::map<std::string, Transformation, std::less<>> kTransformations{
        {"--crlf", Transformation::crlf}, {"--bom", Transformation::bom}, {"--both", Transformation::both}};
    Request request;
    std::vector<std::string> places;
    for (std::size_t i = 0; i < arguments.size(); ++i) {
        const auto& argument = arguments[i];
        if (const auto found = kTransformations.find(argument); found != kTransformations.end()) {
            request.transformation = found->second;
        } else if (argument == "--disagreements" && i + 1 < arguments.size()) {
            request.known = arguments[++i];
        } else if (argument.starts_with("--")) {
            return std::nullopt;
        } else {
            places.push_back(argument);
        }
    }
    if (places.size() == 2) {
        request.directory = places[0];
        request.expectations = places[1];
    } else if (!places.empty()) {
        return std::nullopt;
    }
    return request;
}

using Repositories = std::map<std::string, boost::json::object>;

/// The repositories of a document: of its parts, or of itself when it is one repository's.
Repositories repositories_of(const boost::json::object& document, const std::string& folder) {
    Repositories repositories;
    for (const auto& part : document) {
        if (!part.value().is_object()) continue;
        for (const auto& item : member_object(part.value().get_object(), "repos")) {
            if (item.value().is_object()) repositories[item.key()] = item.value().get_object();
        }
    }
    if (repositories.empty()) repositories[folder] = document;
    return repositories;
}

void compare_repository(Comparison& comparison, const FileReader& files, const Path& root, const std::string& name,
                        const boost::json::object& expected) {
    comparison.enter(name);
    compare_markdown(comparison, files, root, expected);
    compare_packages(comparison, files, root, expected);
}

int fail(const Error& error) {
    std::cerr << to_line(error) << '\n';
    return kFailed;
}

/// A repository as it is, or a transformed copy of it that goes when it has been compared.
Result<> compare_transformed(Comparison& comparison, FileSystem& files, const Path& root, const std::string& name,
                             const boost::json::object& expected, Transformation transformation) {
    if (transformation == Transformation::none) {
        compare_repository(comparison, files, root, name, expected);
        return {};
    }
    const auto scratch = TemporaryDirectory::make("skilldeck-corpus");
    if (!scratch) return scratch.error();
    const auto copy = scratch->path() / name;
    if (auto copied = copy_transformed(files, root, copy, transformation); !copied) return copied;
    compare_repository(comparison, files, copy, name, expected);
    return {};
}

int run(const Request& request) {
    FileSystem files;
    const auto directory = files.real_path(request.directory);
    if (!directory) return fail(directory.error());
    const auto text = files.read(request.expectations, kExpectationLimits.bytes);
    if (!text) return fail(text.error());
    const auto document = parse_json_object(*text, request.expectations.string(), kExpectationLimits);
    if (!document) return fail(document.error());
    auto known = read_known_disagreements(files, request.known);
    if (!known) return fail(known.error());

    const auto itself = directory->filename().string();
    const auto repositories = repositories_of(*document, itself);
    Comparison comparison(std::cout, std::move(*known));
    for (const auto& [name, expected] : repositories) {
        const auto root = name == itself ? *directory : *directory / name;
        if (!files.is_directory(root)) continue;
        auto compared = compare_transformed(comparison, files, root, name, expected, request.transformation);
        if (!compared) return fail(compared.error());
    }
    return comparison.finish() ? kPassed : kFailed;
}

int main_of(const std::vector<std::string>& arguments) {
    auto request = parse(arguments);
    if (!request) {
        std::cerr << "usage: compare [--crlf|--bom|--both] [--disagreements FILE] [DIR EXPECT.json]\n";
        return kUsage;
    }
    if (!request->directory.empty()) return run(*request);
    const char* corpus = std::getenv("SKILLDECK_CORPUS");
    if (corpus == nullptr || *corpus == '\0') {
        std::cout << "skipped: SKILLDECK_CORPUS does not name a folder with handed/ and expect.json\n";
        return kSkipped;
    }
    request->directory = Path(corpus) / "handed";
    request->expectations = Path(corpus) / "expect.json";
    return run(*request);
}

}  // namespace

}  // namespace skilldeck::corpus

int main(int argc, char** argv) {
    try {
        return skilldeck::corpus::main_of({argv + 1, argv + argc});
    } catch (const std::exception& exception) {
        std::cerr << "error: the expectations are not as compare reads them: " << exception.what() << '\n';
        return 2;
    }
}

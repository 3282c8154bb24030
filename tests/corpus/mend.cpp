// SPDX-License-Identifier: Apache-2.0
// mend [DIR]
// Judges every plugin, marketplace and skill below DIR (default: handed/ in $SKILLDECK_CORPUS, else a skip, 77), mends
// a copy and judges that: each finding has a place, what was mended means the same, and nothing is mended twice.
#include "app/codes.hpp"
#include "app/component_judge.hpp"
#include "app/mending.hpp"
#include "front_matter_meaning.hpp"
#include "market/marketplace_validation.hpp"
#include "os/temporary_directory.hpp"
#include "skill/skill.hpp"
#include "transformed_copy.hpp"

#include <cstdlib>
#include <exception>
#include <iostream>
#include <map>
#include <string>
#include <vector>

namespace skilldeck::corpus {

namespace {

constexpr int kPassed = 0, kFailed = 1, kSkipped = 77;
constexpr std::size_t kFileBytes = 16 * 1024 * 1024;

class Mend {
public:
    explicit Mend(FileSystem& files) : files_(files) {}

    void repository(const Path& root, const Path& copy) {
        ++repositories_;
        if (const auto copied = copy_transformed(files_, root, copy, Transformation::none); !copied) {
            return fail(root, to_line(copied.error()));
        }
        packages_.clear();
        skills_.clear();
        texts_.clear();
        find(copy);
        judge();
        const auto changed = mend();
        mended_ += changed;
        for (const auto& [file, meaning] : texts_) {
            const auto text = files_.read(file, kFileBytes);
            if (!text || test::meaning_of(*text) != meaning) fail(file, "means something else after it was mended");
        }
        judge();
        if (changed > 0 && mend() > 0) fail(root, "is mended twice");
    }

    int finish() const {
        std::cout << repositories_ << " repositories, " << findings_ << " findings, " << mended_ << " repairs, "
                  << left_alone_ << " times left alone, " << failures_ << " failures\n";
        return failures_ == 0 && repositories_ > 0 ? kPassed : kFailed;
    }

private:
    void fail(const Path& place, const std::string& what) {
        ++failures_;
        std::cout << place.string() << ": " << what << '\n';
    }

    void find(const Path& directory) {
        const auto entries = files_.list(directory);
        if (!entries) return;
        bool is_package = false;
        for (const auto& entry : *entries) {
            const auto path = directory / entry.name;
            is_package = is_package || (entry.kind == FileKind::directory && entry.name == ".claude-plugin");
            if (entry.kind == FileKind::directory) find(path);
            if (entry.kind != FileKind::regular || path.extension() != ".md") continue;
            if (entry.name == kSkillFileName) skills_.push_back({path, directory.filename().string()});
            if (const auto text = files_.read(path, kFileBytes)) texts_[path] = test::meaning_of(*text);
        }
        if (is_package) packages_.push_back(directory);
    }

    void judge() {
        const PluginComponentJudge components(files_);
        for (const auto& package : packages_) {
            const auto found = validate_path(files_, package, {}, components);
            if (!found) fail(package, to_line(found.error()));
            for (const auto& finding : found ? *found : Diagnostics{}) look_at(finding);
        }
        for (const auto& skill : skills_) {
            for (const auto& finding : validate_skill(files_, skill, SkillStandard::agent_skills)) look_at(finding);
        }
    }

    /// What is said of a text that can be read has a place in it.
    void look_at(const Diagnostic& finding) {
        ++findings_;
        const bool is_text = finding.file.ends_with(".md") || finding.file.ends_with(".json");
        const bool placed = finding.line.value_or(0) > 0 && finding.column.value_or(0) > 0;
        const bool about_file = !files_.is_file(finding.file) || finding.code.info().text.starts_with("tree-") ||
                                finding.code.info().text.starts_with("package-");
        if (is_text && !placed && !about_file) {
            fail(finding.file, "no place: " + finding.message);
        }
    }

    std::size_t mend() {
        Mending mending(files_);
        for (const auto& package : packages_) {
            for (const auto& plugin : plugins_at(files_, package)) mending.mend_plugin(plugin, {});
        }
        for (const auto& skill : skills_) mending.mend_skill(skill);
        for (const auto& problem : mending.problems) {
            if (problem.code == code::fix_left_alone) {
                ++left_alone_;  // it says why, and the text keeps its meaning
            } else {
                fail(problem.file, problem.message);
            }
        }
        return mending.mended.size();
    }

    FileSystem& files_;
    std::vector<Path> packages_;
    std::vector<SkillToJudge> skills_;
    std::map<Path, std::string> texts_;
    std::size_t repositories_ = 0, findings_ = 0, mended_ = 0, left_alone_ = 0, failures_ = 0;
};

int run(const Path& directory) {
    FileSystem files;
    const auto entries = files.list(directory);
    if (!entries) {
        std::cerr << to_line(entries.error()) << '\n';
        return kFailed;
    }
    Mend mend(files);
    for (const auto& entry : *entries) {
        if (entry.kind != FileKind::directory) continue;
        const auto scratch = TemporaryDirectory::make("skilldeck-mend");
        if (!scratch) return kFailed;
        mend.repository(directory / entry.name, scratch->path() / entry.name);
    }
    return mend.finish();
}

}  // namespace

}  // namespace skilldeck::corpus

int main(int argc, char** argv) {
    try {
        if (argc > 1) return skilldeck::corpus::run(argv[1]);
        const char* corpus = std::getenv("SKILLDECK_CORPUS");
        if (corpus != nullptr && *corpus != '\0')
            return skilldeck::corpus::run(std::filesystem::path(corpus) / "handed");
        std::cout << "skipped: SKILLDECK_CORPUS does not name a folder with handed/\n";
        return skilldeck::corpus::kSkipped;
    } catch (const std::exception& exception) {
        std::cerr << "error: " << exception.what() << '\n';
        return 1;
    }
}

// SPDX-License-Identifier: Apache-2.0
// Whether the code that lies there is the code that was approved.
#include "native/codes.hpp"
#include "os/digest.hpp"
#include "package/codes.hpp"
#include "package/native_module.hpp"
#include "plugin/native_contributor.hpp"

#include <utility>

namespace skilldeck {

namespace {

constexpr std::size_t kShownDigits = 12;

/// What no approval covers must not be opened on the strength of one.
Result<> check_place(const FileReader& files, const NativeModule& module, const Path& root) {
    const auto where = module.library.string();
    const auto name = module.library.filename().string();
    if (module.library.empty()) return make_error(code::native_no_platform, module.file.string());
    if (!lies_below(module.library, root / kOurDirectory)) return make_error(code::native_outside, where, {name});
    if (!files.info(module.library)) return make_error(code::native_file_missing, where, {name});
    if (const auto link = link_on_the_way(files, root, module.library))
        return make_error(code::module_library_link, where, {name, link->string()});
    return {};
}

class ApprovalJudge {
public:
    ApprovalJudge(const FileReader& files, const TrustStore& trust, const LibraryJudge& library,
                  const NativePlace& place)
        : files_(files), trust_(trust), library_(library), place_(place) {}

    [[nodiscard]] NativeStatus judge() const;

private:
    [[nodiscard]] NativeStatus refuse(NativeState state, Diagnostic why) const {
        why.plugin = place_.plugin_id;
        NativeStatus status;
        status.state = state;
        status.reason = reason_of(why);
        status.diagnostics.push_back(std::move(why));
        return status;
    }

    const FileReader& files_;
    const TrustStore& trust_;
    const LibraryJudge& library_;
    const NativePlace& place_;
};

NativeStatus ApprovalJudge::judge() const {
    const auto& module = place_.module;
    const auto folder = place_.root / kOurDirectory;
    if (const auto there = check_place(files_, module, place_.root); !there)
        return refuse(NativeState::failed, to_diagnostic(there.error()));
    const auto manifest = tree_manifest(files_, folder, kOurDirectoryBytes);
    if (!manifest) return refuse(NativeState::failed, to_diagnostic(manifest.error()));
    if (const auto matches = check_native_library(files_, module, place_.root, *manifest); !matches)
        return refuse(NativeState::failed, to_diagnostic(matches.error()));
    if (const auto fits = library_ ? library_(module, place_.name) : Result<>(); !fits)
        return refuse(NativeState::failed, to_diagnostic(fits.error()));
    if (const auto refused = refuse_origin(place_.origin, place_.plugin_id, module.file))
        return refuse(refused->code == code::native_not_trusted ? NativeState::not_approved : NativeState::failed,
                      to_diagnostic(*refused));
    const auto approval = trust_.native_approval(place_.plugin_id, sha256(*manifest));
    if (!approval) return refuse(NativeState::not_approved, to_diagnostic(approval.error()));
    if (*approval == NativeApproval::none)
        return refuse(NativeState::not_approved,
                      make_diagnostic(place_.unapproved, module.file.string(), {place_.plugin_id}));
    return {};
}

}  // namespace

Result<> check_native_library(const FileReader& files, const NativeModule& module, const Path& root,
                              std::string_view manifest) {
    if (auto there = check_place(files, module, root); !there) return there;
    if (files.is_directory(module.library))
        return make_error(code::native_not_a_library, module.library.string(),
                          {module.library.filename().string(), "it is a folder"});
    // module.json was read earlier. What it declared then must be among what lies there now.
    if (manifest.find(" " + module.sha256 + " ") != std::string_view::npos) return {};
    const auto digest = sha256_of_file(files, module.library);
    if (!digest) return digest.error();
    return make_error(code::native_digest_differs, module.library.string(),
                      {module.library.filename().string(), std::string_view(*digest).substr(0, kShownDigits),
                       std::string_view(module.sha256).substr(0, kShownDigits)});
}

std::optional<Error> refuse_origin(const Origin& origin, std::string_view plugin_id, const Path& module) {
    switch (origin_grant(origin, Right::native_code)) {
        case Grant::yes:
        case Grant::after_approval: return std::nullopt;
        case Grant::after_trust: return make_error(code::native_not_trusted, module.string(), {plugin_id});
        case Grant::never: break;
    }
    return make_error(code::native_not_allowed, module.string(), {scope_word(origin.scope)});
}

NativeStatus judge_native_approval(const FileReader& files, const TrustStore& trust, const LibraryJudge& judge,
                                   const NativePlace& place) {
    return ApprovalJudge(files, trust, judge, place).judge();
}

}  // namespace skilldeck

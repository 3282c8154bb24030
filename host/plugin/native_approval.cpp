// SPDX-License-Identifier: Apache-2.0
// Whether the code that lies there is the code that was approved.
#include "native/codes.hpp"
#include "os/digest.hpp"
#include "package/native_module.hpp"
#include "plugin/codes.hpp"
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
    return {};
}

class ApprovalJudge {
public:
    ApprovalJudge(const FileReader& files, const TrustStore& trust, const NativePlace& place)
        : files_(files), trust_(trust), place_(place) {}

    [[nodiscard]] NativeStatus judge() const;

private:
    [[nodiscard]] NativeStatus refuse(NativeState state, Diagnostic why) const {
        why.plugin = place_.plugin_id;
        NativeStatus status;
        status.state = state;
        status.reason = why.message;
        status.diagnostics.push_back(std::move(why));
        return status;
    }

    const FileReader& files_;
    const TrustStore& trust_;
    const NativePlace& place_;
};

NativeStatus ApprovalJudge::judge() const {
    const auto& module = place_.module;
    const auto folder = place_.root / kOurDirectory;
    if (const auto there = check_place(files_, module, place_.root); !there)
        return refuse(NativeState::failed, to_diagnostic(there.error()));
    const auto grant = origin_grant(place_.origin, Right::native_code);
    if (grant == Grant::never || grant == Grant::after_trust)
        return refuse(NativeState::failed, make_diagnostic(code::native_not_allowed, module.library.string(),
                                                           {scope_word(place_.origin.scope)}));

    const auto manifest = tree_manifest(files_, folder);
    if (!manifest) return refuse(NativeState::failed, to_diagnostic(manifest.error()));
    if (const auto matches = check_native_library(files_, module, place_.root, *manifest); !matches)
        return refuse(NativeState::failed, to_diagnostic(matches.error()));
    const auto approval = trust_.native_approval(place_.plugin_id, sha256(*manifest));
    if (!approval) return refuse(NativeState::not_approved, to_diagnostic(approval.error()));
    if (*approval == NativeApproval::none)
        return refuse(NativeState::not_approved,
                      make_diagnostic(code::native_not_approved, module.file.string(), {place_.plugin_id}));
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

NativeStatus judge_native_approval(const FileReader& files, const TrustStore& trust, const NativePlace& place) {
    return ApprovalJudge(files, trust, place).judge();
}

}  // namespace skilldeck

// SPDX-License-Identifier: Apache-2.0
// Whether the code that lies there is the code that was approved.
#include "native/codes.hpp"
#include "os/digest.hpp"
#include "plugin/codes.hpp"
#include "plugin/native_contributor.hpp"

#include <utility>

namespace skilldeck {

namespace {

constexpr std::string_view kNativeFolder = "dev.skilldeck";
constexpr std::size_t kShownDigits = 12;

class ApprovalJudge {
public:
    ApprovalJudge(const FileReader& files, const TrustStore& trust, const NativePlace& place)
        : files_(files), trust_(trust), place_(place), name_(place.module.library.filename().string()) {}

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
    [[nodiscard]] NativeStatus fail(Code code, std::initializer_list<std::string_view> arguments) const {
        return refuse(NativeState::failed, make_diagnostic(code, place_.module.library.string(), arguments));
    }
    [[nodiscard]] NativeStatus library_differs() const;

    const FileReader& files_;
    const TrustStore& trust_;
    const NativePlace& place_;
    std::string name_;
};

NativeStatus ApprovalJudge::judge() const {
    const auto& module = place_.module;
    if (module.library.empty())
        return refuse(NativeState::failed, make_diagnostic(code::native_no_platform, module.file.string()));
    const auto grant = origin_grant(place_.origin, Right::native_code);
    if (grant == Grant::never || grant == Grant::after_trust)
        return fail(code::native_not_allowed, {scope_word(place_.origin.scope)});
    const auto folder = place_.root / kNativeFolder;
    // What no approval covers must not be opened on the strength of one.
    if (!lies_below(module.library, folder)) return fail(code::native_outside, {name_});
    if (!files_.info(module.library)) return fail(code::native_file_missing, {name_});

    const auto manifest = tree_manifest(files_, folder);
    if (!manifest) return refuse(NativeState::failed, to_diagnostic(manifest.error()));
    const auto approval = trust_.native_approval(place_.plugin_id, sha256(*manifest));
    if (!approval) return refuse(NativeState::not_approved, to_diagnostic(approval.error()));
    if (*approval == NativeApproval::none)
        return refuse(NativeState::not_approved,
                      make_diagnostic(code::native_not_approved, module.file.string(), {place_.plugin_id}));
    // module.json was read earlier. What it declared then must be among what is approved now.
    if (manifest->find(" " + module.sha256 + " ") == std::string::npos) return library_differs();
    return {};
}

NativeStatus ApprovalJudge::library_differs() const {
    if (files_.is_directory(place_.module.library)) return fail(code::native_not_a_library, {name_, "it is a folder"});
    const auto digest = sha256_of_file(files_, place_.module.library);
    if (!digest) return refuse(NativeState::failed, to_diagnostic(digest.error()));
    return fail(code::native_digest_differs, {name_, std::string_view(*digest).substr(0, kShownDigits),
                                              std::string_view(place_.module.sha256).substr(0, kShownDigits)});
}

}  // namespace

NativeStatus judge_native_approval(const FileReader& files, const TrustStore& trust, const NativePlace& place) {
    return ApprovalJudge(files, trust, place).judge();
}

}  // namespace skilldeck

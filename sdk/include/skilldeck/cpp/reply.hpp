// SPDX-License-Identifier: Apache-2.0
// How a method of a plugin answers: a Reply it returns, a Failure it throws, or a Sink it writes to. Also the barrier
// that keeps exceptions on their side of the ABI, in both directions. A Sink belongs to the call's thread; the rest are
// values.
#pragma once

#include <skilldeck/plugin_abi.h>
#include "utf8.hpp"

#include <exception>
#include <new>
#include <stdexcept>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>

namespace skd {

[[nodiscard]] constexpr std::string_view view(skd_str text) noexcept {
    return text.len == 0 ? std::string_view{} : std::string_view{text.ptr, text.len};
}

/// Borrows: the skd_str must not outlive `text`.
[[nodiscard]] constexpr skd_str str(std::string_view text) noexcept {
    return skd_str{text.data(), text.size()};
}

/// A status with its text: the output if ok(), otherwise the message for a person.
class [[nodiscard]] Reply {
public:
    Reply(skd_status status, std::string text) : status_(status), text_(std::move(text)) {}

    bool ok() const noexcept { return status_ == SKD_OK; }
    skd_status status() const noexcept { return status_; }
    const std::string& text() const noexcept { return text_; }

private:
    skd_status status_;
    std::string text_;
};

/// Success. From a hook without output: no opinion. From an availability or enabled check: yes.
inline Reply ok(std::string output = {}) {
    return Reply(SKD_OK, std::move(output));
}
/// From a hook: the action is blocked, for this reason. Elsewhere: not allowed.
inline Reply deny(std::string reason) {
    return Reply(SKD_ERR_DENIED, std::move(reason));
}
/// From an availability or enabled check: no, for this reason.
inline Reply unavailable(std::string reason) {
    return Reply(SKD_ERR_UNAVAILABLE, std::move(reason));
}
/// Any failure: one of SKD_ERR_… and one line that says what is wrong and with what.
inline Reply fail(skd_status status, std::string message) {
    return Reply(status, std::move(message));
}

/// Throw it where returning a Reply is awkward (a constructor, deep inside): the call then fails with just that.
class Failure : public std::runtime_error {
public:
    Failure(skd_status status, const std::string& message) : std::runtime_error(message), status_(status) {}
    skd_status status() const noexcept { return status_; }

private:
    skd_status status_;
};

/// The output of the call under way, for what is too large for one string.
class Sink {
public:
    explicit Sink(const skd_sink* sink) noexcept : sink_(sink) {}

    /// Appends. Throws Failure when the host accepts no more; let it pass.
    void write(std::string_view chunk) const {
        const skd_status status = try_write(chunk);
        if (status != SKD_OK) throw Failure(status, "the host accepts no more output of this call");
    }

    /// Appends; anything but SKD_OK: return, with that status.
    [[nodiscard]] skd_status try_write(std::string_view chunk) const noexcept {
        if (sink_ == nullptr) return SKD_ERR_INVALID_ARGUMENT;
        try {
            return sink_->write(sink_->ctx, str(chunk));
        } catch (...) {
            return SKD_ERR_INTERNAL;
        }
    }

    /// Records why the call fails and hands back `status`, so that one line can do both.
    skd_status fail(skd_status status, std::string_view message) const noexcept {
        if (sink_ == nullptr) return status;
        try {
            if (is_utf8(message)) {
                sink_->fail(sink_->ctx, status, str(message));
            } else {
                sink_->fail(sink_->ctx, status, str(clean_utf8(message)));
            }
        } catch (...) {  // a host that throws here loses the message, never the status
        }
        return status;
    }

private:
    const skd_sink* sink_;
};

/// Runs `body`, which answers a status, and turns whatever it throws into one. Nothing gets past.
template <class Body>
[[nodiscard]] skd_status guarded(const skd_sink* sink, Body&& body) noexcept {
    try {
        return std::forward<Body>(body)();
    } catch (const Failure& failure) {
        const skd_status status =
            failure.status() == SKD_OK || failure.status() == 0 ? SKD_ERR_INTERNAL : failure.status();
        return Sink(sink).fail(status, failure.what());
    } catch (const std::bad_alloc&) {
        return Sink(sink).fail(SKD_ERR_LIMIT, "out of memory in the plugin");
    } catch (const std::exception& exception) {
        return Sink(sink).fail(SKD_ERR_INTERNAL, exception.what());
    } catch (...) {
        return Sink(sink).fail(SKD_ERR_INTERNAL, "the plugin threw something that is no std::exception");
    }
}

namespace detail {

inline skd_status deliver(const skd_sink* sink, const Reply& reply) {
    const Sink out(sink);
    if (!reply.ok()) return out.fail(reply.status() == 0 ? SKD_ERR_INTERNAL : reply.status(), reply.text());
    if (!reply.text().empty()) out.write(reply.text());
    return SKD_OK;
}

/// What a method returned, whatever of the allowed types that is, put into the sink. Guarded.
template <class Method>
[[nodiscard]] skd_status answer(const skd_sink* sink, Method&& method) noexcept {
    return guarded(sink, [&]() -> skd_status {
        using Returned = std::decay_t<decltype(method())>;
        if constexpr (std::is_void_v<Returned>) {
            method();
            return SKD_OK;
        } else if constexpr (std::is_same_v<Returned, Reply>) {
            return deliver(sink, method());
        } else {
            static_assert(std::is_convertible_v<const Returned&, std::string_view>,
                          "skilldeck: a method of a plugin returns skd::Reply, a string or nothing");
            const auto& text = method();
            const std::string_view output = text;
            if (!output.empty()) Sink(sink).write(output);
            return SKD_OK;
        }
    });
}

/// Collects what the host writes, for the calls that go the other way.
struct Collector {
    std::string text;
    std::string message;

    static skd_status SKD_CALL write(void* self, skd_str chunk) noexcept {
        try {
            static_cast<Collector*>(self)->text.append(view(chunk));
            return SKD_OK;
        } catch (...) {
            return SKD_ERR_LIMIT;
        }
    }
    static void SKD_CALL fail(void* self, skd_status, skd_str message) noexcept {
        try {
            static_cast<Collector*>(self)->message.assign(view(message));
        } catch (...) {  // without memory the message is lost, the status is not
        }
    }
    skd_sink sink() noexcept { return skd_sink{static_cast<std::uint32_t>(sizeof(skd_sink)), 0, this, &write, &fail}; }
};

}  // namespace detail
}  // namespace skd

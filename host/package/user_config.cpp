// SPDX-License-Identifier: Apache-2.0
#include "package/user_config.hpp"

#include "base/json.hpp"
#include "base/json_writer.hpp"
#include "base/option_reference.hpp"
#include "base/text.hpp"
#include "package/codes.hpp"

#include <boost/json/array.hpp>

#include <algorithm>
#include <array>
#include <charconv>
#include <utility>

namespace skilldeck {

namespace {

namespace json = boost::json;

constexpr std::array<std::pair<OptionType, std::string_view>, 5> kTypes{{{OptionType::text, "string"},
                                                                         {OptionType::number, "number"},
                                                                         {OptionType::flag, "boolean"},
                                                                         {OptionType::directory, "directory"},
                                                                         {OptionType::file, "file"}}};
constexpr std::array<std::string_view, 10> kFields{"type",    "title",    "description", "required", "default",
                                                   "options", "multiple", "sensitive",   "min",      "max"};
constexpr std::size_t kChoicePoints = 64;

std::string number_text(double number) {
    std::string text;
    JsonWriter(text).value(number);
    if (text.ends_with(".0")) text.resize(text.size() - 2);  // as the manifest writes a whole number
    return text;
}

std::string quoted_list(const std::vector<std::string>& words) {
    return "\"" + join(words, "\", \"") + "\"";
}

/// One option in the making; what is wrong is reported, and then there is none.
class OptionReading {
public:
    OptionReading(std::string_view name, const json::object& fields, Place place, Diagnostics& diagnostics)
        : fields_(fields), place_(std::move(place)), diagnostics_(diagnostics) {
        option_.name = name;
        option_.place = place_;
    }

    std::optional<UserOption> read() {
        if (!is_option_name(option_.name))
            bad(place_, "needs a name of letters, digits and `_`, not beginning with a digit");
        read_type();
        for (const auto& member : fields_) {
            const std::string_view key = member.key();
            if (std::ranges::find(kFields, key) == kFields.end())
                bad(place_ / key, "has the unknown field \"" + std::string(key) + "\"");
        }
        read_words();
        option_.required = read_flag("required");
        option_.multiple = read_flag("multiple");
        option_.sensitive = read_flag("sensitive");
        if (option_.multiple && option_.type != OptionType::text)
            bad(place_ / "multiple", "has \"multiple\", which only a string can have");
        read_bounds();
        read_choices();
        read_default();
        if (!good_) return std::nullopt;
        return std::move(option_);
    }

private:
    void bad(Place place, std::string_view why) {
        good_ = false;
        diagnostics_.push_back(make_diagnostic(code::user_option_invalid, std::move(place), {option_.name, why}));
    }

    const json::value* member(std::string_view key) const {
        const auto* value = fields_.if_contains(key);
        return value == nullptr || value->is_null() ? nullptr : value;
    }

    void wrong(std::string_view key, const json::value& value, std::string_view wanted) {
        bad((place_ / key).value(), "has a \"" + std::string(key) + "\" that is " + std::string(json_kind(value)) +
                                        ", wanted " + std::string(wanted));
    }

    void read_type() {
        const auto word = json_text(fields_, "type");
        const auto known = std::ranges::find(kTypes, word, [](const auto& entry) { return entry.second; });
        if (known == kTypes.end()) return bad(place_, "needs a \"type\" of string, number, boolean, directory or file");
        option_.type = known->first;
    }

    void read_words() {
        for (const auto& [key, into] :
             {std::pair{"title", &option_.title}, std::pair{"description", &option_.description}}) {
            *into = json_text(fields_, key);
            if (into->empty()) bad(place_, "needs a \"" + std::string(key) + "\"");
        }
    }

    bool read_flag(std::string_view key) {
        const auto* value = member(key);
        if (value == nullptr) return false;
        if (!value->is_bool()) wrong(key, *value, "true or false");
        return value->is_bool() && value->get_bool();
    }

    std::optional<double> read_bound(std::string_view key) {
        const auto* value = member(key);
        if (value == nullptr) return std::nullopt;
        if (option_.type != OptionType::number)
            bad(place_ / key, "has \"" + std::string(key) + "\", which only a number can have");
        if (value->is_number()) return value->to_number<double>();
        wrong(key, *value, "a number");
        return std::nullopt;
    }

    void read_bounds() {
        option_.minimum = read_bound("min");
        option_.maximum = read_bound("max");
        const bool crossed = option_.minimum && option_.maximum && *option_.minimum > *option_.maximum;
        if (crossed) bad(place_ / "min", "has a \"min\" above its \"max\"");
    }

    void read_choices() {
        const auto* value = member("options");
        if (value == nullptr) return;
        const auto place = place_ / "options";
        if (option_.type != OptionType::text || option_.multiple || option_.sensitive)
            return bad(place, "has \"options\", which only a plain string can have");
        if (!value->is_array() || value->get_array().empty())
            return wrong("options", *value, "a list with something in it");
        const auto& list = value->get_array();
        for (std::size_t i = 0; i < list.size(); ++i) {
            const auto label = list[i].is_string() ? std::string(json_text(list[i])) : std::string();
            const auto length = count_code_points(label);
            const bool again = std::ranges::find(option_.choices, label) != option_.choices.end();
            if (length == 0 || length > kChoicePoints) {
                bad((place / i).value(), "needs \"options\" that are strings of 1 to 64 characters");
            } else if (again) {
                bad((place / i).value(), "has \"" + label + "\" twice in its \"options\"");
            } else {
                option_.choices.push_back(label);
            }
        }
        if (!option_.required && member("default") == nullptr)
            bad(place, "has \"options\" and needs a \"default\" among them, or \"required\": true");
    }

    void read_default() {
        const auto* value = member("default");
        if (value == nullptr || !good_) return;
        const auto problem = option_value_problem(option_, *value);
        if (!problem.empty()) return bad((place_ / "default").value(), "has a \"default\" that " + problem);
        option_.default_value = *value;
    }

    const json::object& fields_;
    Place place_;
    Diagnostics& diagnostics_;
    UserOption option_;
    bool good_ = true;
};

std::string text_problem(const UserOption& option, std::string_view text) {
    if (text.find('\0') != std::string_view::npos) return "holds a NUL character";
    if (text.size() > kOptionValueBytes) return "is longer than " + std::to_string(kOptionValueBytes) + " bytes";
    if (option.choices.empty() || std::ranges::find(option.choices, text) != option.choices.end()) return {};
    return "is none of " + quoted_list(option.choices);
}

std::string list_problem(const UserOption& option, const json::array& list) {
    std::size_t bytes = 0;
    for (const auto& item : list) {
        if (!item.is_string()) return "holds " + std::string(json_kind(item)) + ", wanted strings";
        if (auto problem = text_problem(option, json_text(item)); !problem.empty()) return problem;
        bytes += json_text(item).size();
    }
    return bytes > kOptionValueBytes ? "is longer than " + std::to_string(kOptionValueBytes) + " bytes" : "";
}

std::string number_problem(const UserOption& option, double number) {
    if (option.minimum && number < *option.minimum) return "is below " + number_text(*option.minimum);
    if (option.maximum && number > *option.maximum) return "is above " + number_text(*option.maximum);
    return {};
}

std::string_view wanted_word(const UserOption& option) {
    if (option.multiple) return "a list of strings";
    switch (option.type) {
        case OptionType::number: return "a number";
        case OptionType::flag: return "true or false";
        default: return "a string";
    }
}

}  // namespace

std::string_view option_type_word(OptionType type) {
    return std::ranges::find(kTypes, type, [](const auto& entry) { return entry.first; })->second;
}

std::vector<UserOption> read_user_options(const json::object& written, const Place& place, Diagnostics& diagnostics) {
    std::vector<UserOption> options;
    for (const auto& item : written) {
        const std::string_view name = item.key();
        const auto at = place / name;
        const auto refuse = [&](std::string_view why) {
            diagnostics.push_back(make_diagnostic(code::user_option_invalid, at, {name, why}));
        };
        if (!item.value().is_object()) {
            refuse("is no object");
            continue;
        }
        auto option = OptionReading(name, item.value().get_object(), at, diagnostics).read();
        if (!option) continue;
        const auto variable = option_variable_name(name);
        const auto same = std::ranges::find(options, variable,
                                            [](const UserOption& other) { return option_variable_name(other.name); });
        if (same != options.end()) {
            refuse("has the environment variable of \"" + same->name + "\"");
            continue;
        }
        options.push_back(*std::move(option));
    }
    return options;
}

const UserOption* find_option(const std::vector<UserOption>& options, std::string_view name) {
    const auto found = std::ranges::find(options, name, &UserOption::name);
    return found == options.end() ? nullptr : &*found;
}

std::string option_value_problem(const UserOption& option, const json::value& value) {
    if (option.multiple && value.is_array()) return list_problem(option, value.get_array());
    if (!option.multiple) {
        switch (option.type) {
            case OptionType::number:
                if (value.is_number()) return number_problem(option, value.to_number<double>());
                break;
            case OptionType::flag:
                if (value.is_bool()) return {};
                break;
            default:
                if (value.is_string()) return text_problem(option, json_text(value));
                break;
        }
    }
    return "is " + std::string(json_kind(value)) + ", wanted " + std::string(wanted_word(option));
}

bool is_empty_value(const json::value& value) {
    const auto* text = value.if_string();
    const auto* list = value.if_array();
    return value.is_null() || (text != nullptr && text->empty()) || (list != nullptr && list->empty());
}

json::value parse_option_text(const UserOption& option, std::string_view text) {
    const json::value as_text(json::string_view(text.data(), text.size()));
    if (option.multiple) {
        const auto list = parse_json(text, {});
        if (list && list->is_array()) return *list;
        return json::array{as_text};
    }
    if (option.type == OptionType::flag && (text == "true" || text == "false")) return text == "true";
    if (option.type != OptionType::number) return as_text;
    const auto number = parse_json(trim(text), {});
    return number && number->is_number() ? *number : as_text;
}

std::string option_text(const json::value& value) {
    if (value.is_string()) return std::string(json_text(value));
    std::string text;
    JsonWriter(text).value(value);
    return text;
}

}  // namespace skilldeck

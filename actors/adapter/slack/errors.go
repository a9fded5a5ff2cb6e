package slack

import (
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"slices"
	"time"

	"github.com/slack-go/slack"

	"familiar/actors/adapter"
)

// advice says what the operator can do about Slack's refusals that no retry
// mends. Those of the account come first; the others are of one place or one
// message.
var advice = map[string]string{
	"invalid_auth":            "the token is not valid: copy it again from the app's page",
	"not_authed":              "the token is not valid: copy it again from the app's page",
	"account_inactive":        "the bot user or its workspace is deactivated: install the app again",
	"token_revoked":           "the token was revoked: install the app again and write down the new token",
	"token_expired":           "the token has expired: turn token rotation off, or write down a new one",
	"not_allowed_token_type":  "a token of another kind is needed: token is the bot's (xoxb-), app_token the app's (xapp-)",
	"team_access_not_granted": "the app is not installed in that workspace",
	"app_uninstalled":         "the app was removed from the workspace: install it again",
	"link_disabled":           "Socket Mode is switched off: switch it on in the app's settings",
	"access_denied":           "the workspace does not allow it",

	"missing_scope":                            "the bot lacks a scope: add it and install the app again",
	"no_permission":                            "the workspace does not allow it",
	"channel_not_found":                        "there is no such channel, or the bot is not in it: invite it",
	"not_in_channel":                           "the bot is not in the channel: invite it",
	"is_archived":                              "the channel is archived",
	"channel_is_limited_access":                "only some may post there",
	"restricted_action":                        "only some may post there",
	"restricted_action_read_only_channel":      "nobody may post there",
	"restricted_action_thread_only_channel":    "only threads are allowed there",
	"restricted_action_non_threadable_channel": "threads are not allowed there",
	"restricted_action_thread_locked":          "the thread is locked",
	"messages_tab_disabled":                    "the app's Messages tab is off: switch it on under App Home",
	"cannot_reply_to_message":                  "that message can't be answered in a thread",
	"thread_not_found":                         "there is no such thread",
	"message_not_found":                        "there is no such message",
	"message_limit_exceeded":                   "the workspace has used up its messages",
	"cant_update_message":                      "it is not the bot's own",
	"edit_window_closed":                       "the workspace lets nobody change it any more",
	"msg_too_long":                             "it is longer than Slack takes",
	"no_text":                                  "there is nothing in it",
	"invalid_name":                             "Slack has no such emoji",
	"file_not_found":                           "there is no such file, or the bot may not see it",
	"file_deleted":                             "the file was deleted",
	"method_not_supported_for_channel_type":    "Slack can't do that in such a place",
}

// later are refusals that pass; nothing was done.
var later = []string{"ratelimited", "rate_limited", "too_many_websockets"}

// failed wraps what Slack or the way to it says, so that a caller can tell
// what is known: [adapter.ErrGone], [adapter.RetryAfter] or neither. No token
// and no address with a ticket is in it.
func (a *Account) failed(what string, err error) error {
	wrap := func(known, err error) error {
		if known == nil {
			return fmt.Errorf("slack: account %s: %s: %w", a.id, what, err)
		}
		return fmt.Errorf("slack: account %s: %s: %w: %w", a.id, what, known, err)
	}
	if limited, ok := errors.AsType[*slack.RateLimitedError](err); ok {
		return adapter.RetryAfter(max(limited.RetryAfter, time.Second), wrap(nil, errors.New("rate limited")))
	}
	if status, ok := errors.AsType[slack.StatusCodeError](err); ok {
		if status.Code == http.StatusTooManyRequests { // without Retry-After slack-go says only this
			return adapter.RetryAfter(0, wrap(nil, status))
		}
		return wrap(nil, status)
	}
	if dial := adapter.NotReached(err); dial != nil {
		return adapter.RetryAfter(0, wrap(nil, dial))
	}
	if way, ok := errors.AsType[*url.Error](err); ok {
		return wrap(nil, way.Err) // without the address
	}
	code := refusal(err)
	switch help, final := advice[code]; {
	case final && code == "missing_scope":
		answer, _ := errors.AsType[slack.SlackErrorResponse](err)
		return wrap(adapter.ErrGone, fmt.Errorf("missing_scope (needed: %s): %s", answer.Needed, help))
	case final:
		return wrap(adapter.ErrGone, fmt.Errorf("%s: %s", code, help))
	case slices.Contains(later, code):
		return adapter.RetryAfter(0, wrap(nil, err))
	}
	return wrap(nil, err)
}

// refusal returns Slack's own word for why it did nothing; "" if it didn't say.
func refusal(err error) string {
	if answer, ok := errors.AsType[slack.SlackErrorResponse](err); ok {
		return answer.Err
	}
	return ""
}

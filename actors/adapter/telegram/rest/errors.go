package rest

import (
	"errors"
	"fmt"
	"net/http"
	"strings"
	"time"

	"familiar/actors/adapter"
)

// A Refusal is an answer that says no.
type Refusal struct {
	Method     string
	Status     int    // of HTTP
	Code       int    // Telegram's, like HTTP's; 0: it gave none
	Text       string // its words
	RetryAfter time.Duration
	MigrateTo  int64 // the chat that the one asked for is now; 0: it says of none
}

func (r *Refusal) Error() string {
	text := fmt.Sprintf("%s: %s (%d)", r.Method, adapter.CleanName(r.Text, 200), max(r.Code, r.Status))
	for _, h := range hints {
		if strings.Contains(strings.ToLower(r.Text), h.words) {
			return text + ": " + h.help
		}
	}
	return text
}

// hints say what the operator can do about refusals that no retry mends.
var hints = []struct{ words, help string }{
	{"unauthorized", "the token is not valid any more: get the bot's token from @BotFather and write it down anew"},
	{"webhook is active", "another program hears this bot by a webhook: end that, then call deleteWebhook once"},
	{"terminated by other getupdates", "another program listens as this bot: end it, or get a bot of its own for each"},
	{"bot was kicked", "add the bot to the chat again"},
	{"bot is not a member", "add the bot to the chat"},
	{"chat not found", "there is no such chat, or the bot is not in it"},
	{"bot was blocked", "the person has blocked the bot"},
	{"not enough rights", "give the bot the right to write there"},
	{"have no rights", "give the bot the right to write there"},
	{"write_forbidden", "give the bot the right to write there"},
	{"topic_closed", "the topic is closed"},
	{"can't initiate conversation", "the person has to write to the bot first"},
}

// asRefusal returns the refusal that an error is; nil: it is none.
func asRefusal(err error) *Refusal {
	refusal, _ := errors.AsType[*Refusal](err)
	return refusal
}

// OfAccount reports whether an error ends the account: nothing it asks can succeed.
// A token that was never one gives 404.
func OfAccount(err error) bool {
	r := asRefusal(err)
	return r != nil && (r.Code == http.StatusUnauthorized || r.Code == http.StatusNotFound)
}

// MovedTo returns the chat that the one asked for is now; 0: it hasn't moved.
func MovedTo(err error) int64 {
	if r := asRefusal(err); r != nil {
		return r.MigrateTo
	}
	return 0
}

// Says reports whether an error is a refusal with these words in it.
func Says(err error, words string) bool {
	r := asRefusal(err)
	return r != nil && strings.Contains(strings.ToLower(r.Text), words)
}

// Outcome says of an error of a call that changes something what
// [adapter.Adapter.Post] promises: gone, to be tried later, or not known.
func Outcome(err error) error {
	r := asRefusal(err)
	if r == nil {
		if adapter.NotReached(err) != nil {
			return adapter.RetryAfter(0, err)
		}
		return err
	}
	switch {
	case r.Code == http.StatusTooManyRequests || r.Code == 0 && r.Status == http.StatusTooManyRequests:
		return adapter.RetryAfter(r.RetryAfter, err)
	case r.Code == http.StatusConflict:
		return adapter.RetryAfter(0, err)
	case r.Code >= 400 && r.Code < 500:
		return fmt.Errorf("%w: %w", adapter.ErrGone, err)
	}
	return err // it may have been done all the same
}

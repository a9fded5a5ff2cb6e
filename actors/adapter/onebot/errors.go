package onebot

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"familiar/actors/adapter"
	"familiar/actors/adapter/onebot/wire"
)

// actionPost makes a message.
const actionPost = "send_msg"

// A refusal is an answer that says no.
type refusal struct {
	Action string
	Code   int // of the implementation; only 1400 to 1404 mean the same in all
	Text   string
}

func (r *refusal) Error() string {
	text := fmt.Sprintf("%s: %s (retcode %d)", r.Action, adapter.CleanName(cmp.Or(r.Text, "refused"), 200), r.Code)
	for _, h := range hints {
		if h.code == r.Code && h.code != 0 || h.words != "" && strings.Contains(r.Text, h.words) {
			return text + ": " + h.help
		}
	}
	return text
}

// hints say what the operator can do.
var hints = []struct {
	code  int
	words string
	help  string
}{
	{1401, "", tokenHelp},
	{1403, "", tokenHelp},
	{1404, "", "the implementation has no such action: use a newer one"},
	{0, "禁言", "the account is muted in the group"},
	{0, "风控", "QQ holds the account for a robot: let it rest, and raise the account's every"},
	{0, "频", "QQ wants fewer messages: raise the account's every"},
}

// isToken reports whether an answer says that the token is missing or wrong.
func isToken(code int) bool { return code == 1401 || code == 1403 }

// refusals are the answers to a post that say that QQ or the implementation refused it:
// nothing was posted. Any other that isn't a success leaves it in doubt, since
// implementations also say "failed" where QQ took the message and they waited in vain for
// its number.
var refusals = []func(*wire.Answer) bool{
	// NapCat quotes what QQ answered: {"result": 120, "errMsg": "..."}. Where QQ didn't
	// answer it says "Timeout".
	func(a *wire.Answer) bool { return strings.Contains(a.Text+a.Wording, "EventChecker Failed") },
	// go-cqhttp names what it found before it sent anything, as EMPTY_MSG_ERROR. By this
	// name it says that QQ didn't show the message in time.
	func(a *wire.Answer) bool { return a.Name != "" && a.Name != "SEND_MSG_API_ERROR" },
	// Lagrange hands QQ's own number on with a success.
	func(a *wire.Answer) bool { return a.Status == "ok" && a.Code != 0 },
}

// refused returns what an answer means for the call: nothing, that it can never succeed,
// that nothing was done and it may be tried again, or, of a post, that nobody knows.
func refused(action string, answer *wire.Answer) error {
	no := &refusal{action, answer.Code, cmp.Or(answer.Wording, answer.Text, answer.Name)}
	isRefusal := func(is func(*wire.Answer) bool) bool { return is(answer) }
	switch {
	case answer.Status == "ok" && answer.Code == 0:
		return nil
	case answer.Code >= 1400 && answer.Code <= 1404:
		return fmt.Errorf("%w: %w", adapter.ErrGone, no)
	case action == actionPost && !slices.ContainsFunc(refusals, isRefusal):
		return no
	}
	return adapter.RetryAfter(0, no)
}

package onebot

import (
	"cmp"
	"fmt"
	"strings"

	"familiar/actors/adapter"
	"familiar/actors/adapter/onebot/wire"
)

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

// refused returns what an answer means for the call: nothing, that it can never succeed,
// that nothing was done and it may be tried again, or, where the implementation itself
// waited in vain for QQ, that nobody knows.
func refused(action string, answer *wire.Answer) error {
	no := &refusal{action, answer.Code, cmp.Or(answer.Wording, answer.Text)}
	said := strings.ToLower(answer.Text + " " + answer.Wording)
	switch {
	case answer.Status == "ok" && answer.Code == 0:
		return nil
	case answer.Status == "async" || strings.Contains(said, "timeout") || strings.Contains(said, "timed out") || strings.Contains(said, "超时"):
		return no
	case answer.Code >= 1400 && answer.Code <= 1404:
		return fmt.Errorf("%w: %w", adapter.ErrGone, no)
	}
	return adapter.RetryAfter(0, no)
}

package config

import (
	"errors"
	"fmt"
	"strings"

	"familiar/config/document"
	"familiar/policy/conversation"
)

// Knobs is what can be tried on recorded chat: a familiar's policy and, as
// room.KEY, what holds in its channel.
type Knobs struct {
	conversation.Policy
	Room conversation.RoomConfig `toml:"room"`
}

// Set turns knobs, each given as KEY=VALUE: chattiness.tier=eager,
// credit.window=15m, room.guard.stop=9. Quotes round text may be left out. The
// error names every assignment that is wrong, and then k is half set.
func (k *Knobs) Set(assignments ...string) error {
	var errs []error
	for _, a := range assignments {
		if err := k.set(a); err != nil {
			errs = append(errs, fmt.Errorf("%s: %w", a, err))
		}
	}
	if len(errs) == 0 {
		errs = append(errs, k.Validate(), k.Room.Validate())
	}
	return errors.Join(errs...)
}

func (k *Knobs) set(assignment string) error {
	key, value, ok := strings.Cut(assignment, "=")
	if !ok || strings.ContainsAny(assignment, "\r\n") {
		return errors.New("want KEY=VALUE")
	}
	doc, err := document.Parse("", []byte(key+" = "+value))
	if err != nil { // text without quotes, most likely
		if doc, err = document.Parse("", fmt.Appendf(nil, "%s = %q", key, value)); err != nil {
			return errors.New("want KEY=VALUE")
		}
	}
	for _, p := range doc.Into(k, doc.Tree, "") {
		return errors.New(p.Message)
	}
	return nil
}

package bridge

import (
	"errors"
	"fmt"
	"time"

	"familiar/actors/adapter"
	"familiar/control/wire"
)

// reasonMost is how many characters of a bridge's own words are kept.
const reasonMost = 300

// check says what an answer to an order lacks: the bridge is told, and the order stays
// open.
func (g answer) check(o order) error {
	if g.Error != "" {
		if g.Again < 0 || g.Again > againMost || g.Gone && g.Again > 0 {
			return wire.Bad(fmt.Sprintf("again: want 1 to %d seconds, and not with gone", againMost))
		}
		return nil
	}
	if g.Gone || g.Again != 0 {
		return wire.Bad("error: missing: say why it was not done")
	}
	if g.Thread != "" {
		if err := checkID("thread", g.Thread); err != nil {
			return err
		}
	}
	switch o.Type {
	case toPost:
		return checkID("line", g.Line)
	case toFind:
		if g.Found == nil {
			return wire.Bad("found: missing: want true with the line, false if the network has it not, or an error if you can't tell")
		}
		if *g.Found {
			return checkID("line", g.Line)
		}
	case toMembers:
		if g.Members == nil || g.Members.People < 0 || g.Members.Bots < 0 {
			return wire.Bad("members: want people and bots, each 0 or more")
		}
	case toFetch:
		if len(g.Content) > contentMost {
			return wire.Bad(fmt.Sprintf("content: want at most %d bytes", contentMost))
		}
	}
	return nil
}

// err returns what an answer says went wrong, as an adapter's caller knows it; nil: it
// was done.
func (g answer) err() error {
	if g.Error == "" {
		return nil
	}
	why := errors.New("the bridge says: " + adapter.CleanName(g.Error, reasonMost))
	switch {
	case g.Gone:
		return fmt.Errorf("%w: %w", adapter.ErrGone, why)
	case g.Again > 0:
		return adapter.RetryAfter(time.Duration(g.Again)*time.Second, why)
	}
	return why
}

package slack

import (
	"context"
	"fmt"
	"strconv"
	"time"

	"familiar/actors/adapter"
	"familiar/messages"
)

// clockSlack is by how much Slack's clock may not be what its last answer said.
const clockSlack = 2 * time.Minute

// Find implements adapter.Reconciler: it reads what was posted since p was
// made and looks for p's id in the metadata, which Slack shows to the app
// that wrote it. If there is too much to read it says so, and not that p
// isn't there; so it does of a file, which carries no metadata and may be
// shown only later.
func (a *Account) Find(ctx context.Context, p messages.Post) (adapter.Posted, bool, error) {
	me, err := a.who(ctx)
	if err != nil {
		return adapter.Posted{}, false, err
	}
	at, err := placeOf(adapter.Answerable(p))
	if err != nil {
		return adapter.Posted{}, false, fmt.Errorf("slack: account %s: find: %w: %w", a.id, adapter.ErrGone, err)
	}
	is := func(m *message) bool { return m.post() == string(p.ID) }
	if p.File != nil {
		is = func(m *message) bool { return a.isShare(m, p) }
	}
	wanted := span{place: at}
	if p.Meta.At != 0 {
		wanted.oldest = tsOf(p.Meta.At.Time().Add(a.clock.Ahead() - clockSlack))
	}
	read, more, err := a.pages(ctx, wanted)
	if err != nil {
		return adapter.Posted{}, false, err
	}
	for i := range read {
		m := messageOf(&read[i], at.chat)
		if me.wrote(m) && is(m) {
			return at.posted(p, me, m.TS), true, nil
		}
	}
	if more {
		return adapter.Posted{}, false, fmt.Errorf("slack: account %s: find in %s: more than %d messages since it was made", a.id, p.Channel, len(read))
	}
	if p.File != nil {
		return adapter.Posted{}, false, a.unproven(p)
	}
	return adapter.Posted{}, false, nil
}

// tsOf returns a time in a ts's form.
func tsOf(t time.Time) string { return strconv.FormatInt(t.Unix(), 10) + ".000000" }

package discord

import (
	"slices"

	"familiar/messages"
)

// fetchesAtOnce is how many channels catch up at the same time.
const fetchesAtOnce = 4

// backfill hands over what happened in a channel while nobody was connected:
// which of its lines changed, then the newest lines since the last that was
// heard, up to message last. What was said after that comes by itself, and is
// no old news.
func (l *lanes) backfill(id, last string) {
	a := l.account
	at, known := a.places.at(id)
	if !known || a.config.Backfill < 0 {
		return
	}
	select {
	case a.fetchings <- struct{}{}:
		defer func() { <-a.fetchings }()
	case <-l.ctx.Done():
		return
	}
	heard, ok := l.heardUpto(id, at)
	said := l.lately(id, at)
	if !ok || !older(heard, last) && len(said) == 0 {
		a.places.caughtUp(id)
		return
	}
	missed, err := a.fetch(l.ctx, id, before(after(last), a.config.Backfill))
	if err != nil {
		a.log.Warn("missed lines unknown", "channel", id, "err", err)
		return
	}
	if !l.away(id, at, said, missed, last) {
		return
	}
	missed = slices.DeleteFunc(missed, func(m *message) bool { return !older(heard, m.ID) || older(last, m.ID) })
	filled := make(map[string]bool, len(missed))
	for _, m := range missed {
		filled[m.ID] = true
		if a.heard(m) {
			line := a.line(at.guild, m)
			line.Backfilled = true
			if !l.hearUntilTaken(line.Channel, messages.Heard{Line: line}) {
				return
			}
			a.texts.rememberText(line)
		}
		a.places.heard(id, m.ID)
	}
	a.places.fill(id, filled)
	a.places.caughtUp(id)
}

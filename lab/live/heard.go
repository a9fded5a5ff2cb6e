package live

import (
	"iter"
	"strings"

	"familiar/journal"
	"familiar/messages"
)

// longestSaid is how many bytes of a text are kept.
const longestSaid = 4000

// A heard is what records tell of orders and accounts, which notes don't.
type heard struct {
	said   map[order]string            // what was composed
	yes    map[order]bool              // the judge said so
	selves map[place]messages.PersonID // who a familiar is on the network
}

type order struct {
	channel messages.ChannelID
	n       uint64
}

type place struct {
	channel  messages.ChannelID
	familiar messages.FamiliarID
}

// listen goes through the records once more, for all but the lines.
func listen(records iter.Seq2[journal.Record, error]) (*heard, error) {
	h := &heard{said: make(map[order]string), yes: make(map[order]bool), selves: make(map[place]messages.PersonID)}
	for r, err := range records {
		switch {
		case err != nil && r.Seq == 0:
			return nil, err
		case err != nil: // that one can't be read
			continue
		}
		switch e := r.Event.(type) {
		case messages.Composed:
			if text := strings.Join(e.Parts, "\n"); text != "" {
				h.said[order{r.Channel, e.N}] = strings.ToValidUTF8(text[:min(len(text), longestSaid)], "")
			}
		case messages.Judged:
			if e.Yes && e.Error == "" {
				h.yes[order{r.Channel, e.N}] = true
			}
		case messages.Heard:
			if who := messages.PostID(e.Line.Nonce).Familiar(); who != "" {
				h.selves[place{r.Channel, who}] = e.Line.Author.ID
			}
		default: // nothing of it is shown
		}
	}
	return h, nil
}

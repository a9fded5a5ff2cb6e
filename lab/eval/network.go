package eval

import (
	"fmt"

	"familiar/lab/corpus"
	"familiar/lab/fit"
	"familiar/messages"
)

// A Source is what of a recording comes from one network.
type Source struct {
	Network      messages.Network `json:"network"`
	Channels     int              `json:"channels"` // in which somebody answered
	Participants int              `json:"participants"`
	Replies      int              `json:"replies"`
}

// String returns the source as a table names it.
func (s Source) String() string {
	replies := "labels only"
	if s.Replies > 0 {
		replies = number(s.Replies, "reply", "replies")
	}
	return fmt.Sprintf("%s: %s, %s, %s", s.Network, number(s.Channels, "channel", "channels"), number(s.Participants, "participant", "participants"), replies)
}

// number returns "1 reply", "2 replies".
func number(n int, single, several string) string {
	if n == 1 {
		several = single
	}
	return fmt.Sprintf("%d %s", n, several)
}

// sources returns the networks of a recording, in the order in which the record
// of who answered comes to them.
func sources(c *corpus.Corpus, golds []corpus.Gold) []Source {
	var all []Source
	at := make(map[messages.Network]int)
	met := make(map[string]bool) // channels
	for i := range golds {
		network := c.Slice(golds[i].Slice).Channel.Network()
		k, known := at[network]
		if !known {
			k = len(all)
			at[network], all = k, append(all, Source{Network: network})
		}
		all[k].Participants++
		all[k].Replies += len(golds[i].Moments)
		all[k].Channels += one(!met[golds[i].Slice])
		met[golds[i].Slice] = true
	}
	return all
}

// replies is how often the participants really answered; labels have no replies.
func (e *evaluation) replies() int {
	n := 0
	for _, s := range e.table.Sources {
		n += s.Replies
	}
	return n
}

// byNetwork begins a table for each network where the recording mixes some:
// what is good on one is not on another, and the mean of both is of neither.
func (e *evaluation) byNetwork() {
	e.table.Sources = sources(e.corpus, e.golds)
	if len(e.table.Sources) < 2 {
		return
	}
	for _, s := range e.table.Sources {
		e.table.ByNetwork = append(e.table.ByNetwork, &Table{Network: s.Network, Sources: []Source{s}})
	}
}

// networkCounts returns an empty count for each table there is by network.
func (e *evaluation) networkCounts() map[messages.Network]*count {
	if len(e.table.ByNetwork) == 0 {
		return nil
	}
	counts := make(map[messages.Network]*count)
	for _, t := range e.table.ByNetwork {
		counts[t.Network] = &count{}
	}
	return counts
}

// addByNetwork adds a row to the table of each network. p, if there are
// estimates, are those of rows.
func (e *evaluation) addByNetwork(name string, c *count, rows *fit.Set, p []float64) {
	for _, t := range e.table.ByNetwork {
		its, estimates := rows, p
		if p != nil {
			its, estimates = rows.Of(p, func(slice string) bool { return e.corpus.Slice(slice).Channel.Network() == t.Network })
		}
		t.Rows = append(t.Rows, c.networks[t.Network].row(name, its, estimates))
	}
}

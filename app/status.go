package app

import (
	"cmp"
	"context"
	"encoding/json"
	"slices"
	"sync"
	"time"

	"familiar/actors/channel"
	"familiar/cluster/verbs"
	"familiar/journal"
	"familiar/messages"
)

// statusWithin bounds how long channels are waited for: one that is busy with
// its journal is left out.
const statusWithin = 2 * time.Second

// mostStatuses bounds what another process asks for.
const mostStatuses = 1000

// A StatusPage is how some channels stand, by id.
type StatusPage struct {
	Statuses []messages.Status
	Next     messages.ChannelID // the last one that was looked at; "": there are none after these
}

// Statuses says how channels in memory stand, of all processes: those after one that
// wanted gives true for, at most so many. Of those that are silent none is among them.
// Asking wakes none. Moments are by this machine's clock.
func (a *App) Statuses(ctx context.Context, after messages.ChannelID, wanted func(messages.ChannelID) bool, most int) (page StatusPage, silent []Process) {
	var here StatusPage
	var asking sync.WaitGroup
	asking.Go(func() { here = a.statusesHere(ctx, after, wanted, most) }) // while the others are asked
	asked := messages.InstantOf(time.Now())
	others, silent := askOthers(ctx, a, askStatuses, statusesAsked{after, most})
	asking.Wait()
	for i, st := range here.Statuses {
		here.Statuses[i] = shifted(st, -a.Clock.Ahead())
	}
	pages := []StatusPage{here}
	for _, p := range others {
		theirs := StatusPage{Next: p.Answer.Next}
		for _, st := range p.Answer.Statuses {
			if st.Channel > after && wanted(st.Channel) {
				theirs.Statuses = append(theirs.Statuses, shifted(st, asked.Sub(st.At)))
			}
		}
		pages = append(pages, theirs)
	}
	return joined(pages, most), silent
}

// joined makes one page of several: as far as each of them looked.
func joined(pages []StatusPage, most int) (page StatusPage) {
	for _, p := range pages {
		if p.Next != "" && (page.Next == "" || p.Next < page.Next) {
			page.Next = p.Next
		}
	}
	for _, p := range pages {
		for _, st := range p.Statuses {
			if page.Next == "" || st.Channel <= page.Next {
				page.Statuses = append(page.Statuses, st)
			}
		}
	}
	page.sort()
	return page.first(most)
}

// sort orders a page; a channel that is on its way between two processes is there once.
func (p *StatusPage) sort() {
	slices.SortStableFunc(p.Statuses, func(a, b messages.Status) int { return cmp.Compare(a.Channel, b.Channel) })
	p.Statuses = slices.CompactFunc(p.Statuses, func(a, b messages.Status) bool { return a.Channel == b.Channel })
}

// first returns the page without what is more than so many.
func (p StatusPage) first(most int) StatusPage {
	if len(p.Statuses) > most {
		p.Statuses = p.Statuses[:most]
		p.Next = ""
		if most > 0 {
			p.Next = p.Statuses[most-1].Channel
		}
	}
	return p
}

// shifted returns a status by a clock that is so much later.
func shifted(st messages.Status, by time.Duration) messages.Status {
	for _, at := range []*messages.Instant{&st.At, &st.WindowUntil} {
		*at = later(*at, by)
	}
	st.Seats = slices.Clone(st.Seats)
	for i := range st.Seats {
		st.Seats[i].Until, st.Seats[i].Thinks = later(st.Seats[i].Until, by), later(st.Seats[i].Thinks, by)
	}
	return st
}

// later returns a moment so much later; 0, which is none, stays.
func later(at messages.Instant, by time.Duration) messages.Instant {
	if at == 0 {
		return 0
	}
	return at.Add(by)
}

// statusesHere is [App.Statuses] of this process's channels, by the clock they count by.
func (a *App) statusesHere(ctx context.Context, after messages.ChannelID, wanted func(messages.ChannelID) bool, most int) (page StatusPage) {
	var ids []messages.ChannelID
	a.eachChannel(func(id messages.ChannelID) {
		if id > after && wanted(id) {
			ids = append(ids, id)
		}
	})
	slices.Sort(ids)
	if len(ids) > most {
		ids = ids[:most]
		page.Next = ids[most-1]
	}
	ctx, cancel := context.WithTimeout(ctx, statusWithin)
	defer cancel()
	told := make(chan messages.Status, len(ids))
	for _, id := range ids {
		a.send(channel.Key(id), channel.Stand{Reply: told})
	}
	defer page.sort()
	for range ids {
		select {
		case st := <-told:
			page.Statuses = append(page.Statuses, st)
		case <-ctx.Done():
			return page
		}
	}
	return page
}

// tellStatuses says how channels here stand, for another process: as many as fit into
// one message.
func (a *App) tellStatuses(ctx context.Context, _ string, q statusesAsked) (StatusPage, error) {
	page := a.statusesHere(ctx, q.After, func(messages.ChannelID) bool { return true }, min(max(1, q.Most), mostStatuses))
	for {
		written, err := json.Marshal(page)
		if err != nil || len(written) <= verbs.Most || len(page.Statuses) < 2 {
			return page, err
		}
		page = page.first(len(page.Statuses) / 2)
	}
}

// eventOf returns what a message to a channel is about.
func eventOf(msg any) any {
	if r, is := msg.(journal.Record); is {
		return r.Event
	}
	return msg
}

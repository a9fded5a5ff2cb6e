//go:build unix

package bench

import (
	"context"
	"flag"
	"fmt"
	"log/slog"
	"math/rand/v2"
	"strconv"
	"sync/atomic"
	"testing"
	"time"

	"familiar/actors/channel"
	"familiar/actors/host"
	"familiar/journal"
	"familiar/journal/memory"
	"familiar/messages"
	"familiar/policy/admission"
	"familiar/policy/conversation"
	"familiar/policy/ladder"
	"familiar/policy/persons"
)

// A town is a host full of channels, each with one familiar of the preset
// social. Its judge says no to everything, so that lines are observed as most
// lines are.
type town struct {
	host    *host.Host
	journal journal.Journal
	config  *conversation.Config
	stepped func(journal.Record)
	observe func([]*messages.Note)
	_       [64]byte     // what every line reads apart from what every line writes
	done    atomic.Int64 // records stepped
	_       [64]byte
}

// build makes a town over a journal in memory.
func build(tb testing.TB, snapshots bool) *town {
	var store journal.Journal = memory.New(memory.Config{})
	if !snapshots {
		store = unsaved{store}
	}
	return settle(tb, store, household(true), nil)
}

// settle makes a town over a journal; catchUp is the channels' and may be nil.
func settle(tb testing.TB, store journal.Journal, household *conversation.Config, catchUp func(messages.ChannelID) (uint64, bool)) *town {
	t := &town{
		observe: func([]*messages.Note) {},
		stepped: func(journal.Record) {},
		journal: store,
		config:  household,
	}
	log := slog.New(slog.DiscardHandler)
	h, err := host.New(host.Config{Log: log})
	if err != nil {
		tb.Fatal(err)
	}
	live := channel.Make(channel.Options{
		Journal: store, Orders: t, Log: log,
		Config:   func(messages.ChannelID) *conversation.Config { return t.config },
		Draining: func(messages.ChannelID) bool { return true },
		Observe:  func(notes []*messages.Note) { t.observe(notes) },
		Under:    func(int) {},
		CatchUp:  catchUp,
	})
	h.Register(channel.Kind, host.Kind{Idle: 10 * time.Minute, Make: func(self *host.Self) host.Handler {
		return counted{live(self), t}
	}})
	t.host = h
	tb.Cleanup(func() { h.Drain(tb.Context()) })
	return t
}

// think has familiars think of speaking unasked, as in the preset. Without it
// the channels of a durable flood are alike however long it has lasted: with
// it, the first thought of each comes after some twenty lines, costs a
// snapshot and a verdict, and falls into the measured time or not.
var think = flag.Bool("think", false, "familiars think of speaking unasked, in the benchmarks over the durable journal")

// household is one familiar of the preset social.
func household(thinks bool) *conversation.Config {
	policy := conversation.Default()
	policy.Chattiness.On = thinks
	return &conversation.Config{Room: conversation.DefaultRoom(), Seats: []conversation.SeatConfig{{
		Familiar: "aria", Account: "us", Self: "us", Name: "Aria", Judged: true, Policy: policy,
		Names: ladder.CompileNames(policy.Ladder.Alias, "Aria"),
	}}}
}

// counted is a channel's actor that says when it is done with a record.
type counted struct {
	host.Handler
	town *town
}

func (c counted) Receive(msg any) {
	c.Handler.Receive(msg)
	if r, ok := msg.(journal.Record); ok {
		c.town.stepped(r)
		c.town.done.Add(1)
	}
}

// unsaved is a journal that keeps no snapshots, to tell their cost apart.
type unsaved struct{ journal.Journal }

func (unsaved) Save(_ context.Context, _ uint64, s journal.Snapshot) (uint64, error) {
	return s.Revision + 1, nil
}

// Memorize implements [channel.Orders]; nobody here keeps anything.
func (t *town) Memorize(messages.Memorize) {}

func (t *town) Judge(o messages.Judge) {
	t.host.Send(channel.Key(o.Channel), messages.Judged{N: o.N})
}

func (t *town) Compose(o messages.Compose) {
	t.host.Send(channel.Key(o.Channel), messages.Composed{N: o.N, Skip: true})
}
func (t *town) Recompose(messages.Recompose)                 {}
func (t *town) Inject(messages.Inject)                       {}
func (t *town) Cancel(messages.ChannelID, uint64)            {}
func (t *town) Typing(messages.ShowTyping)                   {}
func (t *town) React(messages.React)                         {}
func (t *town) Edit(messages.Edit)                           {}
func (t *town) FetchMembers(messages.FetchMembers)           {}
func (t *town) FetchHistory(messages.FetchHistory)           {}
func (t *town) ShareRoles(*admission.Claims)                 {}
func (t *town) ShareLinks(*persons.Links, messages.LinkDeed) {}
func (t *town) Erase(messages.Erase)                         {}
func (t *town) Explain(messages.Explain)                     {}

var people = crowd(12)

// crowd is n people.
func crowd(n int) []messages.Author {
	all := make([]messages.Author, n)
	for i := range all {
		all[i] = messages.Author{ID: messages.PersonID("u" + strconv.Itoa(i)), Name: fmt.Sprintf("Person %d", i)}
	}
	return all
}

// records makes n lines for random channels out of so many, burst lines for
// one channel in a row, as the journal hands them over.
func records(n, channels, burst int) []journal.Record {
	ids := places(channels)
	draw := rand.New(rand.NewPCG(1, 2))
	all := make([]journal.Record, n)
	start := messages.InstantOf(time.Now())
	var id messages.ChannelID
	for i := range all {
		if i%burst == 0 {
			id = ids[draw.IntN(channels)]
		}
		all[i] = journal.Record{Channel: id, Seq: uint64(i + 1), At: start.Add(time.Duration(i) * 50 * time.Microsecond), Event: said(id, i, draw.IntN(len(people)))}
	}
	return all
}

// places returns the ids of n channels.
func places(n int) []messages.ChannelID {
	ids := make([]messages.ChannelID, n)
	for i := range ids {
		ids[i] = messages.Channel{Network: "test", Workspace: "w", Chat: strconv.Itoa(i)}.ID()
	}
	return ids
}

// said is line number i, by one of the people.
func said(id messages.ChannelID, i, who int) messages.Event {
	return messages.Heard{Line: &messages.Line{
		ID: messages.LineID(strconv.Itoa(i)), Channel: id, Account: "us", Author: people[who],
		Text: "so I went to the shop and they had none of it left, " + strconv.Itoa(i),
	}}
}

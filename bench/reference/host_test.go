//go:build unix

package reference

import (
	"context"
	"fmt"
	"log/slog"
	"slices"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"familiar/actors/channel"
	"familiar/actors/host"
	"familiar/journal"
	"familiar/journal/memory"
	"familiar/messages"
	"familiar/messages/because"
	"familiar/policy/admission"
	"familiar/policy/conversation"
	"familiar/policy/persons"
)

// TestHost: in the host our presets decide as by Step alone.
func TestHost(t *testing.T) {
	talk := newTalk(20, 60, 15, traceStart)
	for i := range matches {
		m := &matches[i]
		t.Run(m.preset, func(t *testing.T) {
			made := m.record(t, talk)
			var mu sync.Mutex
			var decided [2][]string
			into := func(all *[]string) func([]*messages.Note) {
				return func(notes []*messages.Note) {
					mu.Lock()
					defer mu.Unlock()
					for _, n := range notes {
						*all = append(*all, fmt.Sprint(n.Channel, n.At, n.Familiar, n.Line, n.Act, n.Rung, because.Written(n.Reason)))
					}
				}
			}
			m.step(made, into(&decided[0]))
			_, end := m.host(t, made, into(&decided[1]))
			end()
			for _, all := range decided {
				slices.Sort(all) // channels decide side by side
			}
			if len(decided[0]) == 0 || !slices.Equal(decided[0], decided[1]) {
				t.Errorf("the host made %d decisions, want the %d of Step alone", len(decided[1]), len(decided[0]))
			}
		})
	}
}

// hosted is ours in the host: channel actors, notes, outbox and snapshots, which
// are made and not kept.
func (m *match) hosted(tb testing.TB, t *trace) (any, func()) {
	return m.host(tb, t, func([]*messages.Note) {})
}

func (m *match) host(tb testing.TB, t *trace, observe func([]*messages.Note)) (*host.Host, func()) {
	configs := m.configs(t)
	store := unsaved{memory.New(memory.Config{MaxNotes: 1000})}
	log := slog.New(slog.DiscardHandler)
	h, err := host.New(host.Config{Log: log})
	if err != nil {
		tb.Fatal(err)
	}
	var done atomic.Int64
	live := channel.Make(channel.Options{
		Journal: store, Orders: nobody{}, Log: log,
		Config:   func(id messages.ChannelID) *conversation.Config { return configs[id] },
		Draining: func(messages.ChannelID) bool { return true },
		Observe:  observe,
		Under:    func(int) {},
		Fail:     func(_ messages.ChannelID, err error) { panic(err) },
	})
	h.Register(channel.Kind, host.Kind{Idle: time.Hour, Make: func(self *host.Self) host.Handler {
		return counted{live(self), &done}
	}})
	for i, r := range t.records {
		await(&done, i-waiting)
		h.Send(channel.Key(r.Channel), r)
	}
	await(&done, len(t.records))
	return h, func() { h.Drain(context.Background()) }
}

// waiting is how much may wait in inboxes at most, so that they stay small.
const waiting = 4 * benchChannels

// await waits until so many are done. The clock is no measure here: only CPU time
// counts.
func await(done *atomic.Int64, want int) {
	for done.Load() < int64(want) {
		time.Sleep(200 * time.Microsecond)
	}
}

// counted is a channel's actor that counts the records it is done with.
type counted struct {
	host.Handler
	done *atomic.Int64
}

func (c counted) Receive(msg any) {
	c.Handler.Receive(msg)
	if _, ok := msg.(journal.Record); ok {
		c.done.Add(1)
	}
}

// unsaved is a journal that keeps no snapshots.
type unsaved struct{ journal.Journal }

func (unsaved) Save(_ context.Context, _ uint64, s journal.Snapshot) (uint64, error) {
	return s.Revision + 1, nil
}

// nobody carries out no orders: the trace has the answers.
type nobody struct{}

func (nobody) Judge(messages.Judge)                         {}
func (nobody) Memorize(messages.Memorize)                   {}
func (nobody) Compose(messages.Compose)                     {}
func (nobody) Recompose(messages.Recompose)                 {}
func (nobody) Inject(messages.Inject)                       {}
func (nobody) Cancel(messages.ChannelID, uint64)            {}
func (nobody) Typing(messages.ShowTyping)                   {}
func (nobody) Erase(messages.Erase)                         {}
func (nobody) React(messages.React)                         {}
func (nobody) Edit(messages.Edit)                           {}
func (nobody) FetchMembers(messages.FetchMembers)           {}
func (nobody) FetchHistory(messages.FetchHistory)           {}
func (nobody) Explain(messages.Explain)                     {}
func (nobody) ShareRoles(*admission.Claims)                 {}
func (nobody) ShareLinks(*persons.Links, messages.LinkDeed) {}

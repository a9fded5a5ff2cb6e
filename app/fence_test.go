package app

import (
	"context"
	"io"
	"strings"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"familiar/actors/adapter"
	"familiar/actors/adapter/terminal"
	"familiar/messages"
)

// A clumsy adapter's client library panics at whatever it is asked. Who Vesper
// is it knows when it is asked again.
type clumsy struct {
	adapter.Adapter
	asked atomic.Int32
}

func (c *clumsy) Identity(ctx context.Context) (messages.Author, error) {
	me, err := c.Adapter.(adapter.Identifier).Identity(ctx)
	if me.Name == "Vesper" && c.asked.Add(1) == 1 {
		panic("identity")
	}
	return me, err
}

func (*clumsy) ShowTyping(context.Context, messages.ShowTyping) error { panic("typing") }
func (*clumsy) React(context.Context, messages.React) error           { panic("reaction") }
func (*clumsy) Edit(context.Context, messages.Edit) error             { panic("edit") }
func (*clumsy) Close()                                                { panic("goodbye") }

func (*clumsy) Members(context.Context, messages.ChannelID) (messages.MembersKnown, error) {
	panic("members")
}

func (*clumsy) History(context.Context, messages.ChannelID, int, int) ([]*messages.Line, error) {
	panic("history")
}

func (*clumsy) Describe(context.Context, messages.ChannelID) (adapter.Place, error) {
	panic("describe")
}

func (*clumsy) Fetch(context.Context, messages.ChannelID, messages.LineID, messages.Attachment) (io.ReadCloser, error) {
	panic("fetch")
}

// TestClumsy: a client library that panics costs the call and nothing else, and
// the log says whose it was and which.
func TestClumsy(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		log := &screen{}
		s := openWith(t, two, func(o *Options) { o.Log = logTo(log) }, func(a adapter.Adapter) adapter.Adapter { return &clumsy{Adapter: a} })
		s.wait(time.Minute)
		if who := s.answers("bob: @Vesper hi"); who != "Vesper" {
			t.Errorf("%q answered, want Vesper", who)
		}
		vesper := s.account("vesper")
		in := terminal.Channel
		s.app.asker.FetchMembers(messages.FetchMembers{N: 1, Channel: in, Deadline: messages.InstantOf(time.Now().Add(time.Second))})
		s.app.asker.FetchHistory(messages.FetchHistory{N: 2, Channel: in, Tail: 1, Deadline: messages.InstantOf(time.Now().Add(time.Second))})
		s.app.accounts.Typing(messages.ShowTyping{Channel: in, Account: vesper})
		s.app.accounts.React(messages.React{Channel: in, Account: vesper, Line: "1", Emoji: "x"})
		s.app.accounts.Edit(messages.Edit{Channel: in, Account: vesper, Line: "1", Text: "finer"})
		file, err := s.app.ports(messages.Compose{Channel: in, Familiar: "vesper"}).Fetch(t.Context(), "1", messages.Attachment{})
		if file != nil || err == nil || strings.Contains(err.Error(), "panic") {
			t.Errorf("fetched %v, %v, want an error that can be shown", file, err)
		}
		s.wait(time.Second)
		if who := s.answers("ana: @Aria and you?"); who != "Aria" {
			t.Errorf("%q answered, want Aria", who)
		}
		s.close()
		// What is asked of a channel, its first account is asked.
		for call, who := range map[string]messages.FamiliarID{
			"identity": "vesper", `"show typing"`: "vesper", "react": "vesper", "edit": "vesper", "fetch": "vesper", "close": "vesper",
			"members": "aria", "history": "aria", "describe": "aria",
		} {
			if want := " account=" + string(s.account(who)) + " call=" + call + " "; !strings.Contains(log.String(), want) {
				t.Errorf("the log has no%s:\n%s", want, log)
			}
		}
	})
}

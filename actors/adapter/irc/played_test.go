package irc

import (
	"fmt"
	"slices"
	"testing"
	"time"

	"github.com/ergochat/irc-go/ircevent"
	"github.com/ergochat/irc-go/ircmsg"

	"familiar/messages"
)

// parsed reads a line as a server sends it.
func parsed(t testing.TB, raw string) ircmsg.Message {
	t.Helper()
	m, err := ircmsg.ParseLine(raw)
	if err != nil {
		t.Fatal(err)
	}
	return m
}

// TestPlayed: what a server or a bouncer plays to whoever comes in is known
// and wakes nobody; what is said from then on is heard.
func TestPlayed(t *testing.T) {
	const join = "{me}!f@h JOIN {arg} {me} :real"
	names := []string{":s.example 353 {me} = {arg} :{me} @bob", ":s.example 366 {me} {arg} :End"}
	for _, tt := range []struct {
		story string
		join  []string
		want  []string
	}{
		{
			"by its time, the server's own",
			append([]string{
				"@time=2026-05-01T12:00:00.000Z :" + join,
				"@time=2026-05-01T11:59:58.000Z;msgid=a :eve!e@h PRIVMSG #moths :Felix: are you there?",
				"@time=2026-05-01T11:59:59.000Z :eve!e@h PRIVMSG #moths :Felix: hello?",
				"@time=2026-05-01T11:59:59.500Z :{me}!f@h PRIVMSG #moths :I said this",
			}, append(names, "@time=2026-05-01T12:00:00.100Z :bob!b@h PRIVMSG #moths :Felix: hi")...),
			[]string{"old eve: @Felix: are you there?", "old eve: @Felix: hello?", "bob: @Felix: hi"},
		},
		{
			"in a batch that says so, whatever its times",
			append([]string{
				":" + join, "BATCH +1 chathistory #moths",
				"@batch=1;msgid=a :eve!e@h PRIVMSG #moths :Felix: are you there?", "@batch=1 :eve!e@h JOIN #moths",
				"@batch=1 :eve!e@h NOTICE #moths :beep", "BATCH -1",
			}, append(names, ":bob!b@h PRIVMSG #moths :Felix: hi")...),
			[]string{"old eve: @Felix: are you there?", "old eve: beep", "bob: @Felix: hi"},
		},
		{
			"by a bouncer, also of direct messages",
			append([]string{
				":" + join, ":***!znc@znc.in PRIVMSG #moths :Buffer Playback...",
				"@time=2026-05-01T11:59:58.000Z :eve!e@h PRIVMSG #moths :Felix: are you there?",
				":***!znc@znc.in PRIVMSG #moths :Playback Complete.",
				"@time=2026-05-01T11:59:59.000Z :eve!e@h PRIVMSG {me} :psst",
			}, append(names, ":bob!b@h PRIVMSG #moths :Felix: hi")...),
			[]string{"old eve: @Felix: are you there?", "old eve: psst", "bob: @Felix: hi"},
		},
		{
			"another batch is none",
			append([]string{":" + join, "BATCH +1 netjoin a b", "@batch=1 :eve!e@h JOIN #moths", "BATCH -1"}, append(names, ":eve!e@h PRIVMSG #moths :Felix: hi")...),
			[]string{"eve: @Felix: hi"},
		},
	} {
		t.Run(tt.story, func(t *testing.T) {
			l := listener(t)
			capable.with(scripted{
				"CAP LS": {":s.example CAP * LS :message-tags server-time account-tag extended-join batch"}, "JOIN": tt.join,
			}).serve(t, l)
			felix := account(t, "felix", Config{Server: l.Addr().String(), Plain: true, Nick: "Felix", Name: "den", Join: []string{"#moths"}})
			var got []string
			for _, line := range listens(t, felix).until(len(tt.want)) {
				said := line.Author.Name + ": " + line.Text
				if line.Backfilled {
					said = "old " + said
				}
				got = append(got, said)
			}
			if !slices.Equal(got, tt.want) {
				t.Errorf("heard\n%q\nwant\n%q", got, tt.want)
			}
			// Who was here before us is not here because of it.
			known, err := felix.Members(t.Context(), "irc/den/#moths")
			if want := 1; err != nil || tt.story != "another batch is none" && known.Humans != want {
				t.Errorf("members are %+v, %v, want bob alone beside Felix", known, err)
			}
		})
	}
}

// TestPlayedAgain: a line that was heard is not told again by what is played
// after the next arrival, and what is played twice is one line.
func TestPlayedAgain(t *testing.T) {
	l := inDen(t)
	l.a.heard, l.ctx = make(chan heard, 2*playedMost), t.Context()
	r := l.rooms["#moths"]
	stamp := func(n int) string { return noon.Add(time.Duration(n) * time.Second).UTC().Format(time.RFC3339Nano) }
	say := func(n int, text string) {
		l.privmsg(parsed(t, fmt.Sprintf("@time=%s :bob!b@h PRIVMSG #moths :%s", stamp(n), text)))
	}
	r.hears = beginning{at: messages.InstantOf(noon), sure: true, since: time.Now()}
	say(1, "heard as it was said")
	for range 2 { // two arrivals
		r.hears = beginning{at: messages.InstantOf(noon.Add(time.Minute)), sure: true, since: time.Now()}
		say(1, "heard as it was said")
		say(2, "said while we were away")
	}
	var got []*messages.Line
	for len(l.a.heard) > 0 {
		got = append(got, (<-l.a.heard).line)
	}
	if len(got) != 3 || got[0].Backfilled || !got[1].Backfilled || got[1].ID != got[2].ID {
		t.Errorf("heard %+v, want the first as it was said, the second twice under one id", got)
	}

	// However much is played, the newest of it is taken and no more.
	b := &ircevent.Batch{Message: parsed(t, "BATCH +1 chathistory #moths")}
	for n := range 3 * playedMost {
		b.Items = append(b.Items, &ircevent.Batch{Message: parsed(t, fmt.Sprintf("@time=%s :bob!b@h PRIVMSG #moths :line %d", stamp(10+n), n))})
	}
	r.hears.taken = 0
	l.batch(b)
	if first := <-l.a.heard; first.line.Text != fmt.Sprint("line ", 2*playedMost) || len(l.a.heard) != playedMost-1 {
		t.Errorf("took %d lines from %q on, want the last %d", 1+len(l.a.heard), first.line.Text, playedMost)
	}
}

// TestSlowClock: what some server's slow clock stamps before our arrival is
// heard all the same once nothing is played any more.
func TestSlowClock(t *testing.T) {
	m := parsed(t, "@time=2026-05-01T11:00:00Z :bob!b@h PRIVMSG #moths :hi")
	for _, tt := range []struct {
		story string
		sure  bool
		after time.Duration
		want  bool
	}{
		{"just after an arrival whose time is told", true, time.Minute, true},
		{"later", true, playedWithin, false},
		{"just after one whose time isn't", false, time.Second, true},
		{"later", false, playedUnsure, false},
	} {
		b := beginning{at: messages.InstantOf(noon), sure: tt.sure, since: noon}
		if got := b.follows(m, noon.Add(tt.after)); got != tt.want {
			t.Errorf("%s: counts as played: %v", tt.story, got)
		}
	}
}

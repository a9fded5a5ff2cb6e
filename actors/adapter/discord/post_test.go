package discord

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"familiar/actors/adapter"
	"familiar/actors/adapter/discord/discordtest"
	"familiar/messages"
)

func TestMark(t *testing.T) {
	ana, anna := messages.Mention{Name: "Ana", ID: "100000000000000001"}, messages.Mention{Name: "Ana Lena", ID: "100000000000000002"}
	both := []messages.PersonID{ana.ID, anna.ID}
	for _, tt := range []struct {
		story, text string
		limit       int
		want        string
		pinged      []messages.PersonID
	}{
		{"a name becomes markup", "hi @Ana!", 2000, "hi <@100000000000000001>!", both[:1]},
		{"in any case", "hi @ana", 2000, "hi <@100000000000000001>", both[:1]},
		{"the longest name counts", "@Ana Lena and @Ana", 2000, "<@100000000000000002> and <@100000000000000001>", []messages.PersonID{anna.ID, ana.ID}},
		{"a longer word is no name", "@Anatol @Ana_2", 2000, "@Anatol @Ana_2", nil},
		{"an address is none", "mail bob@Ana.org", 2000, "mail bob@Ana.org", nil},
		{"in code it stays", "`@Ana` ```\n@Ana\n``` @Ana", 2000, "`@Ana` ```\n@Ana\n``` <@100000000000000001>", both[:1]},
		{"in a fence that is open, too", "```\n@Ana", 2000, "```\n@Ana", nil},
		{"a lone backtick opens nothing", "` @Ana", 2000, "` <@100000000000000001>", both[:1]},
		{"the last names stay plain when it would be too long", "@Ana @Ana", 30, "<@100000000000000001> @Ana", both[:1]},
		{"everyone is nobody", "@everyone @here", 2000, "@everyone @here", nil},
		{"twice is one ping", "@Ana @Ana", 2000, "<@100000000000000001> <@100000000000000001>", both[:1]},
	} {
		t.Run(tt.story, func(t *testing.T) {
			got, pinged := mark(tt.text, []messages.Mention{ana, anna}, tt.limit)
			if got != tt.want || !slices.Equal(pinged, tt.pinged) {
				t.Errorf("got %q pinging %v, want %q pinging %v", got, pinged, tt.want, tt.pinged)
			}
		})
	}
}

// TestPings: a model pings whom it names and nobody else, whatever it writes;
// what it wrote comes back as it wrote it.
func TestPings(t *testing.T) {
	r := newRig(t)
	e := listen(t, r.account)
	r.connected(t)
	hi := r.Say(r.general, "Ana", "hi moth")
	r.Say(r.general, "Bob", "hi")
	p := post(r, "1", "@Ana look, @everyone <@"+r.Person("Bob")+">")
	p.Mentions = []messages.Mention{{Name: "Ana", ID: messages.PersonID(r.Person("Ana"))}}
	p.ReplyTo, p.Quoting.Author.ID = messages.LineID(hi), p.Mentions[0].ID
	if _, err := r.account.Post(t.Context(), p); err != nil {
		t.Fatal(err)
	}
	echo := line(t, e.wants(t, "Ana: hi moth", "Bob: hi", "moth: @Ana look, @everyone @Bob")[2])
	if !slices.Equal(echo.Mentions, []messages.PersonID{p.Mentions[0].ID}) || echo.Everyone {
		t.Errorf("it pings %v, everyone %v; want Ana alone", echo.Mentions, echo.Everyone)
	}
	if want := (messages.Reply{ID: p.ReplyTo, Author: p.Mentions[0].ID}); echo.ReplyTo != want {
		t.Errorf("it answers %+v, want %+v", echo.ReplyTo, want)
	}
	sent := r.Requests("POST", "/messages")[0].Body
	want := discordtest.Object{"parse": []any{}, "users": []any{r.Person("Ana")}, "replied_user": true}
	if !reflect.DeepEqual(sent["allowed_mentions"], want) {
		t.Errorf("allowed %v, want %v", sent["allowed_mentions"], want)
	}
	if to := sent["message_reference"].(discordtest.Object); to["fail_if_not_exists"] != false {
		t.Errorf("a reply to a deleted line would fail: %v", to)
	}
}

// TestPostErrors: what is known of a post that failed.
func TestPostErrors(t *testing.T) {
	for _, tt := range []struct {
		story   string
		trouble func(*rig)
		gone    bool
		after   time.Duration // of a RetryError; 0: it is none
	}{
		{"the bucket is empty", func(r *rig) { r.Limit("/messages", 300*time.Millisecond, false) }, false, 300 * time.Millisecond},
		{"all of Discord is too much", func(r *rig) { r.Limit("/messages", 300*time.Millisecond, true) }, false, 300 * time.Millisecond},
		{"the right is missing", func(r *rig) { r.Refuse("POST", "/messages", 403, 50013, "Missing Permissions") }, true, 0},
		{"the channel is gone", func(r *rig) { r.Refuse("POST", "/messages", 404, 10003, "Unknown Channel") }, true, 0},
		{"Discord is out of order", func(r *rig) { r.Refuse("POST", "/messages", 502, 0, "") }, false, 0},
		{"nobody knows what became of it", func(r *rig) { r.LoseAnswers(1) }, false, 0},
	} {
		t.Run(tt.story, func(t *testing.T) {
			r := newRig(t)
			tt.trouble(r)
			_, err := r.account.Post(t.Context(), post(r, "1", "hello"))
			later, isLater := errors.AsType[*adapter.RetryError](err)
			if err == nil || errors.Is(err, adapter.ErrGone) != tt.gone || isLater != (tt.after > 0) || isLater && later.After != tt.after {
				t.Errorf("got %v, want gone %v, retry after %v", err, tt.gone, tt.after)
			}
		})
	}
}

// TestLimitIsKept: after a 429 nothing is asked until its time is over; a
// global one holds for all.
func TestLimitIsKept(t *testing.T) {
	for _, global := range []bool{false, true} {
		t.Run(fmt.Sprint("global ", global), func(t *testing.T) {
			r := newRig(t)
			random := r.AddChannel(r.guild, "random", 0)
			r.Limit("/messages", time.Hour, global)
			_, _ = r.account.Post(t.Context(), post(r, "1", "hello"))
			if _, err := r.account.Post(t.Context(), post(r, "1", "hello")); err == nil {
				t.Error("posted in spite of the limit")
			}
			elsewhere := post(r, "2", "hello")
			elsewhere.Channel = r.id(random)
			if _, err := r.account.Post(t.Context(), elsewhere); (err != nil) != global {
				t.Errorf("a post elsewhere: %v", err)
			}
			want := 2
			if global {
				want = 1
			}
			if got := len(r.Requests("POST", "/messages")); got != want {
				t.Errorf("asked %d times, want %d", got, want)
			}
		})
	}
}

// TestOnce: over the runner, a post whose answer was lost or limited is said
// once, and its echo comes before it is delivered.
func TestOnce(t *testing.T) {
	for _, tt := range []struct {
		story   string
		trouble func(*rig)
	}{
		{"all is well", func(*rig) {}},
		{"the answer is lost", func(r *rig) { r.LoseAnswers(1) }},
		{"it is lost twice", func(r *rig) { r.LoseAnswers(2) }},
		{"a rate limit stands before it", func(r *rig) { r.Limit("/messages", 20*time.Millisecond, false) }},
		{"nobody can be asked whether it is there", func(r *rig) {
			r.LoseAnswers(1)
			r.Limit("/messages", 20*time.Millisecond, true)
		}},
	} {
		t.Run(tt.story, func(t *testing.T) {
			r := newRig(t)
			e := listen(t, r.account)
			r.connected(t)
			tt.trouble(r)
			delivered := make(chan messages.Event, 1)
			hear := func(_ context.Context, _ messages.ChannelID, event messages.Event) error {
				delivered <- event
				return nil
			}
			runner := adapter.New("moth", r.account, hear, adapter.Options{MinPause: time.Millisecond, Log: slog.New(slog.DiscardHandler)})
			p := post(r, "1", "hello")
			p.Meta.At += 1000
			err := runner.Deliver(t.Context(), func(_ context.Context, put func(messages.Post)) error { put(p); return nil })
			if err != nil {
				t.Fatal(err)
			}
			echo := line(t, e.wants(t, "moth: hello")[0])
			if got, want := <-delivered, (messages.Delivered{Post: "1", Line: echo.ID}); got != want {
				t.Errorf("got %+v, want %+v", got, want)
			}
			if got := r.Posted(r.general, r.bot); !slices.Equal(got, []string{"hello"}) {
				t.Errorf("posted %q, want it once", got)
			}
		})
	}
}

// TestThread: a post begins the thread off the line it answers, or joins it;
// where there can be none it stays in the channel.
func TestThread(t *testing.T) {
	r := newRig(t)
	dm := r.AddChannel("", "Ana", 1)
	e := listen(t, r.account)
	r.connected(t)
	hi := r.Say(r.general, "Ana", "how do I\nbuild it?")
	e.wants(t, "Ana: how do I\nbuild it?")
	p := post(r, "1", "like this")
	p.ReplyTo, p.Thread, p.Quoting = messages.LineID(hi), true, messages.Quoted{Text: "how do I\nbuild it?"}
	thread := r.channel + "/" + messages.ChannelID(hi)

	posted, err := r.account.Post(t.Context(), p)
	if err != nil || posted.Thread != thread {
		t.Fatalf("got %+v, %v; want it in %s", posted, err, thread)
	}
	if name := r.Requests("POST", "/threads")[0].Body["name"]; name != "how do I" {
		t.Errorf("the thread is called %q", name)
	}
	if echo := line(t, e.wants(t, "Ana: how do I\nbuild it?", "moth: like this")[1]); echo.Channel != thread {
		t.Errorf("the echo stands in %s, want %s", echo.Channel, thread)
	}
	if again, found, err := r.account.Find(t.Context(), p); err != nil || !found || again != posted {
		t.Errorf("found %+v, %v, %v; want %+v", again, found, err, posted)
	}

	other := r.open(t, r.bot) // knows nothing of the thread
	p.ID, p.Text = "2", "and this"
	if posted, err := other.Post(t.Context(), p); err != nil || posted.Thread != thread {
		t.Errorf("got %+v, %v; want it in the thread there is", posted, err)
	}
	p.ID, p.Thread, p.ReplyTo, p.Within = "3", false, "", thread
	if posted, err := other.Post(t.Context(), p); err != nil || posted.Thread != thread {
		t.Errorf("got %+v, %v; want it within the thread", posted, err)
	}

	bye := r.Say(r.general, "Ana", "and without threads?")
	r.Refuse("POST", "/threads", 403, 50013, "Missing Permissions")
	p.ID, p.Thread, p.ReplyTo, p.Within = "4", true, messages.LineID(bye), ""
	if posted, err := r.account.Post(t.Context(), p); err != nil || posted.Thread != "" {
		t.Errorf("got %+v, %v; want it in the channel", posted, err)
	}
	direct := r.Say(dm, "Ana", "psst")
	p.ID, p.Channel, p.ReplyTo = "5", messages.Channel{Network: network, Chat: dm}.ID(), messages.LineID(direct)
	if posted, err := r.account.Post(t.Context(), p); err != nil || posted.Thread != "" {
		t.Errorf("got %+v, %v; want it in the direct message", posted, err)
	}
	if got := r.Posted(dm, r.bot); !slices.Equal(got, []string{"and this"}) {
		t.Errorf("posted %q", got)
	}
}

// TestFind: another process looks for a post of which it knows nothing.
func TestFind(t *testing.T) {
	r := newRig(t)
	p := post(r, "1", "hello **you** ")
	made, err := r.account.Post(t.Context(), p)
	if err != nil {
		t.Fatal(err)
	}
	for n := range 70 {
		r.Say(r.general, "ana", fmt.Sprint("line ", n))
	}
	other := p
	other.ID, other.Text = "2", "never said"
	old := other
	old.Meta.At = messages.InstantOf(time.Now().Add(-time.Hour))
	same := p
	same.Meta.At += 120_000 // the same words, said before it was made
	for _, tt := range []struct {
		story string
		post  messages.Post
		found bool
		fails bool
	}{
		{"one that was made is found behind a page of talk", p, true, false},
		{"one that was not is not", other, false, false},
		{"an old one that was not is not, when the channel is read to its end", old, false, false},
		{"the same words from before are another post", same, false, false},
	} {
		t.Run(tt.story, func(t *testing.T) {
			posted, found, err := r.open(t, r.bot).Find(t.Context(), tt.post)
			if found != tt.found || (err != nil) != tt.fails || found && posted != made {
				t.Errorf("got %+v, %v, %v", posted, found, err)
			}
		})
	}
	for n := range 250 {
		r.Say(r.general, "ana", fmt.Sprint("more ", n))
	}
	if _, found, err := r.account.Find(t.Context(), old); found || !strings.Contains(fmt.Sprint(err), "too much was said") {
		t.Errorf("got %v, %v; want an error: it may be there", found, err)
	}
}

// TestFindAmongTheSameWords: two people are answered in the same words, and only one of
// the answers was posted.
func TestFindAmongTheSameWords(t *testing.T) {
	r := newRig(t)
	first, second := r.Say(r.general, "ana", "moths?"), r.Say(r.general, "ben", "moths?")
	p := post(r, "1", "I see")
	p.ReplyTo = messages.LineID(first)
	made, err := r.account.Post(t.Context(), p)
	if err != nil {
		t.Fatal(err)
	}
	if posted, found, err := r.open(t, r.bot).Find(t.Context(), p); err != nil || !found || posted != made {
		t.Errorf("the one that was posted: got %+v, %v, %v", posted, found, err)
	}
	for _, to := range []messages.LineID{messages.LineID(second), ""} {
		other := p
		other.ID, other.ReplyTo = "2", to
		if _, found, err := r.open(t, r.bot).Find(t.Context(), other); err != nil || found {
			t.Errorf("to %q, which was not posted: got %v, %v", to, found, err)
		}
	}
}

// TestFindByAnotherClock: Discord's clock is not this machine's.
func TestFindByAnotherClock(t *testing.T) {
	for _, ahead := range []time.Duration{-5 * time.Minute, 0, 5 * time.Minute} {
		t.Run(ahead.String(), func(t *testing.T) {
			r := newRigAhead(t, ahead)
			p := post(r, "1", "hello")
			made, err := r.account.Post(t.Context(), p)
			if err != nil {
				t.Fatal(err)
			}
			if posted, found, err := r.open(t, r.bot).Find(t.Context(), p); err != nil || !found || posted != made {
				t.Errorf("what was posted: got %+v, %v, %v", posted, found, err)
			}
			p.Meta.At += 120_000 // the same words, said before it was made
			if _, found, err := r.open(t, r.bot).Find(t.Context(), p); err != nil || found {
				t.Errorf("another post with the same words: got %v, %v", found, err)
			}
		})
	}
}

// TestNonce: the same post again is the first message, and a nonce is ours
// only on our own lines, whoever else gives it.
func TestNonce(t *testing.T) {
	r := newRig(t)
	e := listen(t, r.account)
	r.connected(t)
	p := post(r, "1", "hello")
	first, err := r.account.Post(t.Context(), p)
	if err != nil {
		t.Fatal(err)
	}
	if again, err := r.account.Post(t.Context(), p); err != nil || again != first {
		t.Errorf("posted again as %+v, %v; want %+v", again, err, first)
	}
	nonce := r.Requests("POST", "/messages")[0].Body["nonce"]
	r.Say(r.general, "Eve", "hello", discordtest.Object{"nonce": nonce})
	events := e.wants(t, "moth: hello", "Eve: hello")
	if own, other := line(t, events[0]).Nonce, line(t, events[1]).Nonce; own != "1" || other != "" {
		t.Errorf("the nonces are %q and Eve's %q, want 1 and none", own, other)
	}
}

// maxAnswer is how much of an answer package rest reads.
const maxAnswer = 16 << 20

// TestLongAnswer: an answer without end is not read to its end.
func TestLongAnswer(t *testing.T) {
	a := aloneAccount(t)
	endless := &zeros{}
	through(t, a, endless)
	if _, err := a.History(t.Context(), "discord/1290000000000000001/1290000000000000777", 0, 5); err == nil {
		t.Error("took an endless answer for lines")
	}
	if endless.read > maxAnswer+1<<20 {
		t.Errorf("read %d bytes, want at most %d", endless.read, maxAnswer)
	}
}

// zeros answers every request with white space that doesn't end before it is
// more than anybody should read.
type zeros struct{ read int }

func (z *zeros) RoundTrip(r *http.Request) (*http.Response, error) {
	return &http.Response{StatusCode: http.StatusOK, Status: "200 OK", Header: http.Header{}, Request: r, Body: io.NopCloser(z)}, nil
}

func (z *zeros) Read(p []byte) (int, error) {
	if z.read > 4*maxAnswer {
		return 0, io.EOF
	}
	for i := range p {
		p[i] = ' '
	}
	z.read += len(p)
	return len(p), nil
}

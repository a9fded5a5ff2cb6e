package app

import (
	"net/http"
	"strings"
	"sync"
	"sync/atomic"
	"testing"

	"familiar/llm/llmtest/server"
	"familiar/messages"
)

// quick has a familiar answer at once.
const quick = "preset = \"ladder\"\ndebounce.quiet = \"0s\"\ndebounce.hot = \"0s\""

// secret is in what is deleted.
const secret = "a secret"

// shows reports whether a model is shown it.
func shows(r server.Request) bool {
	return strings.Contains(r.Messages[len(r.Messages)-1].Text, secret)
}

// bob has somebody else say something in a channel.
func (w *wired) bob(t *testing.T, channel string, line messages.LineID, text string) {
	t.Helper()
	id := channelOf(channel)
	said := &messages.Line{ID: line, Channel: id, Account: w.app.inForce.Now().Channel(id).Seats[0].Account, Author: messages.Author{ID: "bob", Name: "Bob"}, Text: text}
	w.happens(t, channel, messages.Heard{Line: said})
}

func (w *wired) happens(t *testing.T, channel string, e messages.Event) {
	t.Helper()
	var err error
	if f, is := e.(messages.Forgotten); is { // no network says so
		err = w.app.Forget(w.ctx, channelOf(channel), f)
	} else {
		err = w.hear(w.ctx, channelOf(channel), e)
	}
	if err != nil {
		t.Fatal(err)
	}
}

// deletes has a familiar asked while it is shown lines with the secret, and deletes one of
// these each time that asked says that its model is shown some.
func (w *wired) deletes(t *testing.T, familiar string, asked <-chan struct{}, lines ...messages.LineID) {
	t.Helper()
	for _, line := range lines {
		w.bob(t, familiar, line, "this is "+secret)
	}
	w.say(t, familiar, "a moth")
	for _, line := range lines {
		select {
		case <-asked:
		case <-w.ctx.Done():
			t.Fatalf("the model is not asked while line %s is there", line)
		}
		w.happens(t, familiar, messages.Deleted{ID: line})
	}
}

// second waits for what a familiar says next after it has said one thing.
func (w *wired) second(t *testing.T, familiar string) string {
	t.Helper()
	w.posted(t, familiar, 2)
	return w.post(1).Text
}

// TestDeletedWhileItWrites: a line that is deleted while a model writes is in nothing that
// the model is shown from then on, and what it wrote with that in sight is never said.
func TestDeletedWhileItWrites(t *testing.T) {
	t.Setenv("MODEL_KEY", secretKey)
	asked, never := make(chan struct{}, 10), make(chan struct{})
	var calls atomic.Int32
	script := server.Func(func(r server.Request) server.Answer {
		switch {
		case calls.Add(1) == 1:
			return server.Say("hello")
		case shows(r):
			asked <- struct{}{}
			<-never
			return server.Say("you said " + secret)
		}
		return server.Say("nothing of it")
	})
	w := wire(t, seated("mira", "openai", server.Start(t, script), quick))
	t.Cleanup(func() { close(never) }) // before the server is to end
	w.say(t, "mira", "this on")
	w.posted(t, "mira", 1)
	w.deletes(t, "mira", asked, "secret")
	if got := w.second(t, "mira"); got != "nothing of it" {
		t.Errorf("it says %q, want what a model says that isn't shown the line; decided:\n%s", got, w.decided("mira"))
	}
	if n := calls.Load(); n != 3 {
		t.Errorf("models were asked %d times, want once more for the line", n)
	}
}

// TestDeletedWhileOneOfSeveralWrites: a turn that is composed again is any of its models'
// to write, whoever had begun it.
func TestDeletedWhileOneOfSeveralWrites(t *testing.T) {
	t.Setenv("MODEL_KEY", secretKey)
	asked, never := make(chan struct{}, 10), make(chan struct{})
	var calls atomic.Int32
	script := server.Func(func(r server.Request) server.Answer {
		switch {
		case r.Model == "spare":
			return server.Say("nothing of it")
		case calls.Add(1) == 1:
			return server.Say("hello")
		case shows(r):
			asked <- struct{}{}
			<-never
		}
		return server.Fail(http.StatusUnauthorized, report("authentication_error", "no"))
	})
	w := wire(t, strings.Replace(chained(server.Start(t, script)), "\npersona", "\n"+quick+"\npersona", 1))
	t.Cleanup(func() { close(never) })
	w.say(t, "dead", "this on")
	w.posted(t, "dead", 1)
	w.deletes(t, "dead", asked, "secret")
	if got := w.second(t, "dead"); got != "nothing of it" {
		t.Errorf("it says %q, want the spare's answer; decided:\n%s", got, w.decided("dead"))
	}
}

// TestDeletedAgainAndAgain: where line after line goes while a model writes, that is why
// nothing is said for the moment.
func TestDeletedAgainAndAgain(t *testing.T) {
	t.Setenv("MODEL_KEY", secretKey)
	asked, never := make(chan struct{}, 10), make(chan struct{})
	script := server.Func(func(r server.Request) server.Answer {
		if !shows(r) {
			return server.Say("nothing of it")
		}
		asked <- struct{}{}
		<-never
		return server.Say("you said " + secret)
	})
	w := wire(t, seated("mira", "openai", server.Start(t, script), quick))
	t.Cleanup(func() { close(never) })
	w.say(t, "mira", "this on")
	w.posted(t, "mira", 1)
	w.deletes(t, "mira", asked, "1", "2", "3", "4")
	const why = "a moth wait outage: what it was shown went again and again while it was composed"
	w.until(t, "mira", why, func() bool { return strings.Contains(w.told("mira"), why) })
}

// TestDeletedWhileItWaits: a turn that waits for its model is written of what is left by
// then.
func TestDeletedWhileItWaits(t *testing.T) {
	t.Setenv("MODEL_KEY", secretKey)
	for _, tt := range []struct {
		story string
		gone  messages.Event
	}{
		{"a line is deleted", messages.Deleted{ID: "secret"}},
		{"its author is forgotten", messages.Forgotten{Person: "bob"}},
	} {
		t.Run(tt.story, func(t *testing.T) {
			asked, release := make(chan struct{}, 10), make(chan struct{})
			var shown atomic.Int32
			script := server.Func(func(r server.Request) server.Answer {
				if shows(r) {
					shown.Add(1)
				}
				asked <- struct{}{}
				<-release
				return server.Say("fine")
			})
			w := wire(t, strings.Replace(seated("mira", "openai", server.Start(t, script), quick), "first_pause", "concurrency = 1\nfirst_pause", 1))
			answer := sync.OnceFunc(func() { close(release) })
			t.Cleanup(answer)
			w.say(t, "mira", "this on")
			<-asked
			w.bob(t, "mira2", "secret", "this is "+secret)
			w.say(t, "mira2", "a moth")
			w.waiting(t, "mira", 1)
			w.happens(t, "mira2", tt.gone)
			w.bob(t, "mira2", "after", "hm")
			w.until(t, "mira2", "word of what came after", func() bool { return strings.Contains(w.told("mira2"), "after observe") })
			answer()
			w.posted(t, "mira2", 1)
			if n := shown.Load(); n > 0 {
				t.Errorf("a model was shown the line %d times", n)
			}
		})
	}
}

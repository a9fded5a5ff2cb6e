package app

import (
	"net/http"
	"strings"
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

// deletes has a familiar's model asked while a line with the secret is shown, deletes that
// as soon as asked says so, and returns what is posted then.
func (w *wired) deletes(t *testing.T, familiar string, asked <-chan struct{}) string {
	t.Helper()
	id := channelOf(familiar)
	line := &messages.Line{ID: "secret", Channel: id, Account: w.app.inForce.Now().Channel(id).Seats[0].Account, Author: messages.Author{ID: "bob", Name: "Bob"}, Text: "this is " + secret}
	if err := w.hear(w.ctx, id, messages.Heard{Line: line}); err != nil {
		t.Fatal(err)
	}
	w.say(t, familiar, "a moth")
	select {
	case <-asked:
	case <-w.ctx.Done():
		t.Fatal("the model is not shown the line")
	}
	if err := w.hear(w.ctx, id, messages.Deleted{ID: line.ID}); err != nil {
		t.Fatal(err)
	}
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
	if got := w.deletes(t, "mira", asked); got != "nothing of it" {
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
	if got := w.deletes(t, "dead", asked); got != "nothing of it" {
		t.Errorf("it says %q, want the spare's answer; decided:\n%s", got, w.decided("dead"))
	}
}

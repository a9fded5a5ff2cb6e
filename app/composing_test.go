package app

import (
	"strings"
	"sync/atomic"
	"testing"

	"familiar/llm/llmtest/server"
	"familiar/messages"
)

// TestDeletedWhileItWrites: a line that is deleted while a model writes is in nothing that
// the model is shown from then on, and what it wrote with that in sight is never said.
func TestDeletedWhileItWrites(t *testing.T) {
	t.Setenv("MODEL_KEY", secretKey)
	asked, never := make(chan struct{}, 10), make(chan struct{})
	var calls atomic.Int32
	script := server.Func(func(r server.Request) server.Answer {
		shown := r.Messages[len(r.Messages)-1].Text
		switch {
		case calls.Add(1) == 1:
			return server.Say("hello")
		case strings.Contains(shown, "a secret"):
			asked <- struct{}{}
			<-never
			return server.Say("you said a secret")
		}
		return server.Say("nothing of it")
	})
	w := wire(t, seated("mira", "openai", server.Start(t, script), "preset = \"ladder\"\ndebounce.quiet = \"0s\"\ndebounce.hot = \"0s\""))
	t.Cleanup(func() { close(never) }) // before the server is to end
	w.say(t, "mira", "this on")
	w.posted(t, "mira", 1)
	id := channelOf("mira")
	secret := &messages.Line{ID: "secret", Channel: id, Account: w.app.inForce.Now().Channel(id).Seats[0].Account, Author: messages.Author{ID: "bob", Name: "Bob"}, Text: "this is a secret"}
	if err := w.hear(w.ctx, id, messages.Heard{Line: secret}); err != nil {
		t.Fatal(err)
	}
	w.say(t, "mira", "a moth")
	select {
	case <-asked:
	case <-w.ctx.Done():
		t.Fatal("the model is not shown the line")
	}
	if err := w.hear(w.ctx, id, messages.Deleted{ID: "secret"}); err != nil {
		t.Fatal(err)
	}
	w.posted(t, "mira", 2)
	if got := w.post(1).Text; got != "nothing of it" {
		t.Errorf("it says %q, want what a model says that isn't shown the line; decided:\n%s", got, w.decided("mira"))
	}
	if n := calls.Load(); n != 3 {
		t.Errorf("models were asked %d times, want once more for the line", n)
	}
}

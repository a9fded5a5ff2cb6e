package conversation

import (
	"testing"

	"familiar/messages"
)

// TestQuotedPost: what a post that waits for its network shows of the line it answers is
// what that says now.
func TestQuotedPost(t *testing.T) {
	p := newStepper(t)
	p.hear("1", "ana", "aria?")
	p.hear("2", "bob", "aria, and mine?")
	p.step(messages.TimerFired{N: p.s.Seats[0].Debounce.N})
	aside := &messages.Line{ID: "3", Channel: scriptChannel, Author: messages.Author{ID: "cy", Name: "Cy"}, Text: "lunch?"}
	p.step(messages.Heard{Line: aside})
	post := p.says("both of yours")[0]
	if post.Quoting.Text != "aria, and mine?" || p.s.Quoting(post.ID).Text != post.Quoting.Text {
		t.Fatalf("it quotes %+v, and as it reads now %+v", post.Quoting, p.s.Quoting(post.ID))
	}
	p.step(messages.Edited{Line: &messages.Line{ID: "2", Channel: scriptChannel, Author: messages.Author{ID: "bob"}, Text: "aria, and hers?"}})
	if got := p.s.Quoting(post.ID); got.Text != "aria, and hers?" {
		t.Errorf("after an edit it quotes %+v", got)
	}
	p.step(messages.Deleted{ID: "2"})
	if got := p.s.Quoting(post.ID); got.ID != "" || got.Text != "" || p.s.IsMoot(post.ID, p.s.Now) {
		t.Errorf("of a deleted line it quotes %+v, moot: %v; want it made without", got, p.s.IsMoot(post.ID, p.s.Now))
	}
}

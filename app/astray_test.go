package app

import (
	"context"
	"iter"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"familiar/actors/adapter/terminal"
	"familiar/actors/outbox"
	"familiar/journal"
	"familiar/messages"
	"familiar/messages/because"
)

// A cutOff journal was opened after a power cut: it found posts in its outbox
// that its log knows nothing of.
type cutOff struct {
	journal.Journal
	found []journal.Astray
}

func (j cutOff) Astray(_ context.Context, partition int) iter.Seq2[journal.Astray, error] {
	return func(yield func(journal.Astray, error) bool) {
		for _, a := range j.found {
			if j.Partition(a.Channel) == partition && !yield(a, nil) {
				return
			}
		}
	}
}

// TestPostOfALostTime: a post of which the log has lost the order is not sent,
// also where it still waits; a note and a letter tell of it, with its text if
// that is there. What is said from then on is answered.
func TestPostOfALostTime(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		waits := messages.Post{
			ID: messages.PostID(terminal.Channel) + "~aria~900.x~0", Channel: terminal.Channel, Account: "terminal/aria",
			Familiar: "aria", Text: "said in another life", Meta: messages.Meta{At: in(0)},
		}
		settled := waits
		settled.ID = messages.PostID(terminal.Channel) + "~aria~901.y~0"
		s := openWith(t, two, func(o *Options) {
			for _, p := range []messages.Post{waits, settled} {
				if err := o.Journal.Enqueue(t.Context(), 0, p); err != nil {
					t.Fatal(err)
				}
			}
			if err := o.Journal.Remove(t.Context(), settled.Channel, settled.ID); err != nil {
				t.Fatal(err)
			}
			o.Journal = cutOff{o.Journal, []journal.Astray{{Channel: waits.Channel, Post: waits.ID}, {Channel: settled.Channel, Post: settled.ID}}}
		})
		s.say("bob: @Aria hi")
		s.wait(30 * time.Second)
		if got := s.screen.String(); strings.Contains(got, waits.Text) || strings.Count(got, "Aria: ") != 1 {
			t.Errorf("the screen shows %q, want one answer of Aria's and nothing of another life", got)
		}
		texts := map[messages.PostID]string{}
		for l, err := range s.journal.Buried(t.Context()) {
			if err != nil {
				t.Fatal(err)
			}
			if l.Post != nil && l.Unknown {
				texts[l.Post.ID] = l.Post.Text
			}
		}
		if text, is := texts[settled.ID]; texts[waits.ID] != waits.Text || !is || text != "" || len(texts) != 2 {
			t.Errorf("the letters are %q", texts)
		}
		notes := 0
		for n, err := range s.journal.Notes(t.Context(), terminal.Channel, 0) {
			if err != nil {
				t.Fatal(err)
			}
			if n.Rung == "unknown" && n.Familiar == "aria" && strings.HasSuffix(because.Written(n.Reason), outbox.LostOrder) {
				notes++
			}
		}
		if notes != 2 {
			t.Errorf("%d notes tell of posts that may be made again, want 2", notes)
		}
		s.close()
	})
}

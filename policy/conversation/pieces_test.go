package conversation

import (
	"fmt"
	"strings"
	"testing"

	"familiar/messages"
	"familiar/policy/finish"
	"familiar/policy/split"
	"familiar/policy/turn"
)

// TestLongPartsArePostedInPieces: each within the network's limit, in order
// and with an id of its own, whatever the turn's other limits are.
func TestLongPartsArePostedInPieces(t *testing.T) {
	long := strings.TrimSpace(strings.Repeat("some words. ", 10)) // 119 characters
	for _, tt := range []struct {
		story string
		limit split.Limit
		sends int
		parts []string
		want  []string // what the ids end with
	}{
		{"without a limit a part is one post", split.Limit{}, 10, []string{long}, []string{"~0"}},
		{"what fits is one post", split.Limit{Max: 119}, 10, []string{long}, []string{"~0"}},
		{"what doesn't is several", split.Limit{Max: 50}, 10, []string{long}, []string{"~0", "~0.1", "~0.2"}},
		{"the parts keep their numbers", split.Limit{Max: 100}, 10, []string{long, "and on", long + "!"}, []string{"~0", "~0.1", "~1", "~2", "~2.1"}},
		{"pieces don't count as texts of the turn", split.Limit{Max: 50}, 1, []string{long}, []string{"~0", "~0.1", "~0.2"}},
	} {
		t.Run(tt.story, func(t *testing.T) {
			p := newStepper(t, "quick")
			p.s.config.Seats[0].Limit = tt.limit
			p.s.config.Seats[0].Policy.Finish = finish.Limits{Sends: tt.sends}
			p.hear("1", "ana", "Aria?")
			posts := p.says(tt.parts...)
			var ends, texts []string
			for _, post := range posts {
				_, end, _ := strings.Cut(string(post.ID), "~Aria~")
				_, end, _ = strings.Cut(end, "~")
				ends, texts = append(ends, "~"+end), append(texts, post.Text)
				if tt.limit.Max > 0 && tt.limit.Unit.Len(post.Text) > tt.limit.Max {
					t.Errorf("post %s has %d characters, want at most %d", post.ID, tt.limit.Unit.Len(post.Text), tt.limit.Max)
				}
			}
			if got, want := strings.Join(ends, " "), strings.Join(tt.want, " "); got != want {
				t.Errorf("got posts %s, want %s", got, want)
			}
			if got, want := strings.Join(texts, ""), strings.Join(tt.parts, ""); got != want {
				t.Errorf("got the text %q, want %q", got, want)
			}
		})
	}
}

// TestATurnPostsSoManyPieces: what a model writes without end is cut, and said
// to be; so is a correction.
func TestATurnPostsSoManyPieces(t *testing.T) {
	var long strings.Builder
	for n := range 3000 {
		fmt.Fprintf(&long, "line %d\n", n)
	}
	sheds := func(p *stepper) {
		t.Helper()
		shed := 0
		for _, effect := range p.out {
			if n, ok := effect.(*messages.Note); ok && n.Rung == messages.ByShed {
				shed++
			}
		}
		if shed != 1 {
			t.Errorf("got %d notes that the rest is shed, want 1", shed)
		}
	}
	p := newStepper(t, "quick")
	p.s.config.Seats[0].Limit = split.Limit{Max: 100}
	p.hear("1", "ana", "Aria?")
	posts := p.says(long.String())
	if len(posts) != turn.MostPieces {
		t.Errorf("got %d posts, want %d", len(posts), turn.MostPieces)
	}
	sheds(p)
	p = newStepper(t, "quick")
	p.hear("1", "ana", "Aria?")
	p.step(messages.Delivered{Post: p.says("In 1921.")[0].ID, Line: "2"})
	p.hear("3", "ana", "Aria, that's wrong")
	p.s.config.Seats[0].Limit = split.Limit{Max: 100}
	p.step(messages.Composed{N: p.s.Turn.N, Skip: true, Fork: messages.Fork{Line: "2", Why: "the year"}})
	fork := p.s.Duties.Forks[0]
	p.step(messages.Told{From: p.s.Channel.Fix(fork.Line), Fact: messages.ForkFixed{Fork: fork.ID, Familiar: "Aria", Text: long.String()}})
	if len(p.s.Turn.Posts) != turn.MostPieces {
		t.Errorf("got %d posts of a correction, want %d", len(p.s.Turn.Posts), turn.MostPieces)
	}
	sheds(p)
}

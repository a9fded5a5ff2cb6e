package control

import (
	"context"
	"iter"
	"slices"
	"strings"
	"testing"

	"familiar/journal"
	"familiar/messages"
	"familiar/messages/because"
)

// TestADecisionIsToldOnce: what was decided while a stream reads its past is in both, in the
// past as it was written and live as it was decided, and is told once. So is what comes late,
// as from another process; who resumes after that isn't told anything again.
func TestADecisionIsToldOnce(t *testing.T) {
	r, id := newRig(t, nil), channelID("garden", "")
	server := serve(t, r)
	at := func(line messages.LineID, at messages.Instant, why because.Reason) *messages.Note {
		return &messages.Note{Channel: id, Familiar: "aria", Line: line, At: at, Act: messages.Observe, Rung: "sticky", Reason: why}
	}
	weighed := because.Weighed{P: .018373752}
	read := because.Read("sticky", because.Written(weighed))
	if read == because.Reason(weighed) {
		t.Fatalf("%v reads as it was decided: want one that doesn't", read)
	}
	r.hear(id, messages.Heard{Line: line("a", "hi")})
	written := []*messages.Note{at("a", 10, read), at("b", 20, nil), at("d", 40, nil)}
	if err := r.journal.Note(t.Context(), written...); err != nil {
		t.Fatal(err)
	}
	in := r.open(server, garden+"?tail=1", "")
	defer in.cancel()
	in.until("ready")
	for _, n := range []*messages.Note{at("a", 10, weighed), at("b", 20, nil), at("c", 30, nil), at("d", 40, nil), at("e", 50, nil)} {
		r.Feed.Notes([]*messages.Note{n})
	}
	want := []string{"c", "e"}
	told := func(in *reading, want ...string) {
		t.Helper()
		var got []string
		for range want {
			e, err := in.next()
			_, line, _ := strings.Cut(e.data, `"line":"`)
			line, _, _ = strings.Cut(line, `"`)
			if got = append(got, line); err != nil || e.name != "decision" {
				t.Fatalf("got %s %s, %v", e.name, e.data, err)
			}
		}
		if !slices.Equal(got, want) {
			t.Errorf("told are %q, want %q", got, want)
		}
	}
	told(in, want...)
	if err := r.journal.Note(t.Context(), at("e", 50, nil), at("f", 60, nil)); err != nil {
		t.Fatal(err)
	}
	back := r.open(server, garden, in.id)
	defer back.cancel()
	told(back, "f")
}

// TestAStreamThatEndsBeforeAnythingIsTold: who was told nothing but that the past is over
// resumes from there.
func TestAStreamThatEndsBeforeAnythingIsTold(t *testing.T) {
	r, id := newRig(t, nil), channelID("garden", "")
	server := serve(t, r)
	in := r.open(server, garden+"?tail=0", "")
	defer in.cancel()
	in.until("ready")
	r.Feed.Missed()
	if e, err := in.next(); err == nil {
		t.Fatalf("got %s %s, want the end", e.name, e.data)
	}
	r.hear(id, messages.Heard{Line: line("a", "hi")})
	back := r.open(server, garden+"?tail=0", in.id)
	defer back.cancel()
	if got := kinds(back.until("ready")); !slices.Equal(got, []string{"line"}) {
		t.Errorf("told is %q, want the line", got)
	}
}

// A gapped is a journal whose newest notes two processes hold that don't answer.
type gapped struct{ journal.Library }

func (g gapped) Notes(ctx context.Context, id messages.ChannelID, skip int) iter.Seq2[*messages.Note, error] {
	journal.Lacks(ctx, 2)
	return g.Library.Notes(ctx, id, skip)
}

// TestAStreamSaysWhatItLacks: where decisions of the past may be missing, as who has them
// doesn't answer, a stream says so, begun or resumed.
func TestAStreamSaysWhatItLacks(t *testing.T) {
	r := newRig(t, func(o *Options) { o.Journal = gapped{o.Journal} })
	r.hear(channelID("garden", ""), messages.Heard{Line: line("a", "hi")})
	server, resume := serve(t, r), ""
	for range 2 {
		in := r.open(server, garden, resume)
		e, err := in.next()
		for err == nil && e.name != "ready" {
			e, err = in.next()
		}
		if want := `{"lacks":2}`; err != nil || e.data != want {
			t.Errorf("it is told %s, %v; want %s", e.data, err, want)
		}
		resume = in.id
		in.cancel()
	}
}

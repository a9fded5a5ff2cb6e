package virtual

import (
	"errors"
	"slices"
	"testing"
	"time"

	"familiar/messages"
	"familiar/policy/conversation"
	"familiar/policy/ladder"
)

const (
	channel = messages.ChannelID("test//room")
	began   = messages.Instant(1_000_000)
)

// A room answers each turn a while after it was ordered.
type room struct {
	told   []string
	ready  messages.Composed
	at     messages.Instant
	broken error
}

func (r *room) Next(until messages.Instant) (messages.Instant, messages.Event, bool) {
	if r.ready.N == 0 || r.at > until {
		return 0, nil, false
	}
	answer := r.ready
	r.ready = messages.Composed{}
	return r.at, answer, true
}

func (r *room) Take(now messages.Instant, effect messages.Effect) (messages.Event, error) {
	switch order := effect.(type) {
	case messages.Compose:
		r.told = append(r.told, "compose "+now.Sub(began).String())
		r.ready, r.at = messages.Composed{N: order.N, Parts: []string{"hello"}, Final: true}, now.Add(3*time.Second)
		return nil, r.broken
	case messages.Post:
		r.told = append(r.told, "post "+now.Sub(began).String())
		return messages.Delivered{Post: order.ID, Line: "ours"}, nil
	default:
		return nil, nil
	}
}

func begin(r *room) *Drive {
	policy := conversation.Default()
	var d Drive
	d.Begin(conversation.New(channel, &conversation.Config{Room: conversation.DefaultRoom(), Seats: []conversation.SeatConfig{{
		Familiar: "Aria", Self: "us", Name: "Aria", Names: ladder.CompileNames(policy.Ladder.Alias, "Aria"), Policy: policy,
	}}}), r)
	return &d
}

func mention() messages.Event {
	return messages.Heard{Line: &messages.Line{ID: "1", Channel: channel, Text: "@Aria are you there?", At: began, Author: messages.Author{ID: "ana", Name: "ana"}, Mentions: []messages.PersonID{"us"}}}
}

// TestDrive: a mention is answered after the debounce and the time of writing,
// each at its own moment, however far the drive goes at once.
func TestDrive(t *testing.T) {
	r := &room{}
	d := begin(r)
	var events int
	d.Journal = func(messages.Instant, messages.Event) { events++ }
	if err := errors.Join(d.Step(began, mention()), d.Until(began.Add(2*time.Second))); err != nil {
		t.Fatal(err)
	}
	if want := []string{"compose 600ms"}; !slices.Equal(r.told, want) {
		t.Errorf("by 2s: got %q, want %q", r.told, want)
	}
	if err := d.Until(began.Add(time.Hour)); err != nil {
		t.Fatal(err)
	}
	if want := []string{"compose 600ms", "post 3.6s"}; !slices.Equal(r.told, want) {
		t.Errorf("by the end: got %q, want %q", r.told, want)
	}
	if d.Steps != events || events < 4 {
		t.Errorf("%d steps and %d events: want as many, and line, deadline, reply and delivery among them", d.Steps, events)
	}
}

func TestTheWorldsErrorEndsIt(t *testing.T) {
	broken := errors.New("no key")
	d := begin(&room{broken: broken})
	if err := errors.Join(d.Step(began, mention()), d.Until(began.Add(time.Hour))); !errors.Is(err, broken) {
		t.Errorf("got %v, want %v", err, broken)
	}
}

// A loud world always has something.
type loud struct{ room }

func (*loud) Next(until messages.Instant) (messages.Instant, messages.Event, bool) {
	return until, messages.TimerFired{}, true
}

func TestNoEnd(t *testing.T) {
	d := begin(&room{})
	d.World = &loud{}
	if err := d.Until(began); !errors.Is(err, ErrEndless) {
		t.Errorf("got %v, want %v", err, ErrEndless)
	}
}

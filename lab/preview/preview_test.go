package preview

import (
	"errors"
	"fmt"
	"reflect"
	"testing"
	"time"

	"familiar/config"
	"familiar/journal/memory"
	"familiar/lab/corpus"
	"familiar/lab/importer"
	"familiar/lab/replay"
	"familiar/lab/report"
	"familiar/messages"
	"familiar/policy/conversation"
)

const pond = messages.ChannelID("web//pond")

// begin is when the talk of a test begins.
const begin = messages.Instant(1741219200000)

// A room is a channel's journal, filled by hand.
type room struct {
	*memory.Journal
	t   *testing.T
	now time.Time
	n   int
}

func newRoom(t *testing.T) *room {
	r := &room{t: t}
	r.Journal = memory.New(memory.Config{Clock: func() time.Time { return r.now }})
	return r
}

func (*room) at(second int) messages.Instant { return begin.Add(time.Duration(second) * time.Second) }

// hears has somebody say something; an answer names what it answers.
func (r *room) hears(second int, id messages.LineID, who messages.PersonID, text string, answers messages.LineID) {
	line := &messages.Line{ID: id, Channel: pond, Text: text, At: r.at(second), Author: messages.Author{ID: who, Name: string(who)}}
	if who == "U77" {
		line.Nonce = fmt.Sprintf("%s~mira~%d~0", pond, r.n+1)
		r.n++
	}
	line.ReplyTo.ID = answers
	r.append(second, messages.Heard{Line: line})
}

func (r *room) append(second int, e messages.Event) {
	r.t.Helper()
	r.now = r.at(second).Time()
	if _, err := r.Append(r.t.Context(), r.Epoch(0), pond, e); err != nil {
		r.t.Fatal(err)
	}
}

// judged has mira's judge answer the n-th question, about lines.
func (r *room) judged(second int, n uint64, yes bool, lines ...messages.LineID) {
	r.t.Helper()
	for _, id := range lines {
		r.note(&messages.Note{At: r.at(second), Act: messages.Wait, Rung: "rest", Line: id})
	}
	r.append(second, messages.Judged{N: n, Yes: yes})
	r.note(&messages.Note{At: r.at(second), Act: messages.Settled, Rung: messages.ByJudge, N: n, Trigger: messages.Lull})
}

func (r *room) note(n *messages.Note) {
	r.t.Helper()
	n.Channel, n.Familiar = pond, "mira"
	if err := r.Note(r.t.Context(), n); err != nil {
		r.t.Fatal(err)
	}
}

func knobs(t *testing.T, preset string, set ...string) (k config.Knobs) {
	t.Helper()
	k.Policy, _ = conversation.Preset(preset)
	k.Room, _ = conversation.PresetRoom(preset)
	if err := k.Set(set...); err != nil {
		t.Fatal(err)
	}
	return k
}

// evening fills a room with a talk in which mira is called once and its judge was
// asked once.
func evening(t *testing.T) *room {
	r := newRoom(t)
	r.hears(0, "1", "ana", "good evening all", "")
	r.hears(5, "2", "bo", "did anybody see the moths tonight", "")
	r.judged(20, 4, false, "1", "2")
	r.hears(60, "3", "ana", "U77 what do moths eat?", "")
	r.hears(64, "p1", "U77", "nectar, mostly", "3")
	r.hears(70, "4", "ana", "thanks", "")
	r.hears(400, "5", "bo", "does anybody want to see the moth trap?", "")
	r.hears(900, "6", "ana", "which one works best in rain?", "")
	return r
}

// TestSameAsReplay: what a preview says of each setting is what a replay of the same
// journal with the same verdicts says.
func TestSameAsReplay(t *testing.T) {
	r := evening(t)
	before, after := knobs(t, "social"), knobs(t, "social", "chattiness.lull=2s", "chattiness.tier=eager")
	got, err := Run(t.Context(), r, Options{Channel: pond, Familiar: "mira", Name: "Mira", Judged: true, Before: before, After: after})
	if err != nil {
		t.Fatal(err)
	}
	b := corpus.NewBuilder(corpus.Options{})
	if err := importer.ReadJournal(t.Context(), r.Records(t.Context(), 0), importer.Options{}, b.Take); err != nil {
		t.Fatal(err)
	}
	c := b.Corpus()
	verdicts := replay.NewVerdicts(replay.Verdict{Slice: string(pond), Familiar: "U77", Trigger: messages.Lull, Lines: []messages.LineID{"1", "2"}})
	compared := report.New("", 1, report.Setting{}, report.Setting{})
	var unanswered [2]int
	for i, k := range []config.Knobs{before, after} {
		sum, err := replay.Run(t.Context(), c, []corpus.Gold{c.Slice(string(pond)).Gold("U77")}, replay.Options{
			Policy: k.Policy, Room: k.Room, Judge: replay.Exact, Recorded: verdicts, KeepNotes: true,
			Took: func(w replay.Walk) error { compared.Take(i, w); return nil },
		})
		if err != nil {
			t.Fatal(err)
		}
		unanswered[i] = sum.Unrecorded
	}
	want, err := compared.Build()
	if err != nil {
		t.Fatal(err)
	}
	if !reflect.DeepEqual(got.Figures[:], want.Figures) || !reflect.DeepEqual(got.Differences, want.Channels[0].Differences) || got.Unanswered != unanswered {
		t.Errorf("got\n%+v\n%+v %v, want\n%+v\n%+v %v", got.Figures, got.Differences, got.Unanswered, want.Figures, want.Channels[0].Differences, unanswered)
	}
	if unanswered[1] == 0 || len(got.Unknown) != unanswered[1] || got.Figures[0].JudgeCalls == 0 {
		t.Errorf("%d questions are unknown, and %d listed, of %d", unanswered[1], len(got.Unknown), got.Figures[1].JudgeCalls)
	}
	for _, q := range got.Unknown {
		if q.Line == "" || q.Who == "" || q.Text == "" || q.Trigger == "" {
			t.Errorf("unknown: %+v", q)
		}
	}
}

// TestDiffers: a familiar that is not called by its name any more keeps quiet where it
// spoke, and that is all that changes.
func TestDiffers(t *testing.T) {
	got, err := Run(t.Context(), evening(t), Options{
		Channel: pond, Familiar: "mira", Before: knobs(t, "ladder"), After: knobs(t, "ladder", `ladder.rungs=["self", "mention", "rest"]`),
	})
	if err != nil || got.Differ == 0 || len(got.Differences) != got.Differ || got.Unanswered != [2]int{} {
		t.Fatalf("got %+v, %v", got, err)
	}
	for _, d := range got.Differences {
		if d.Sides[0].Act != "spoke" || d.Sides[1].Act == "spoke" || d.Text == "" || d.Sides[1].Why == "" {
			t.Errorf("got %+v", d)
		}
	}
}

func TestNothing(t *testing.T) {
	r := evening(t)
	o := Options{Channel: pond, Familiar: "mira", Before: knobs(t, "social"), After: knobs(t, "social")}
	got, err := Run(t.Context(), r, o)
	if err != nil || got.Differ != 0 || got.Figures[0].Calls != got.Figures[1].Calls {
		t.Errorf("the same setting differs: %+v, %v", got, err)
	}
	o.Since = begin.Add(7 * 24 * time.Hour)
	if _, err := Run(t.Context(), r, o); !errors.Is(err, ErrNothing) {
		t.Errorf("since next week: got %v", err)
	}
	o.Channel, o.Since = "web//hill", 0
	if _, err := Run(t.Context(), r, o); !errors.Is(err, ErrNothing) {
		t.Errorf("where nobody is: got %v", err)
	}
	empty := newRoom(t)
	empty.append(0, messages.TimerFired{N: 1})
	o.Channel = pond
	if _, err := Run(t.Context(), empty, o); !errors.Is(err, ErrNothing) {
		t.Errorf("without a line: got %v", err)
	}
}

// TestNeverSpoke: a familiar that has said nothing yet is called by its name.
func TestNeverSpoke(t *testing.T) {
	r := newRoom(t)
	for n := range 3 {
		r.hears(60*n, messages.LineID(fmt.Sprint(n)), "ana", "Mira what do moths eat?", "")
	}
	got, err := Run(t.Context(), r, Options{Channel: pond, Familiar: "mira", Name: "Mira", Before: knobs(t, "ladder"), After: knobs(t, "ladder", `ladder.rungs=["self", "mention", "rest"]`)})
	if err != nil || got.Figures[0].Calls != 3 || got.Figures[1].Calls != 0 {
		t.Errorf("got %+v, %v", got, err)
	}
}

package why

import (
	"slices"
	"strings"
	"testing"
	"time"

	m "familiar/messages"
	"familiar/messages/because"
	"familiar/policy/ladder"
)

// aria is a familiar of a preset with a judge.
func aria(t testing.TB, preset string) Seat {
	t.Helper()
	c, ok := ladder.Preset(preset)
	if !ok {
		t.Fatalf("there is no preset %q", preset)
	}
	return Seat{Name: "Aria", Ladder: &c, Window: 5 * time.Minute, Judged: true, Unasked: true}
}

// decided is the note of a line with those facts, as the ladder answers it.
func decided(f m.Facts, seat Seat) *m.Note {
	d := ladder.Decide(f, seat.Ladder)
	return &m.Note{Familiar: "aria", Line: "l1", At: 1000, Act: d.Act, Rung: d.Rung, Facts: f}
}

func TestSentences(t *testing.T) {
	const group = m.CreditOn | m.Crowd
	scene := Scene{Author: "Ana", To: "Ben"}
	for _, tt := range []struct {
		what   string
		preset string
		note   m.Note // Act "": as the ladder decides
		want   string
	}{
		{
			"a line for somebody else", "ladder",
			m.Note{Facts: group | m.RepliesToOther},
			"quiet: the line answers Ben and several people are here; it would have answered if the line had mentioned Aria, named Aria, or replied to Aria",
		},
		{
			"chatter in a group that listens", "social",
			m.Note{Facts: group, Act: m.Wait, Rung: "rest", At: 1000, Due: 11000, Term: "lull"},
			"waits: the line is for nobody in particular; it thinks about it in 10s (lull); it would have answered at once if the line had mentioned Aria, named Aria, or replied to Aria",
		},
		{
			"a follow-up that only credit could save", "window",
			m.Note{Facts: group},
			"quiet: the line is for nobody in particular; it would have answered if the line had mentioned Aria, come within 5m of Aria's reply to Ana, or replied to Aria",
		},
		{
			"a mention", "ladder",
			m.Note{Facts: group | m.MentionsUs},
			"answered: the line mentions Aria; it would have kept quiet if the line had not mentioned Aria",
		},
		{
			"two facts at once", "ladder",
			m.Note{Facts: group | m.MentionsUs | m.NamesUs},
			"answered: the line mentions Aria; it would have kept quiet if the line had not mentioned Aria and not named Aria",
		},
		{
			"told to be quiet", "ladder",
			m.Note{Facts: group | m.MentionsUs | m.IsQuiet, Act: m.Observe, Rung: "quiet", Reason: because.Read("quiet", "told to be quiet")},
			"quiet: Aria was told to be quiet; it would have answered if Aria had not been quiet",
		},
		{
			"somebody who wants to be left alone", "ladder",
			m.Note{Facts: group | m.NamesUs, Act: m.Observe, Rung: "alone"},
			"quiet: the line's author asked to be left alone; it would have answered if the line had mentioned Aria, replied to Aria, or Ana had not asked to be left alone",
		},
		{
			"only a person would have been heard", "ladder",
			m.Note{Facts: group | m.MentionsUs | m.FromBot | m.GuardActive, Act: m.Observe, Rung: "guard"},
			"quiet: only bots have talked for too long; it would have answered if a person had written the line or bots had not talked for so long",
		},
		{
			"nothing but money helps against the budget", "ladder",
			m.Note{Facts: group | m.MentionsUs, Act: m.Observe, Rung: "budget", Reason: because.Read("budget", "the budget's limit is reached")},
			"quiet: the budget presses (the budget's limit is reached); it would have answered if the budget had not been used up",
		},
		{
			"the odds were sure of no", "social",
			m.Note{Facts: group, Act: m.Observe, Rung: "rest", Odds: .0031, Bar: .015, Reason: because.Read("rest", "hardly expected to answer")},
			"quiet: the line is for nobody in particular, and the odds of being expected to answer, 0.0031, are below 0.015; it would have answered if the line had mentioned Aria, named Aria, or replied to Aria",
		},
		{
			"the ladder is another by now", "ladder",
			m.Note{Facts: group, Act: m.Wait, Rung: "rest"},
			"waits: the line is for nobody in particular; the configuration is another since",
		},
		{"the judge said no", "social", m.Note{Act: m.Settled, Rung: "judge", Reason: because.Read("judge", "no: they talk among themselves")}, "quiet: its judge said no: they talk among themselves"},
		{
			"the judge had no room", "social",
			m.Note{Act: m.Settled, Rung: "shed", Reason: because.Read("shed", "too many questions wait for a judge")},
			"quiet: more waited than can be kept (too many questions wait for a judge)",
		},
		{"the judge said yes", "social", m.Note{Act: m.Settled, Rung: "judge", Reason: because.Read("judge", "yes: a question")}, "answered: its judge said yes: a question"},
		{"a bot in a group that listens", "social", m.Note{Act: m.Observe, Rung: "rest", Reason: because.Read("rest", "a bot's line arms nothing")}, "quiet: the line is for nobody in particular (a bot's line gives it nothing to think about)"},
		{"a turn", "social", m.Note{Act: m.Settled, Rung: "spoke"}, "answered: the turn was posted"},
		{
			"a spare wrote", "social",
			m.Note{Act: m.Settled, Rung: "spare", Reason: because.Read("spare", "small wrote it: main was passed over, away; second was passed over, busy")},
			"answered: another model of its chain answered (small wrote it: main was passed over, away; second was passed over, busy)",
		},
		{"a part said again", "social", m.Note{Act: m.Settled, Rung: "duplicate", Reason: because.PartKept{Part: 2}}, "quiet: the part says what was said before (part 2 is not posted)"},
		{"a part that is a flood", "social", m.Note{Act: m.Settled, Rung: "outbound-flood", Reason: because.PartKept{Part: 2}}, "quiet: the part is one or two characters over and over (part 2 is not posted)"},
		{"a part behind refused ones", "social", m.Note{Act: m.Settled, Rung: "aborted", Reason: because.PartKept{Part: 6}}, "quiet: too many parts of the turn were refused before this one (part 6 is not posted)"},
		{"a word from another program", "social", m.Note{Act: m.Settled, Rung: "sang", Reason: because.Read("sang", "loudly")}, "noted: loudly"},
		{"one without a reason", "social", m.Note{Act: m.Settled, Rung: "sang"}, "noted: sang"},
		{"a line it must not see", "social", m.Note{Facts: group, Act: m.Observe, Rung: "mode", Reason: because.Read("mode", "it must not see the line")}, "quiet: it must not see the line"},
	} {
		t.Run(tt.what, func(t *testing.T) {
			seat := aria(t, tt.preset)
			n := &tt.note
			if n.Act == "" {
				n = decided(n.Facts, seat)
			}
			if got := Explain(n, seat, scene).Sentence; got != tt.want {
				t.Errorf("\n got %s\nwant %s", got, tt.want)
			}
		})
	}
}

func TestSeries(t *testing.T) {
	for _, tt := range []struct {
		what    string
		clauses []string
		word    string
		want    string
	}{
		{"one", []string{"the line had named Aria"}, or, "the line had named Aria"},
		{"what begins alike", []string{"the line had named Aria", "the line had replied to Aria"}, or, "the line had named Aria or replied to Aria"},
		{"a not before another", []string{"the line had not named Aria", "the line had not replied to Ben"}, and, "the line had not named Aria and not replied to Ben"},
		{"a not before what is to be so", []string{"the line had not replied to Ben", "the line had named Aria"}, and, "the line had not replied to Ben and had named Aria"},
		{"of three", []string{"a person had written it", "the line had not replied to Ben", "the line had named Aria"}, or, "a person had written it, the line had not replied to Ben, or had named Aria"},
	} {
		if got := series(tt.clauses, tt.word); got != tt.want {
			t.Errorf("%s: %q, want %q", tt.what, got, tt.want)
		}
	}
}

// TestAnswerInOne: a decision to answer of which nothing came is told as that,
// and what is the same twice is told once.
func TestAnswerInOne(t *testing.T) {
	engaged := m.Note{Familiar: "aria", Line: "l1", At: 1, Act: m.Engage, Rung: "mention"}
	settled := func(rung m.Rung) *m.Note {
		return &m.Note{Familiar: "aria", Line: "l1", At: 2, Act: m.Settled, Rung: rung, N: 1, Meta: m.Meta{At: 1, SpanID: [8]byte{1}}}
	}
	waited := &m.Note{Familiar: "aria", Line: "l1", At: 1, Act: m.Wait, Rung: "rest"}
	others := func(rung m.Rung) *m.Note {
		n := settled(rung)
		n.Line, n.Reason = "l2", nil
		if rung == "judge" {
			n.Line, n.Reason = "", because.Read(rung, "yes")
		}
		return n
	}
	refused := func(reason string, partly bool) *m.Note {
		n := settled("undeliverable")
		n.Line, n.Reason, n.Partly, n.Meta = "", because.Read(n.Rung, reason), partly, m.Meta{At: 1, SpanID: [8]byte{1}}
		return n
	}
	for _, tt := range []struct {
		what   string
		newest []*m.Note
		want   string
	}{
		{"it spoke", []*m.Note{settled("spoke"), &engaged}, "answered: the line mentions Aria. Then answered: the turn was posted"},
		{"it spoke of something else", []*m.Note{others("spoke"), waited}, "waits: the line is for nobody in particular. Then quiet: a turn about other lines came before it thought about this one"},
		{"it spoke of that, too", []*m.Note{others("spoke"), others("judge"), waited}, "waits: the line is for nobody in particular. Then answered: its judge said yes. Then answered: the turn was posted"},
		{"it chose silence", []*m.Note{settled("silence"), &engaged}, "was to answer: the line mentions Aria. Then quiet: its agent chose to say nothing"},
		{"the network refused it", []*m.Note{refused("part of the rights is not posted: none", false), settled("spoke"), &engaged}, "was to answer: the line mentions Aria. Then quiet: the network has not taken the text (part of the rights is not posted: none)"},
		{"the network refused a part", []*m.Note{refused("part 2 of 2: no permission", true), settled("spoke"), &engaged}, "answered: the line mentions Aria. Then answered: the turn was posted. Then noted: the network has not taken the text (part 2 of 2: no permission)"},
		{"its end was cut off", []*m.Note{settled("cut"), settled("spoke"), &engaged}, "answered: the line mentions Aria. Then answered: the turn was posted. Then answered: its model's limit cut the end of the answer off"},
		{"it knew something of it", []*m.Note{settled("spoke"), settled("lore"), &engaged}, "answered: the line mentions Aria. Then noted: what it knows of what came up was in its prompt. Then answered: the turn was posted"},
		{"it knew something of it and chose silence", []*m.Note{settled("silence"), settled("lore"), &engaged}, "was to answer: the line mentions Aria. Then noted: what it knows of what came up was in its prompt. Then quiet: its agent chose to say nothing"},
		{"the network refused what was cut", []*m.Note{refused("no permission", false), settled("cut"), settled("spoke"), &engaged}, "was to answer: the line mentions Aria. Then quiet: the network has not taken the text (no permission)"},
		{"it is still to be answered", []*m.Note{&engaged}, "is to answer: the line mentions Aria"},
		{"it spoke twice", []*m.Note{settled("spoke"), settled("spoke"), &engaged}, "answered: the line mentions Aria. Then answered: the turn was posted"},
	} {
		t.Run(tt.what, func(t *testing.T) {
			a, ok := Tell(tt.newest, "aria", "l1", Seat{Name: "Aria"}, Scene{})
			if got := a.Sentence(); !ok || got != tt.want {
				t.Errorf("\n got %s\nwant %s", got, tt.want)
			}
		})
	}
}

func TestFactsAreInWords(t *testing.T) {
	all := ^m.Facts(0) >> (64 - len(facts))
	got := Explain(&m.Note{Act: m.Observe, Facts: all}, Seat{Name: "Aria"}, Scene{}).Facts
	if len(got) != len(facts) || slices.Contains(got, "") || strings.ContainsAny(strings.Join(got, ""), "{}") {
		t.Errorf("all facts are %q, want a clause for each of %d", got, len(facts))
	}
	for i := range facts {
		if facts[i].fact != 1<<i {
			t.Errorf("fact %d is not in the order of the bits", i)
		}
	}
}

func TestLength(t *testing.T) {
	for _, tt := range []struct {
		what string
		d    time.Duration
		want string
	}{
		{"whole minutes", 5 * time.Minute, "5m"},
		{"minutes and seconds", 90 * time.Second, "1m30s"},
		{"whole hours", 2 * time.Hour, "2h"},
		{"hours and minutes", 90 * time.Minute, "1h30m"},
		{"ten minutes keep their nought", 10 * time.Minute, "10m"},
		{"part of a second", 1540 * time.Millisecond, "1.5s"},
	} {
		if got := length(tt.d); got != tt.want {
			t.Errorf("%s: %v is %q, want %q", tt.what, tt.d, got, tt.want)
		}
	}
}

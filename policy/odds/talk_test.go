package odds

import (
	"strings"
	"testing"
	"time"

	"familiar/messages"
)

// A talk plays lines to nabi, the familiar, and keeps the last estimate.
type talk struct {
	room  Room
	seat  Seat
	now   messages.Instant
	crowd map[string]bool
	facts Facts
}

// play takes moves: "ana: text", "ana>ben: text" aimed at ben by the network,
// "nabi>ana: text" our own, "eva*: text" by a bot, "+90s" time passes. Lines
// follow each other by ten seconds.
func (k *talk) play(t testing.TB, moves ...string) {
	t.Helper()
	if k.now == 0 {
		k.now, k.crowd = 1_000_000, make(map[string]bool)
	}
	for _, move := range moves {
		if by, ok := strings.CutPrefix(move, "+"); ok {
			d, err := time.ParseDuration(by)
			if err != nil {
				t.Fatal(err)
			}
			k.now = k.now.Add(d)
			continue
		}
		head, text, ok := strings.Cut(move, ": ")
		if !ok {
			t.Fatalf("move %q has no text", move)
		}
		k.now = k.now.Add(10 * time.Second)
		who, whom, _ := strings.Cut(head, ">")
		who, bot := strings.CutSuffix(who, "*")
		var to []messages.PersonID
		if whom != "" {
			to = []messages.PersonID{messages.PersonID("id-" + whom)}
		}
		k.line(messages.Author{ID: messages.PersonID("id-" + who), Name: who, Bot: bot}, text, to)
	}
}

func (k *talk) line(author messages.Author, text string, to []messages.PersonID) {
	l := heard(&k.room, author, text, to, k.now)
	if author.ID == "id-nabi" {
		k.seat.Say(&l)
		return
	}
	if !author.Bot {
		k.crowd[author.Name] = true
	}
	var bits messages.Facts
	for bit, is := range map[messages.Facts]bool{
		messages.FromBot:        author.Bot,
		messages.IsQuestion:     strings.Contains(text, "?"),
		messages.MentionsUs:     len(to) > 0 && to[0] == "id-nabi",
		messages.MentionsOthers: len(to) > 0 && to[0] != "id-nabi",
	} {
		if is {
			bits |= bit
		}
	}
	k.facts = told(&k.seat, &l, KeyOf("id-nabi"), bits, max(2, len(k.crowd)), nil) // in company: alone all is for us
}

// TestTalk: what is expected of nabi, line by line, with the weights the
// program carries. Each case changes one thing of the one it is compared with.
func TestTalk(t *testing.T) {
	answered := []string{"ana>nabi: which kernel has this driver?", "nabi>ana: the newest one has it"}
	more := func(moves ...string) []string { return append(answered[:2:2], moves...) }
	for _, tt := range []struct {
		what        string
		likelier    []string
		than        []string
		by, against string // the feature that speaks for it in the first, or against it in the second; "": any
	}{
		{
			"who was just answered goes on, rather than a stranger",
			more("ana: and how do i install that one?"),
			more("ben: and how do i install that one?"), "talking", "",
		},
		{
			"a question rather than a statement",
			more("ana: and is it stable?"), more("ana: and it is stable"), "question", "",
		},
		{
			"going on rather than thanking",
			more("ana: i will try that now"), more("ana: thanks i will try that"), "", "thanks",
		},
		{
			"a sentence rather than a word",
			more("ana: it says the module is missing"), more("ana: missing"), "", "short",
		},
		{
			"at once rather than much later",
			more("ana: it still says missing"), more("+3h", "ana: it still says missing"), "spoke_time", "",
		},
		{
			"soon after rather than after many lines",
			more("ben: good morning", "ana: it still says missing"),
			more("ben: good morning", "ben: how are things here", "cleo: fine here so far", "ben: good to hear", "cleo: and over there with you", "ben: the same", "ana: it still says missing"),
			"spoke", "",
		},
		{
			"for nobody by name rather than for somebody else",
			more("ana: does it work for you?"), more("ana>ben: does it work for you?"), "", "aimed_away",
		},
		{
			"the same when only the text says so",
			more("ben: hello everyone", "ana: does it work for you?"), more("ben: hello everyone", "ana: ben, does it work for you?"), "", "calls_other",
		},
		{
			"a call of somebody not seen here counts against it, too",
			more("ana: does it work for you?"), more("ana: zoltan: does it work for you?"), "", "calls_unknown",
		},
		{
			"a part of our name at the head rather than no name",
			more("ben: nab, does it work for you?"), more("ben: does it work for you?"), "called_head", "",
		},
		{
			"a human rather than a bot",
			more("ben: does it work for you?"), more("eva*: does it work for you?"), "", "bot",
		},
		{
			"while nobody else has answered the author",
			more("ben: it does", "ana: does it work for you?"), more("ben>ana: it does", "ana: does it work for you?"), "", "got_answer",
		},
		{
			"while the author isn't talking with somebody else",
			more("ana: thinking", "ana: does it work for you?"), more("ana>ben: thinking", "ana: does it work for you?"), "", "away",
		},
		{
			"in a small round rather than in a crowd",
			more("ben: it does", "ben: it really does", "ben: believe me", "ana: does it work for you?"),
			more("ben: it does", "cleo: it really does", "dora: believe me", "ana: does it work for you?"), "", "crowd",
		},
		{
			"about what we talked of rather than anything",
			more("ana: so the newest kernel then"), more("ana: so the oldest garden then"), "overlap", "",
		},
		{
			"a stranger's question when we have taken such ones before",
			[]string{"ana: where is the manual?", "nabi>ana: on the first page", "cleo: who has a spare key?", "nabi>cleo: i have one", "+1h", "ben: what is a module?"},
			[]string{"ana: where is the manual?", "nabi>nobody: good morning", "cleo: who has a spare key?", "nabi>nobody: nice day", "+1h", "ben: what is a module?"},
			"takes_cold", "",
		},
	} {
		t.Run(tt.what, func(t *testing.T) {
			var first, second talk
			first.play(t, tt.likelier...)
			second.play(t, tt.than...)
			a, b := Builtin().Of(&first.facts), Builtin().Of(&second.facts)
			t.Logf("%v, not %v", a, b)
			if a.P <= b.P {
				t.Errorf("got %v and %v, want the first likelier", a, b)
			}
			if got := adds(&first.facts, tt.by); tt.by != "" && got <= adds(&second.facts, tt.by) {
				t.Errorf("%s adds %.2f, and %.2f to the other; want more", tt.by, got, adds(&second.facts, tt.by))
			}
			if got := adds(&second.facts, tt.against); tt.against != "" && got >= adds(&first.facts, tt.against) {
				t.Errorf("%s adds %.2f to the second, and %.2f to the first; want less", tt.against, got, adds(&first.facts, tt.against))
			}
		})
	}
}

// adds returns what a feature adds with the weights the program carries.
func adds(f *Facts, name string) float64 {
	at, ok := featureOf(name)
	if !ok {
		return 0
	}
	var values [features]float64
	f.measure(&values)
	return (builtin.each[at] + builtin.gated[at]*values[builtin.gate]) * values[at]
}

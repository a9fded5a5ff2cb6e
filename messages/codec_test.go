package messages

import (
	"bytes"
	"go/ast"
	"go/parser"
	"go/token"
	"reflect"
	"strings"
	"testing"

	"familiar/messages/because"
)

func fullLine() *Line {
	return &Line{
		ID: "m1", Channel: "discord/g/c", Account: "felix-discord",
		Author: Author{ID: "u1", Name: "Ana \"#\" 🦊", Bot: true},
		Text:   "hi <@u2> & all\n\u2028", At: 1_700_000_000_123,
		Mentions: []PersonID{"u2", "u3"}, Everyone: true, Roles: []string{"mods"},
		ReplyTo:     Reply{ID: "m0", Author: "u2", ThreadRoot: true},
		Attachments: []Attachment{{ID: "a", Name: "cat.png", Type: "image/png", Bytes: 9}},
		Nonce:       "n", DM: true, ExplicitOnly: true, LullEndpoint: true, Backfilled: true, Crowded: true, Notice: true, Overdrawn: true, SharesDay: true, Pane: true, Audience: AudienceAll, Agreed: 7, Root: "m9",
		Meta: Meta{TraceID: [16]byte{1, 15: 255}, SpanID: [8]byte{7: 9}, At: 5, ID: 1 << 31, Flags: 1},
	}
}

// everyEvent has each kind with no field at its zero value.
var everyEvent = []struct {
	story string
	event Event
}{
	{"somebody posts", Heard{fullLine()}},
	{"a second account hears it", AlsoHeard{fullLine()}},
	{"the line changes", Edited{fullLine()}},
	{"the line goes", Deleted{ID: "m1"}},
	{"somebody takes a reaction back", Reacted{Line: "m1", By: Author{ID: "u", Name: "Ana", Bot: true}, Emoji: "👍", Removed: true}},
	{"a deadline comes", TimerFired{N: 1<<64 - 1}},
	{"the judge answers", Judged{N: 2, Yes: true, Reason: "asked", Error: "late", Shed: true, Fault: Lasting, Who: "vesper"}},
	{"the agent answers", Composed{N: 3, Parts: []string{"a", ""}, Final: true, Skip: true, SkipAfter: 1, Disengage: true, Error: "x", Took: []LineID{"m4"}, Reactions: []Reaction{{Line: "m1", Emoji: "👍"}}, Fork: Fork{Line: "m0", Why: "the year"}, Edits: []Revision{{Line: "m0", Text: "1922"}}, Files: map[int]File{1: {Name: "a.md", Text: "b"}}, Cut: "cut at 9 tokens", Lore: []string{"lamp"}, Memories: []Recollection{{ID: 3, Why: ForBoth, Alike: 61, From: "web//a"}}, Checks: []Check{{By: "words", Did: CheckChanged, Why: "a word"}}, Model: "spare", Passed: []PassedOver{{Model: "main", Why: PassAway}}, Fault: Costly, After: 30_000_000_000, Form: 2}},
	{"a model says what to keep", Memorized{N: 12, Lessons: []Lesson{{Text: "Ana keeps bees", From: []LineID{"m1"}, About: "m1", Sure: 90, Replaces: 2}}, Error: "late", Fault: Costly}},
	{"an account is back", PresenceChanged{Account: "felix-discord", Online: true}},
	{"the network takes a part", Delivered{Post: "p", Line: "m2", Thread: "discord/g/c/t", Audience: AudienceSome}},
	{"the network refuses a part", DeliveryFailed{Post: "p", Reason: "gone", Unknown: true, Lost: true}},
	{"an operator commands", Commanded{By: Author{ID: "u", Name: "Ana", Bot: true}, Familiar: "felix", Command: Turns, Text: "skip", Timed: true, N: 1, For: 1_800_000_000_000}},
	{"members are counted", MembersKnown{N: 4, Humans: 2, Bots: 1, FetchedAt: 6, Truncated: true}},
	{"history comes", HistoryFetched{N: 5, Lines: []*Line{fullLine(), {ID: "m3", Text: "x"}}}},
	{"the budget shrinks", PressureChanged{Familiar: "aria", Step: 3}},
	{"a room tells its thread", Told{From: "discord/g/c", Fact: ForkBegun{Fork: 10, Familiar: "aria", Text: "in 1912", Why: "the year"}}},
	{"the configuration changes", Reconfigured{Generation: 2}},
	{"somebody wants to be forgotten", Forgotten{Person: "u1", Before: 7, All: true, Erase: true}},
	{"a text is gone", Erased{N: 8}},
	{"a poisonous event is left out", Skipped{Seq: 9, Reason: "panic"}},
	{"the operator makes a claim code", ClaimOpened{Sum: []byte{1, 2}, Role: "owner", Scope: "discord:9"}},
	{"somebody asks why", Explained{N: 11, Notes: []*Note{{Channel: "discord/g/c", Familiar: "aria", Line: "m1", At: 5, Act: Observe, Rung: "rest", Reason: because.Read("rest", "no"), Facts: Crowd, Odds: .25, Bar: .5}}}},
	{"the operator ends a link", LinkEnded{Network: "irc", Person: "u"}},
	{"the operator takes a role back", RoleRevoked{Role: "owner", Person: "u"}},
}

func TestEventsRoundTrip(t *testing.T) {
	for _, tt := range everyEvent {
		t.Run(tt.story, func(t *testing.T) {
			assertFull(t, reflect.ValueOf(tt.event))
			b, err := EncodeEvent(tt.event)
			if err != nil {
				t.Fatal(err)
			}
			got, err := DecodeEvent(b)
			if err != nil {
				t.Fatalf("%v in %s", err, b)
			}
			if !reflect.DeepEqual(got, tt.event) {
				t.Errorf("got  %#v\nwant %#v\nfrom %s", got, tt.event, b)
			}
		})
	}
}

// assertFull keeps the table honest: a field somebody adds must be set there,
// else its loss would go unseen.
func assertFull(t *testing.T, event reflect.Value) {
	t.Helper()
	for i := range event.NumField() {
		field := event.Field(i)
		if field.IsZero() {
			t.Errorf("%s.%s is zero in the table", event.Type(), event.Type().Field(i).Name)
		}
		if line, ok := field.Interface().(*Line); ok {
			assertFull(t, reflect.ValueOf(*line))
		}
	}
}

// TestEveryEventIsInTheTable finds the kinds in the source, by their method.
func TestEveryEventIsInTheTable(t *testing.T) {
	file, err := parser.ParseFile(token.NewFileSet(), "event.go", nil, 0)
	if err != nil {
		t.Fatal(err)
	}
	listed := map[string]bool{}
	for _, tt := range everyEvent {
		listed[reflect.TypeOf(tt.event).Name()] = true
	}
	found := 0
	for _, decl := range file.Decls {
		f, ok := decl.(*ast.FuncDecl)
		if !ok || f.Recv == nil || f.Name.Name != "event" {
			continue
		}
		found++
		if name := f.Recv.List[0].Type.(*ast.Ident).Name; !listed[name] {
			t.Errorf("%s is not in everyEvent", name)
		}
	}
	if found != len(everyEvent) {
		t.Errorf("found %d kinds in the source, %d in the table", found, len(everyEvent))
	}
}

func TestDecodeEventRefuses(t *testing.T) {
	for _, tt := range []struct{ story, in, want string }{
		{"nothing", ``, "want {"},
		{"another form", `[1]`, "want {"},
		{"a kind from the future", `{"sung":{"n":1}}`, `"sung": unknown kind`},
		{"a body of another shape", `{"judged":{"n":"x"}}`, `"judged": json`},
		{"a body cut short", `{"judged":{"n":1}`, `"judged": unexpected end`},
		{"a body of null", `{"heard":null}`, "want {"},
		{"two kinds in one", `{"judged":{"n":1},"told":{"what":"x"}}`, `"judged": invalid`},
		{"a broken trace", `{"heard":{"id":"1","meta":"00-xyz 1 1"}}`, "traceparent"},
	} {
		t.Run(tt.story, func(t *testing.T) {
			if e, err := DecodeEvent([]byte(tt.in)); err == nil || !strings.Contains(err.Error(), tt.want) {
				t.Errorf("got %v, %v; want an error with %q", e, err, tt.want)
			}
		})
	}
}

func TestEncodeEventRefuses(t *testing.T) {
	for _, tt := range []struct {
		story string
		event Event
	}{
		{"no event", nil},
		{"a line event without its line", Heard{}},
		{"history with a hole", HistoryFetched{Lines: []*Line{nil}}},
	} {
		t.Run(tt.story, func(t *testing.T) {
			if b, err := EncodeEvent(tt.event); err == nil {
				t.Errorf("got %s, want an error", b)
			}
		})
	}
}

func TestAdditiveFields(t *testing.T) {
	got, err := DecodeEvent([]byte(`{"judged":{"n":4,"confidence":0.7}}`))
	if want := (Judged{N: 4}); err != nil || got != want {
		t.Errorf("got %v, %v; want %v", got, err, want)
	}
}

// FuzzDecodeEvent: no bytes panic it, and what it accepts it can write again,
// always the same.
func FuzzDecodeEvent(f *testing.F) {
	for _, tt := range everyEvent {
		b, err := EncodeEvent(tt.event)
		if err != nil {
			f.Fatal(err)
		}
		f.Add(b)
	}
	f.Add([]byte(`{"history-fetched":{"lines":[null]}}`))
	f.Fuzz(func(t *testing.T, b []byte) {
		e, err := DecodeEvent(b)
		if err != nil {
			return
		}
		once, err := EncodeEvent(e)
		if err != nil {
			t.Fatalf("accepted %q but can't write it: %v", b, err)
		}
		again, err := DecodeEvent(once)
		if err != nil {
			t.Fatalf("can't read its own %q: %v", once, err)
		}
		if twice, _ := EncodeEvent(again); !bytes.Equal(once, twice) {
			t.Errorf("wrote %s, then %s", once, twice)
		}
	})
}

func plainLine() Event {
	return Heard{&Line{
		ID: "1183746352716352", Channel: "discord/8837462/99182736", Account: "felix-discord",
		Author: Author{ID: "77162538", Name: "Ana"}, At: 1_700_000_000_123,
		Text: strings.Repeat("so who brings the cake tomorrow? ", 4),
		Meta: Meta{TraceID: [16]byte{1}, SpanID: [8]byte{2}, At: 1_700_000_000_124},
	}}
}

func BenchmarkEncodeEvent(b *testing.B) {
	e := plainLine()
	b.ReportAllocs()
	for b.Loop() {
		if _, err := EncodeEvent(e); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkDecodeEvent(b *testing.B) {
	encoded, err := EncodeEvent(plainLine())
	if err != nil {
		b.Fatal(err)
	}
	b.ReportAllocs()
	for b.Loop() {
		if _, err := DecodeEvent(encoded); err != nil {
			b.Fatal(err)
		}
	}
}

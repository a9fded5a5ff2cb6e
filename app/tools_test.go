package app

import (
	"bytes"
	"encoding/json"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"testing"

	"familiar/llm"
	"familiar/llm/llmtest/server"
	"familiar/messages"
	"familiar/policy/conversation"
)

// scripted answers a line that has a word with a call, and the call's result
// with its words; any other line is answered with "fine".
func scripted(calls map[string]llm.Call) *server.Server {
	return server.Func(func(r server.Request) server.Answer {
		last := r.Messages[len(r.Messages)-1]
		if last.Role == llm.ToolRole {
			_, result, _ := strings.Cut(last.Text, "[tool] ")
			return server.Say("told: " + result)
		}
		if strings.Contains(last.Text, "! [fix]") {
			return server.Say("In 1912.")
		}
		_, asked, _ := strings.Cut(last.Text, "# Current")
		for word, call := range calls {
			if strings.Contains(asked, word) {
				if own := ownLine.FindStringSubmatch(last.Text); own != nil {
					call.Arguments = bytes.Replace(call.Arguments, []byte(itsOwn), []byte(own[1]), 1)
				}
				return server.Answer{Calls: []llm.Call{call}}
			}
		}
		return server.Say("fine")
	})
}

// itsOwn, as an argument, stands for the number of the first of its own lines
// that the model is shown. Whether the person's next one comes before it depends
// on how soon the network says that it is delivered.
const itsOwn = `"its own"`

var ownLine = regexp.MustCompile(`\[#(\d+) [^]]*you\] `)

func call(tool string, arguments map[string]any) llm.Call {
	raw, _ := json.Marshal(arguments) // a map of plain values always marshals
	return llm.Call{ID: "call-1", Name: tool, Arguments: raw}
}

// TestTools plays each tool that reaches out of a turn through the whole
// program, with a model behind HTTP.
func TestTools(t *testing.T) {
	t.Setenv("MODEL_KEY", secretKey)
	calls := map[string]llm.Call{
		"hold": call("engage", map[string]any{"channel": "web//mira", "thread": ""}),
		"back": call("history", map[string]any{"before": 2, "n": 50}),
		"wave": call("react", map[string]any{"line": 1, "emoji": ":wave:"}),
		"file": call("attachments_list", nil),
		"year": call("fork", map[string]any{"line": "its own", "why": "the year"}),
	}
	w := wire(t, seated("mira", "openai", server.Start(t, scripted(calls)), `preset = "window"`))
	told := func(story, line, want string) {
		t.Helper()
		before := w.count("mira")
		w.say(t, "mira", line)
		w.posted(t, "mira", before+1)
		if got := w.post(before); !strings.Contains(got.Text, want) {
			t.Errorf("%s: it says %q, want %q in it", story, got.Text, want)
		}
	}
	told("a line that needs no tool", "plain", "fine")
	told("a line is read back", "back", "Ana: @Fmira is it plain?")
	told("the window is opened", "hold", "done: every line there is for you now")
	if decided := w.decided("mira"); !strings.Contains(decided, "settled command: engage") {
		t.Errorf("got\n%swant the channel to have decided on engage", decided)
	}
	told("the network hands out no files", "file", "there is no tool")
	told("a reaction is added", "wave", "it is added")
	w.until(t, "mira", "a reaction", func() bool { return len(w.reacted) == 1 })
	told("a fork is asked for", "year", "it is asked for")
	w.until(t, "mira", "a correction", func() bool { return w.said[len(w.said)-1].Text == "In 1912." })
	if got := w.post(w.count("mira") - 1); got.ReplyTo == "" || got.Channel != channelOf("mira") {
		t.Errorf("the correction is %+v, want it in reply to the wrong line", got)
	}
}

// TestEngageIsRefusedTruly: another familiar holds the window, and the model is
// told which.
func TestEngageIsRefusedTruly(t *testing.T) {
	t.Setenv("MODEL_KEY", secretKey)
	held := call("engage", map[string]any{"channel": "web//mira", "thread": ""})
	address := server.Start(t, scripted(map[string]llm.Call{"hold": held}))
	text := seated("mira", "openai", address, `preset = "window"`) + seated("bo", "openai", address, `preset = "window"`)
	w := wire(t, strings.Replace(text, `familiars = ["mira"]`, `familiars = ["mira", "bo"]`, 1))
	seats := w.app.now.Load().Channel(channelOf("mira")).Seats
	if err := w.app.Tell(w.ctx, channelOf("mira"), messages.Commanded{Command: messages.EngageHere, Familiar: seats[1].Familiar}); err != nil {
		t.Fatal(err)
	}
	w.say(t, "mira", "hold")
	w.posted(t, "mira", 1)
	w.until(t, "mira", "mira's words", func() bool {
		return slices.ContainsFunc(w.said, func(p messages.Post) bool {
			return p.Familiar == "mira" && strings.Contains(p.Text, "refused: bo holds the window")
		})
	})
}

// TestHistoryForgets: what was deleted, forgotten or ignored is not read back.
func TestHistoryForgets(t *testing.T) {
	line := func(id, who, text string) *messages.Line {
		return &messages.Line{ID: messages.LineID(id), Author: messages.Author{ID: messages.PersonID(who), Name: who}, Text: text}
	}
	said := []messages.Event{
		messages.Heard{Line: line("1", "ana", "old")},
		messages.Heard{Line: line("2", "ana", "one")},
		messages.Heard{Line: line("3", "spam", "buy")},
		messages.Heard{Line: line("4", "bob", "two")},
		messages.Heard{Line: line("5", "us", "three")},
		messages.AlsoHeard{Line: line("5", "us", "three")},
		messages.Edited{Line: line("2", "ana", "won")},
		messages.Heard{Line: line("6", "ana", "now")},
		messages.Heard{Line: line("7", "ana", "later")},
	}
	for _, tt := range []struct {
		story  string
		before messages.LineID
		then   messages.Event
		want   string
	}{
		{"before a line", "6", nil, "1 old, 2 won, 4 two, 5 three (own)"},
		{"before one nobody knows, the newest", "99", nil, "1 old, 2 won, 4 two, 5 three (own), 6 now, 7 later"},
		{"a line is deleted", "6", messages.Deleted{ID: "4"}, "1 old, 2 won, 5 three (own)"},
		{"a person is forgotten", "6", messages.Forgotten{Person: "ana"}, "4 two, 5 three (own)"},
		{"what is old is forgotten", "6", messages.Forgotten{Before: 3}, "4 two, 5 three (own)"},
		{"all is", "6", messages.Forgotten{All: true}, ""},
		{"a line comes again, changed", "6", messages.Edited{Line: line("4", "bob", "too")}, "1 old, 2 won, 4 too, 5 three (own)"},
	} {
		t.Run(tt.story, func(t *testing.T) {
			p := past{before: tt.before, self: "us", ignore: []messages.PersonID{"spam"}, heard: map[messages.LineID]bool{}}
			for i, e := range append(slices.Clone(said), tt.then) {
				if e != nil {
					p.take(messages.Instant(i+1), e)
				}
			}
			var got []string
			for _, q := range p.visible() {
				text := fmt.Sprint(q.ID, " ", q.Text)
				if q.Own {
					text += " (own)"
				}
				got = append(got, text)
			}
			if strings.Join(got, ", ") != tt.want {
				t.Errorf("got %q, want %q", got, tt.want)
			}
		})
	}
}

// TestHistoryOfAThread: what was fetched while a line waited stands before it,
// though the journal has it behind, and a thread's start goes with the room's
// line.
func TestHistoryOfAThread(t *testing.T) {
	line := func(id, who string) *messages.Line {
		return &messages.Line{ID: messages.LineID(id), Author: messages.Author{ID: messages.PersonID(who), Name: who}, Text: id}
	}
	root := line("q", "ana")
	root.Root = "q"
	said := []messages.Event{
		messages.Heard{Line: line("r", "us")},
		messages.HistoryFetched{N: 1, Lines: []*messages.Line{root, line("r", "us"), line("f", "ana")}},
		messages.Heard{Line: line("f", "ana")},
		messages.Heard{Line: line("n", "ana")},
	}
	gone := messages.Told{From: "slack/T/room", Fact: messages.RootGone{Line: "q"}}
	for _, tt := range []struct {
		story  string
		before messages.LineID
		then   messages.Event
		want   string
	}{
		{"before the line that waited", "r", nil, "q"},
		{"before a later one", "n", nil, "q r f"},
		{"before the thread's start", "q", nil, ""},
		{"the newest", "", nil, "q r f n"},
		{"the start is gone", "n", gone, "r f"},
	} {
		t.Run(tt.story, func(t *testing.T) {
			p := past{before: tt.before, self: "us", heard: map[messages.LineID]bool{}}
			for i, e := range append(slices.Clone(said), tt.then) {
				if e != nil {
					p.take(messages.Instant(i+1), e)
				}
			}
			var got []string
			for _, q := range p.visible() {
				got = append(got, q.Text)
			}
			if strings.Join(got, " ") != tt.want {
				t.Errorf("got %q, want %q", got, tt.want)
			}
		})
	}
}

// TestHistoryOfASharedAccount: of what one account said, each familiar's own is
// told apart.
func TestHistoryOfASharedAccount(t *testing.T) {
	c := &conversation.Config{}
	for _, who := range []messages.FamiliarID{"aria", "pip"} {
		seat := conversation.SeatConfig{Familiar: who, Name: strings.ToUpper(string(who)), Persona: true}
		seat.Meet(messages.Author{ID: "house", Name: "House"})
		c.Seats = append(c.Seats, seat)
	}
	p := past{self: "house", who: "pip", in: c, heard: map[messages.LineID]bool{}}
	for i, l := range []messages.Line{
		{Author: messages.Author{ID: "house"}, Nonce: "irc/x/den~pip~7~0", Text: "one"},
		{Author: messages.Author{ID: "house"}, Text: "ARIA: two"},
		{Author: messages.Author{ID: "ana", Name: "Ana"}, Text: "PIP: three"},
	} {
		l.ID = messages.LineID(fmt.Sprint(i))
		p.take(1, messages.Heard{Line: &l})
	}
	var got []string
	for _, q := range p.visible() {
		got = append(got, fmt.Sprint(q.Author.Name, " ", q.Text, " ", q.Own))
	}
	if got, want := strings.Join(got, ", "), "PIP one true, ARIA two false, Ana PIP: three false"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}

// TestHistoryOfALongChannel: no more is kept than may be asked for.
func TestHistoryOfALongChannel(t *testing.T) {
	p := past{heard: map[messages.LineID]bool{}}
	for i := range 5 * historyKept {
		p.take(1, messages.Heard{Line: &messages.Line{ID: messages.LineID(fmt.Sprint(i))}})
	}
	if n := len(p.lines); n < historyKept || n > 2*historyKept || p.lines[n-1].ID != "4999" {
		t.Errorf("%d lines are kept, the last %s", n, p.lines[n-1].ID)
	}
}

// TestNobodyDecides: a channel that says nothing is not taken for one that did.
func TestNobodyDecides(t *testing.T) {
	var as asks
	answer, forget := as.wait(ask{"c", "aria", 7})
	see := as.answered(nil)
	for _, n := range []messages.Note{
		{Channel: "c", Familiar: "aria", N: 8, Rung: "command", Reason: "engage"},
		{Channel: "c", Familiar: "bo", N: 7, Rung: "command", Reason: "engage"},
		{Channel: "d", Familiar: "aria", N: 7, Rung: "command", Reason: "engage"},
		{Channel: "c", Familiar: "aria", N: 7, Rung: "spoke"},
	} {
		see([]*messages.Note{&n})
	}
	select {
	case got := <-answer:
		t.Fatalf("got %q of another decision", got)
	default:
	}
	mine := &messages.Note{Channel: "c", Familiar: "aria", N: 7, Rung: "refused", Reason: "engage: bo holds the window"}
	see([]*messages.Note{mine, mine})
	if got := <-answer; got != "bo holds the window" {
		t.Errorf("got %q, want why", got)
	}
	forget()
	see([]*messages.Note{mine})
	if as.open.Load() != 0 || len(as.waiting) != 0 {
		t.Errorf("%d wait still", as.open.Load())
	}
}

// count gives how many posts a channel has.
func (w *wired) count(channel string) int {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.posts[channelOf(channel)]
}

// post gives the post after so many, of all channels.
func (w *wired) post(after int) messages.Post {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.said[after]
}

package board

import (
	"errors"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	tea "charm.land/bubbletea/v2"
	"charm.land/lipgloss/v2"

	"familiar/control"
	"familiar/messages"
)

var update = flag.Bool("update", false, "rewrite the golden screens")

var began = time.Date(2026, 1, 2, 14, 2, 11, 0, time.UTC)

// town is what a running program answers in these tests; asked is what it was
// asked for beside its channels.
type town struct{ asked []string }

func (p *town) program() Program {
	return Program{
		Channels: func() (Overview, error) { return seen(), nil },
		Why: func(channel messages.ChannelID, line messages.LineID) ([]control.Reason, error) {
			p.asked = append(p.asked, fmt.Sprintf("why %s %s", channel, line))
			return whyMoths(), nil
		},
		Order: func(o Order) ([]control.Verdict, error) {
			p.asked = append(p.asked, fmt.Sprintf("%s %s %s", o.Command, o.Channel, o.Familiar))
			return []control.Verdict{{Familiar: "aria", Done: true}}, nil
		},
	}
}

func seen() Overview {
	now := messages.InstantOf(began)
	return Overview{Now: now, Channels: []messages.Status{
		{Channel: "web//garden", Crowd: true, Guard: 2, Window: "aria", WindowUntil: now.Add(12 * time.Minute), Seats: []messages.SeatStatus{
			{Familiar: "aria", Act: messages.Composing, Trigger: messages.Address, Credits: 2, Backlog: 1, Learned: &messages.Learned{Lift: -.53, Welcome: 12.4, Unwelcome: 3, Missed: 1}},
			{Familiar: "pip", Act: messages.Hushed, Until: now.Add(time.Minute)},
		}},
		{Channel: "discord/123/飞蛾与花园", Seats: []messages.SeatStatus{{Familiar: "小飞", Act: messages.Waiting, Thinks: now.Add(7 * time.Second), Term: "lull", Backlog: 3, Pressure: 1}}},
		{Channel: "web//porch", Guard: 9, Guarded: true, Floor: "pip", Seats: []messages.SeatStatus{{Familiar: "pip", Act: messages.Judging, Trigger: messages.Lull}}},
	}, Unmatched: []messages.Unmatched{{Channel: "web//attic", Lines: 3, Reason: "no rule matches it"}}, UnmatchedAll: 9}
}

// TestSilent: a process that didn't answer is named below the channels.
func TestSilent(t *testing.T) {
	m := Model{overview: seen(), now: began}
	m.overview.Silent = []control.Silent{{Process: "C9", Host: "tavern-3\x1b[2J"}}
	list := strings.Join(m.list(80, 10), "\n")
	if !strings.Contains(list, "tavern-3[2J (C9) did not answer") || !strings.Contains(list, "8 more channels without a familiar") || !strings.Contains(list, "web//garden") {
		t.Errorf("got\n%s", list)
	}
	if small := m.list(80, 2); len(small) != 2 || !strings.Contains(small[0], "web//garden") {
		t.Errorf("in two rows: got %q", small)
	}
}

func whyMoths() []control.Reason {
	return []control.Reason{{
		Line: "m1", Familiar: "aria", Name: "Aria", Verdict: "answered", Sentence: "I answered because the line mentions me.",
		Facts: []string{"mentions us", "has our name in it"}, Flips: []control.Flip{{To: "quiet", If: []string{"it had not mentioned me", "the author were a bot"}}},
	}}
}

// decidedAt is some decisions, the newest last.
func decidedAt() (sent []tea.Msg) {
	at := messages.InstantOf(began)
	for i, n := range []messages.Note{
		{Channel: "web//garden", Familiar: "pip", Line: "m0", Act: messages.Observe, Rung: "quiet"},
		{Channel: "discord/123/飞蛾与花园", Familiar: "小飞", Line: "d1", Act: messages.Wait, Rung: "rest"},
		{Channel: "web//garden", Familiar: "aria", Line: "m1", Act: messages.Engage, Rung: "mention"},
	} {
		n.At = at.Add(time.Duration(i) * time.Second)
		sent = append(sent, Decided{&n})
	}
	return sent
}

// open returns a board of the town that was sent its decisions.
func open(p *town, columns, rows int) Model {
	m := New(p.program(), seen(), began)
	m.Steers, m.Look.Zone = true, time.UTC
	return feed(m, append(decidedAt(), tea.WindowSizeMsg{Width: columns, Height: rows}, came{overview: seen(), at: began})...)
}

// feed sends messages, and what commands answer at once.
func feed(m Model, sent ...tea.Msg) Model {
	for _, msg := range sent {
		asked := m.newest
		next, cmd := m.Update(msg)
		m = next.(Model)
		if _, polled := msg.(came); cmd == nil || polled && asked.channel == m.newest.channel && asked.since == m.newest.since {
			continue // there is only the next beat to wait for
		}
		switch got := first(cmd).(type) {
		case answered, obeyed:
			m = feed(m, got)
		}
	}
	return m
}

// first runs a command, or of a batch the last: the first is the next beat.
func first(cmd tea.Cmd) tea.Msg {
	msg := cmd()
	batch, is := msg.(tea.BatchMsg)
	if !is {
		return msg
	}
	return batch[len(batch)-1]()
}

// keys are those of a text, names in angle brackets.
func keys(text string) (pressed []tea.Msg) {
	named := map[string]rune{"<down>": tea.KeyDown, "<up>": tea.KeyUp, "<enter>": tea.KeyEnter, "<esc>": tea.KeyEscape, "<tab>": tea.KeyTab, "<end>": tea.KeyEnd, "<home>": tea.KeyHome, "<pgdown>": tea.KeyPgDown, "<back>": tea.KeyBackspace}
	for text != "" {
		if end := strings.Index(text, ">"); text[0] == '<' {
			pressed = append(pressed, tea.KeyPressMsg{Code: named[text[:end+1]]})
			text = text[end+1:]
			continue
		}
		r := []rune(text)[0]
		pressed = append(pressed, tea.KeyPressMsg{Code: r, Text: string(r)})
		text = text[len(string(r)):]
	}
	return pressed
}

// TestKeys: what is on the screen, and what the program was asked, after keys.
func TestKeys(t *testing.T) {
	for _, tt := range []struct {
		story, keys string
		want        []string
		not         string
		asked       string // last; "": nothing beside what is explained unasked
	}{
		{"the first channel is selected", "", []string{">* web//garden", "aria writing", "window aria 12m0s", "Aria: I answered because"}, "", ""},
		{"down", "j", []string{">~ discord/123/飞蛾与花园", "7s (lull)", "waits (rest)"}, "14:02:13", ""},
		{"down by arrow and up", "<down><up>", []string{">* web//garden"}, "", ""},
		{"up from the top", "k", []string{">* web//garden"}, "", ""},
		{"to the end, where nobody is", "<end>", []string{">o web//attic", "3 lines, but no familiar is here: no rule matches it", "8 more channels without a familiar"}, "", ""},
		{"and home again", "G<home>", []string{">* web//garden"}, "", ""},
		{"a page down", "<pgdown>", []string{">o web//attic"}, "", ""},
		{"the filter as it is typed", "/por", []string{"/por_", ">! web//porch"}, "web//garden", ""},
		{"a familiar's name counts", "/小飞<enter>", []string{"/小飞 ", ">~ discord/123/飞蛾与花园"}, "web//porch", ""},
		{"letters in the filter are no keys", "/qw", []string{"no channel matches the filter"}, "Silence", ""},
		{"backspace", "/x<back>por", []string{">! web//porch"}, "web//garden", ""},
		{"esc shows all", "/por<esc>", []string{"web//garden"}, "speak  /por", ""},
		{"esc after the filter was kept", "/por<enter><esc>", []string{"web//garden"}, "speak  /por", ""},
		{"why of the newest", "<enter>", []string{"Aria, answered, line m1 in web//garden", "- mentions us", "would have been quiet if it had not mentioned me and the author were a bot"}, "web//porch", "why web//garden "},
		{"why of a selected line", "<tab>j<enter>", []string{"Aria, answered"}, "", "why web//garden m0"},
		{"esc goes back from why", "<enter><esc>", []string{"web//porch"}, "- mentions us", "why web//garden "},
		{"quiet asks first", "q", []string{"Silence, until resumed or as long as configured: aria and pip in web//garden?", "only 1 aria, 2 pip"}, "", ""},
		{"and n leaves it", "qn", []string{"nothing was done"}, "Silence", ""},
		{"a yes does it", "qy", []string{"quiet: aria: done"}, "", "quiet web//garden "},
		{"wake one of two", "w2y", []string{"wake: aria: done"}, "", "wake web//garden pip"},
		{"a number says whom", "w2", []string{"Consider speaking now, or stay silent: pip in web//garden?"}, "aria and pip", ""},
		{"no such number leaves it", "w3", []string{"nothing was done"}, "", ""},
		{"whose decision is selected is meant", "<tab>ey", []string{"engage: aria: done"}, "", "engage web//garden aria"},
		{"let them speak again", "ry", []string{"resume: aria: done"}, "", "resume web//garden "},
		{"nobody to wake", "Gw", []string{"no familiar is in this channel"}, "", ""},
		{"help", "?", []string{"KEYS", "wake: have them consider speaking now", "SIGNS"}, "web//garden", ""},
		{"and back", "??", []string{"web//garden"}, "KEYS", ""},
	} {
		t.Run(tt.story, func(t *testing.T) {
			var p town
			m := open(&p, 80, 24)
			before := len(p.asked)
			m = feed(m, keys(tt.keys)...)
			got := m.text()
			for _, want := range tt.want {
				if !strings.Contains(got, want) {
					t.Errorf("got\n%s\nwant %q in it", got, want)
				}
			}
			if tt.not != "" && strings.Contains(got, tt.not) {
				t.Errorf("got\n%s\nwant no %q in it", got, tt.not)
			}
			last := ""
			if len(p.asked) > before {
				last = p.asked[len(p.asked)-1]
			}
			if tt.asked != "" && last != tt.asked {
				t.Errorf("the program was asked for %q, want %q", last, tt.asked)
			}
			if tt.asked == "" && last != "" && !strings.HasPrefix(last, "why") {
				t.Errorf("the program was asked for %q, want nothing done", last)
			}
		})
	}
}

// TestEnds: Ctrl-C ends it wherever it is, Esc only at the channels, and q
// doesn't.
func TestEnds(t *testing.T) {
	ctrlC := tea.KeyPressMsg{Code: 'c', Mod: tea.ModCtrl}
	for _, tt := range []struct {
		story, before string
		key           tea.Msg
		ends          bool
	}{
		{"esc at the channels", "", keys("<esc>")[0], true},
		{"esc in the decisions", "<tab>", keys("<esc>")[0], false},
		{"q", "", keys("q")[0], false},
		{"Ctrl-C in the filter", "/a", ctrlC, true},
		{"Ctrl-C before a yes", "q", ctrlC, true},
	} {
		t.Run(tt.story, func(t *testing.T) {
			m := feed(open(new(town), 80, 24), keys(tt.before)...)
			_, cmd := m.Update(tt.key)
			ends := false
			if cmd != nil {
				_, ends = cmd().(tea.QuitMsg)
			}
			if ends != tt.ends {
				t.Errorf("ends %v, want %v", ends, tt.ends)
			}
		})
	}
}

// TestReadOnly: a token that can't steer is told which keys need one that can.
func TestReadOnly(t *testing.T) {
	var p town
	m := open(&p, 80, 24)
	m.Steers = false
	if got := m.text(); strings.Contains(got, "q quiet") {
		t.Errorf("got\n%s\nwant no key for it", got)
	}
	m = feed(m, keys("w")...)
	if got := m.text(); !strings.Contains(got, "q, r, w and e need one with the scope control") {
		t.Errorf("got\n%s", got)
	}
	feed(m, keys("y")...)
	for _, asked := range p.asked {
		if !strings.HasPrefix(asked, "why") {
			t.Errorf("the program was asked for %q", asked)
		}
	}
}

// TestAway: what was known stays to be read while the program is away, and the
// clock goes on.
func TestAway(t *testing.T) {
	m := open(new(town), 80, 24)
	next, _ := m.Update(beat(began.Add(4 * time.Second)))
	m = feed(next.(Model), came{err: errors.New("reach the program: connection refused")})
	got := m.text()
	for _, want := range []string{"web//garden", "the program is away; trying again: reach the program: connection refused", "小飞 waiting 3s"} {
		if !strings.Contains(got, want) {
			t.Errorf("got\n%s\nwant %q in it", got, want)
		}
	}
	if got := feed(m, came{overview: Overview{Channels: seen().Channels[2:]}, at: began}).text(); strings.Contains(got, "away") || !strings.Contains(got, ">! web//porch") {
		t.Errorf("once it is back, got\n%s", got)
	}
	if got := feed(m, came{overview: seen(), at: began}, Lost{errors.New("the program refused")}).text(); !strings.Contains(got, "no decisions: the program refused") {
		t.Errorf("without decisions, got\n%s", got)
	}
}

// TestBounded: however much is decided, no more is kept.
func TestBounded(t *testing.T) {
	m := open(new(town), 80, 24)
	m = feed(m, keys("<tab>")...)
	for range 3 * mostNotes {
		m = feed(m, Decided{&messages.Note{Channel: "web//garden", Act: messages.Observe}})
	}
	if len(m.notes) != mostNotes || cap(m.notes) > 4*mostNotes {
		t.Errorf("it keeps %d notes of %d, want %d", len(m.notes), cap(m.notes), mostNotes)
	}
	if m.pointer.inside {
		t.Error("the selected decision is gone and still selected")
	}
}

// TestAttack: nothing that comes from a chat moves the cursor, colours the
// screen or makes a line wider, whatever field it is in and whatever is open.
func TestAttack(t *testing.T) {
	const evil = "a\x1b[2J\x1b[31m\x1b]0;title\x07\r\n\b\u009b5A\u202e\u2066\tb"
	status := messages.Status{Channel: evil, Window: evil, Floor: evil, Seats: []messages.SeatStatus{
		{Familiar: evil, Act: evil, Trigger: evil}, {Familiar: evil, Act: messages.Waiting, Thinks: 9, Term: evil},
	}}
	nobody := messages.Unmatched{Channel: evil + "2", Reason: evil}
	reasons := []control.Reason{{Line: evil, Familiar: evil, Name: evil, Verdict: evil, Sentence: evil, Facts: []string{evil}, Flips: []control.Flip{{To: evil, If: []string{evil}}}}}
	p := Program{
		Why: func(messages.ChannelID, messages.LineID) ([]control.Reason, error) { return reasons, nil },
		Order: func(Order) ([]control.Verdict, error) {
			return []control.Verdict{{Familiar: evil, Reason: evil}}, errors.New(evil)
		},
	}
	overview := Overview{Channels: []messages.Status{status}, Unmatched: []messages.Unmatched{nobody}}
	for _, pressed := range []string{"", "<enter>", "<tab>", "<tab><enter>", "q", "q1", "qy", "<end>", "?", "/a"} {
		for _, columns := range []int{20, 80, 120} {
			m := New(p, overview, began)
			m.Steers = true
			m = feed(m, tea.WindowSizeMsg{Width: columns, Height: 24}, Decided{&messages.Note{Channel: evil, Familiar: evil, Line: evil, Act: evil, Rung: evil}}, came{overview: overview, at: began})
			m = feed(m, keys(pressed)...)
			wantHarmless(t, pressed, m, columns, 24)
			wantHarmless(t, pressed+" and away", feed(m, came{err: errors.New(evil)}), columns, 24)
		}
	}
}

// wantHarmless: each line is as wide as the terminal, there are as many as it
// has, and there is no character that does anything.
func wantHarmless(t *testing.T, story string, m Model, columns, rows int) {
	t.Helper()
	text := m.text()
	if at := strings.IndexFunc(text, func(r rune) bool {
		return r != '\n' && (r < ' ' || r >= 0x7f && r < 0xa0 || r >= 0x202a && r <= 0x202e || r >= 0x2066 && r <= 0x2069)
	}); at >= 0 {
		t.Errorf("%q at %d columns: got %q", story, columns, text[at:min(len(text), at+20)])
	}
	lines := strings.Split(text, "\n")
	if len(lines) != rows {
		t.Errorf("%q at %d columns: %d lines, want %d", story, columns, len(lines), rows)
	}
	for _, l := range lines {
		if got := lipgloss.Width(l); got != columns {
			t.Errorf("%q: %q is %d wide, want %d", story, l, got, columns)
		}
	}
}

// TestSizes: at every size each line fits, also with wide characters.
func TestSizes(t *testing.T) {
	for _, columns := range []int{1, 7, 20, 79, 80, 99, 100, 101, 200, 400} {
		for _, rows := range []int{4, 5, 9, 24, 70} {
			for _, pressed := range []string{"", "j", "<tab>", "?", "<enter>"} {
				wantHarmless(t, pressed, feed(open(new(town), columns, rows), keys(pressed)...), columns, rows)
			}
		}
	}
}

// TestScreens compares whole screens; escapes are written as ␛.
func TestScreens(t *testing.T) {
	for _, columns := range []int{80, 120} {
		for _, look := range []struct {
			name   string
			colour bool
		}{{"plain", false}, {"colour", true}} {
			for _, shown := range []struct{ name, keys string }{{"channels", ""}, {"decisions", "<tab>"}, {"why", "<enter>"}, {"confirm", "w"}, {"help", "?"}} {
				name := fmt.Sprintf("%s-%d-%s.txt", shown.name, columns, look.name)
				t.Run(name, func(t *testing.T) {
					m := open(new(town), columns, 24)
					m.Look.Colour = look.colour
					golden(t, name, feed(m, keys(shown.keys)...).text())
				})
			}
		}
	}
}

func golden(t *testing.T, name, text string) {
	t.Helper()
	file := filepath.Join("testdata", name)
	var b strings.Builder
	for l := range strings.SplitSeq(strings.ReplaceAll(text, "\x1b", "␛"), "\n") {
		b.WriteString(strings.TrimRight(l, " ") + "\n")
	}
	if *update {
		if err := os.WriteFile(file, []byte(b.String()), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if b.String() != string(want) {
		t.Errorf("got\n%s\nwant\n%s", b.String(), want)
	}
}

// TestKnown: who reads the selected channel and how long it is kept stands above its
// familiars, once the program has told; names of it are no escape codes.
func TestKnown(t *testing.T) {
	told := control.Details{Audience: messages.AudienceAll, Keep: "24h", Held: []string{"web:\x1b[2Jmoths"}}
	p := Program{
		Why:     func(messages.ChannelID, messages.LineID) ([]control.Reason, error) { return nil, nil },
		Details: func(messages.ChannelID) (control.Details, error) { return told, nil },
	}
	m := New(p, seen(), began)
	m = feed(m, tea.WindowSizeMsg{Width: 120, Height: 30})
	next, ask := m.explain()
	shown := ""
	if ask != nil {
		next = feed(next, ask())
		shown = next.View().Content
	}
	if want := "read by all of its workspace; texts are kept for 24h; held by web:"; !strings.Contains(shown, want) || strings.Contains(shown, "\x1b[2J") {
		t.Errorf("got %q, want %q in it, and no escape code", shown, want)
	}
}

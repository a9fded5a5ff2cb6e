package conversation

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"familiar/messages"
	"familiar/messages/because"
	"familiar/policy/admission"
)

// admit gives olga and tess their roles, in a closed room ana hers, too: who
// has none is a guest there.
func admit(c *Config, closed bool) {
	rule := func(author string) admission.Holders {
		r, err := admission.ParseRule("test:* author:" + author)
		if err != nil {
			panic(err)
		}
		return admission.Holders{Match: []admission.Rule{r}}
	}
	c.Listed = true
	c.Room.Admission.Roles = map[string]admission.Holders{"owner": rule("olga"), "trusted": rule("tess")}
	if closed {
		c.Room.Admission.Listed = admission.Guest
		c.Room.Admission.Roles["member"] = rule("ana")
	}
}

// TestQuietOfOldStates: a state from before there were manners says "quiet":
// true, and still is.
func TestQuietOfOldStates(t *testing.T) {
	c := testConfig(t, "social")
	s := New(scriptChannel, c)
	old := strings.Replace(asJSON(t, &s.State), `"mood":`, `"quiet":true,"mood":`, 1)
	s, err := Decode(inForm1(old), c)
	if err != nil || !s.Seats[0].Manners.Quiet(1) {
		t.Fatalf("got %+v, %v, want it quiet", s, err)
	}
	s.Step(1, messages.Commanded{Command: messages.Resume}, nil)
	again, err := s.Encode()
	if err != nil || strings.Contains(string(again), "quiet") {
		t.Fatalf("got %q, %v, want nothing left of it", again, err)
	}
	if s, err = Decode(again, c); err != nil || s.Seats[0].Manners.Quiet(1) {
		t.Errorf("got %+v, %v, want it to listen again", s, err)
	}
}

// TestQuietSurvives: to be forgotten is not to be let off.
func TestQuietSurvives(t *testing.T) {
	p := newStepper(t)
	p.step(messages.Commanded{Command: messages.Quiet, For: time.Hour})
	until := p.s.Seats[0].Manners.Until
	p.step(messages.Forgotten{All: true})
	if m := p.s.Seats[0].Manners; !m.Quiet(p.s.Now) || m.Until != until {
		t.Errorf("got %+v, want it quiet until %v", m, until)
	}
}

// TestNoCommand: what is no command is a line like any other, and what is one
// is no line that is answered, whatever comes of it later.
func TestNoCommand(t *testing.T) {
	olga := messages.Author{ID: "olga", Name: "olga"}
	line := func(change func(*messages.Line)) *messages.Line {
		l := &messages.Line{ID: "1", Channel: scriptChannel, Author: olga, Text: "/quiet"}
		change(l)
		return l
	}
	for _, tt := range []struct {
		name  string
		e     []Event
		quiet bool
	}{
		{"a line just heard is a command", []Event{messages.Heard{Line: line(func(*messages.Line) {})}}, true},
		{"one fetched later isn't", []Event{messages.Heard{Line: line(func(l *messages.Line) { l.Backfilled = true })}}, false},
		{"a bot's isn't", []Event{messages.Heard{Line: line(func(l *messages.Line) { l.Author.Bot = true })}}, false},
		{"quoted text isn't", []Event{messages.Heard{Line: line(func(l *messages.Line) { l.Text = "> /quiet" })}}, false},
		{"an earlier one isn't", []Event{messages.HistoryFetched{Lines: []*messages.Line{line(func(*messages.Line) {})}}}, false},
		{
			"an edit isn't",
			[]Event{messages.Heard{Line: line(func(l *messages.Line) { l.Text = "quite" })}, messages.Edited{Line: line(func(*messages.Line) {})}},
			false,
		},
		{
			"another account's copy doesn't say it again",
			[]Event{
				messages.Heard{Line: line(func(*messages.Line) {})},
				messages.Commanded{Command: messages.Resume},
				messages.AlsoHeard{Line: line(func(l *messages.Line) { l.Account = "other" })},
			},
			false,
		},
		{
			"an edited command is not talk",
			[]Event{
				messages.Heard{Line: line(func(l *messages.Line) { l.Text = "/stop" })},
				messages.Edited{Line: line(func(l *messages.Line) { l.Text, l.Mentions = "/stop @Aria", []messages.PersonID{"us"} })},
			},
			false,
		},
	} {
		t.Run(tt.name, func(t *testing.T) {
			s := New(scriptChannel, testConfig(t, "social", "roles"))
			var out []Effect
			for i, e := range tt.e {
				out = s.Step(messages.Instant(i+1), e, nil)
			}
			if got := s.Seats[0].Manners.Quiet(s.Now); got != tt.quiet {
				t.Errorf("quiet is %v, want %v", got, tt.quiet)
			}
			for _, n := range notes(out) {
				if _, edited := tt.e[len(tt.e)-1].(messages.Edited); edited && n.Act == messages.Engage {
					t.Errorf("got %+v of an edit", n)
				}
			}
		})
	}
}

// drawRoles lets some of a world's people in, and gives one of them more to
// say.
func drawRoles(p pick, c *Config) {
	a := &c.Room.Admission
	for _, scope := range []string{"owner p0", "trusted p1", "member p2"}[:p("roles", 4)] {
		role, author, _ := strings.Cut(scope, " ")
		rule, err := admission.ParseRule("test:* author:" + author)
		if err != nil {
			panic(err)
		}
		if role == "member" { // the others are guests
			a.Unlisted = admission.Guest
		}
		a.Roles[role] = admission.Holders{Match: []admission.Rule{rule}}
	}
	for i := range c.Seats {
		c.Seats[i].Calls = []string{c.Seats[i].Name}
	}
	c.Listen()
}

// typed is a command as somebody types it.
func (w *world) typed() {
	l := w.line()
	who := w.pick("who", 4)
	l.Author = messages.Author{ID: messages.PersonID(fmt.Sprintf("p%d", who)), Name: []string{"ana", "bob", "cy", "dee"}[who]}
	all := []string{
		"/quiet", "/quiet 30m", "/resume", "/stop", "/status", "/help", "/engage", "/disengage", "/wake", "/quiet soon",
		"@Aria leave me alone", "@Aria you may talk to me again", "/quiet@vesper 2m", "/why",
		"/memory", "/memory forget", "/memory of what",
	}
	l.Text = all[w.pick("typed", len(all))]
	l.Account = w.config.Seats[w.pick("account", len(w.config.Seats))].Account
	w.known = append(w.known, l.ID)
	w.step(messages.Heard{Line: l})
}

// types reports whether a line of that text gets to the familiars in a step.
func (w *world) types(e Event, text string) bool {
	return slices.ContainsFunc(w.reached(e), func(l *messages.Line) bool { return l.Text == text })
}

// isQuiet reports whether a note says that a familiar was told to be quiet,
// which drops what it was to answer.
func isQuiet(n *messages.Note) bool {
	return n.Rung == "command" && (because.Written(n.Reason) == "quiet" || because.Written(n.Reason) == "quiet, said in the room") || n.Rung == "quiet" && n.Act == messages.Settled
}

// mannersHold: nobody who is quiet takes up a line of its own accord (what is
// handed on to it is dropped when its turn would begin) or begins a turn, and no
// more notices are remembered than can be kept.
func (w *world) mannersHold(out []Effect) {
	w.t.Helper()
	if len(w.s.Notices) > noticesMax {
		w.t.Fatalf("%d notices are remembered", len(w.s.Notices))
	}
	for _, effect := range out {
		o, is := effect.(messages.Compose)
		if is && w.s.Turn != nil && w.s.Turn.Tries+w.s.Turn.Steered == 0 && w.s.Seats[w.seat(o.Familiar)].Manners.Quiet(w.s.Now) {
			w.t.Fatalf("%s is quiet and begins a turn: %s", o.Familiar, o.Trigger)
		}
	}
	all := notes(out)
	for k, n := range all {
		if slices.ContainsFunc(all[k:], func(o messages.Note) bool { return o.Familiar == n.Familiar && isQuiet(&o) }) {
			continue // of several lines that waited, this one came before it was told to be quiet
		}
		quiet := n.Familiar != "" && w.s.Seats[w.seat(n.Familiar)].Manners.Quiet(w.s.Now)
		if quiet && n.Line != "" && n.Rung != "command" && n.Rung != "turn" && (n.Act == messages.Engage || n.Act == messages.Ask || n.Act == messages.Wait && n.Rung != messages.ByOutage) {
			w.t.Fatalf("%s is quiet and takes up line %s: %+v", n.Familiar, n.Line, n)
		}
	}
}

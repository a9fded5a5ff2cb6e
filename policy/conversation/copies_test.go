package conversation

import (
	"slices"
	"testing"
	"time"

	"familiar/messages"
)

// TestLateCopy: a line's copies may be far apart, as when the process is
// killed between the two.
func TestLateCopy(t *testing.T) {
	toBea := []messages.PersonID{"bea"}
	for _, tt := range []struct {
		story string
		first []messages.PersonID // mentioned in the copy of the other account
		late  []messages.PersonID // in bea's own, seconds later
		times int                 // it comes
		turns int                 // of bea's
	}{
		{"her own copy says that she is called", nil, toBea, 1, 1},
		{"it says so twice and she answers once", nil, toBea, 2, 1},
		{"nobody calls her", nil, nil, 2, 0},
		{"an account's ids mean nothing to another", toBea, nil, 1, 0},
	} {
		t.Run(tt.story, func(t *testing.T) {
			c := testConfig(t, "ladder", "quick", "two")
			c.Seats[0].Account, c.Seats[1].Account, c.Seats[1].Self = "aria's", "bea's", "bea"
			p := &stepper{t: t, s: New(scriptChannel, c)}
			for _, who := range []messages.PersonID{"bob", "cy"} { // so that nobody is alone with her
				p.hear(messages.LineID(who), who, "hi")
				p.says()
			}
			copied := func(account messages.AccountID, mentions []messages.PersonID) {
				p.step(messages.Heard{Line: &messages.Line{
					ID: "1", Channel: scriptChannel, Account: account, Author: messages.Author{ID: "ana", Name: "Ana"},
					Text: "hm", Mentions: mentions,
				}})
			}
			copied("aria's", tt.first)
			turns := 0
			for range tt.times {
				for range 5 {
					p.step(messages.TimerFired{})
				}
				kept := p.encoded()
				var err error
				if p.s, err = Decode(kept, c); err != nil {
					t.Fatal(err)
				}
				copied("bea's", tt.late)
				p.step(messages.TimerFired{N: p.s.Seats[1].Debounce.N})
				if p.s.Turn != nil && p.s.Turn.Seat == 1 {
					turns++
					p.says()
				}
			}
			if turns != tt.turns {
				t.Errorf("bea took %d turns, want %d", turns, tt.turns)
			}
		})
	}
}

// TestCopyBringsTheText: some networks show a text only to whoever it calls. What
// another account was shown is answered.
func TestCopyBringsTheText(t *testing.T) {
	photo := []messages.Attachment{{ID: "f", Name: "moth.png"}}
	for _, tt := range []struct {
		story  string
		text   string
		files  []messages.Attachment
		failed bool // the agent, before the copy comes
	}{
		{"while the line waits for more", "what is it?", nil, false},
		{"with a file", "what is it?", photo, false},
		{"a file is all there is", "", photo, false},
		{"while the turn waits to be tried again", "what is it?", photo, true},
	} {
		t.Run(tt.story, func(t *testing.T) {
			c := testConfig(t, "ladder", "two")
			c.Seats[0].Account, c.Seats[1].Account, c.Seats[1].Self = "aria's", "vesper's", "vesper"
			p := &stepper{t: t, s: New(scriptChannel, c)}
			line := messages.Line{ID: "1", Channel: scriptChannel, Account: "aria's", Author: messages.Author{ID: "ana"}, Mentions: []messages.PersonID{"us"}}
			p.step(messages.Heard{Line: &line})
			if tt.failed {
				p.step(messages.TimerFired{N: p.s.Seats[0].Debounce.N})
				p.step(messages.Composed{N: p.s.Turn.N, Error: "overloaded"})
			}
			copied := line
			copied.Account, copied.Text, copied.Attachments = "vesper's", tt.text, tt.files
			p.step(messages.AlsoHeard{Line: &copied})
			due, _ := p.s.Due()
			p.step(messages.TimerFired{N: due.N})
			for _, effect := range p.out {
				if o, ok := effect.(messages.Compose); ok {
					if q := o.Addressed[0]; q.Text != tt.text || !slices.Equal(q.Attachments, tt.files) {
						t.Errorf("it answers %q with %v, want %q with %v", q.Text, q.Attachments, tt.text, tt.files)
					}
					return
				}
			}
			t.Errorf("nothing is composed: %+v", p.out)
		})
	}
}

// TestCopyOfAnEditedLine: a copy from before an edit brings nothing back.
func TestCopyOfAnEditedLine(t *testing.T) {
	c := testConfig(t, "ladder", "two")
	c.Seats[0].Account, c.Seats[1].Account, c.Seats[1].Self = "aria's", "vesper's", "vesper"
	p := &stepper{t: t, s: New(scriptChannel, c)}
	line := messages.Line{ID: "1", Channel: scriptChannel, Account: "aria's", Author: messages.Author{ID: "ana"}, Text: "secret"}
	edited, copied := line, line
	edited.Text, edited.Attachments = "", []messages.Attachment{{ID: "f", Name: "moth.png"}}
	copied.Account = "vesper's"
	p.step(messages.Heard{Line: &line})
	p.step(messages.Edited{Line: &edited})
	p.step(messages.AlsoHeard{Line: &copied})
	if e := p.s.Lines.Entry(p.s.Lines.At(1)); e.Text != "" || !slices.Equal(e.Files.List(), edited.Attachments) {
		t.Errorf("the line is %q with %v, want only %v", e.Text, e.Files.List(), edited.Attachments)
	}
}

// TestCrowdedCopy: a line that came while too many wait wakes nobody, also not
// whose account has not heard it.
func TestCrowdedCopy(t *testing.T) {
	c := testConfig(t, "ladder", "two", "quick")
	c.Seats[0].Account, c.Seats[1].Account, c.Seats[1].Self = "aria's", "vesper's", "vesper"
	p := &stepper{t: t, s: New(scriptChannel, c)}
	line := messages.Line{ID: "1", Channel: scriptChannel, Account: "aria's", Author: messages.Author{ID: "ana"}, Text: "Vesper?", Crowded: true}
	p.step(messages.Heard{Line: &line})
	if p.s.Turn != nil {
		t.Fatalf("seat %d answers it", p.s.Turn.Seat)
	}
	own := line
	own.Account, own.Crowded, own.Mentions = "vesper's", false, []messages.PersonID{"vesper"}
	p.step(messages.Heard{Line: &own})
	if p.s.Turn == nil || p.s.Turn.Seat != 1 {
		t.Errorf("her own copy calls her when there is room again, and she doesn't answer")
	}
}

// TestAge: what a configuration doesn't keep is blanked by the next line.
func TestAge(t *testing.T) {
	for _, tt := range []struct {
		story string
		keep  int // seconds
		kept  bool
	}{
		{"everything stays", 0, true},
		{"a line that is young enough stays", 10, true},
		{"an older one goes, with who said it", 5, false},
	} {
		t.Run(tt.story, func(t *testing.T) {
			p := newStepper(t)
			p.s.config.Keep = time.Duration(tt.keep) * time.Second
			p.hear("1", "ana", "of old")
			p.hear("2", "bob", "between")
			for range 5 {
				p.step(messages.TimerFired{})
			}
			p.hear("3", "bob", "now")
			if e := p.s.Lines.Entry(p.s.Lines.At(1)); (e.Text != "") != tt.kept || (e.Author.ID != "") != tt.kept {
				t.Errorf("the first line is %q by %q; it was to stay: %v", e.Text, e.Author.ID, tt.kept)
			}
			if e := p.s.Lines.Entry(p.s.Lines.At(3)); e.Text != "now" {
				t.Errorf("the newest line is %q", e.Text)
			}
		})
	}
}

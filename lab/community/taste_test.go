package community

import (
	"math"
	"testing"
	"time"

	"familiar/messages"
)

func TestWelcome(t *testing.T) {
	w := Wants{Kinds: [kinds]float64{Question: .8, Answer: .4, GoOn: .9}, Aside: .5, Answered: .25, Often: .5, Lull: .7}
	for _, tt := range []struct {
		story string
		said  Said
		m     Moment
		want  float64
	}{
		{"a question to the room is as welcome as its kind", Said{Kind: Question, To: -1}, Moment{}, .8},
		{"an answer to somebody else half as much as its kind", Said{Kind: Answer, To: 3}, Moment{}, .2},
		{"a question that people have answered hardly", Said{Kind: Question, To: -1}, Moment{Answered: true}, .2},
		{"after two unasked lines a quarter as much", Said{Kind: Question, To: -1}, Moment{Recent: 2}, .2},
		{"a silence makes anything welcome", Said{Kind: Answer, To: 3}, Moment{Silence: Calm}, .7},
		{"but takes nothing away", Said{Kind: Question, To: -1}, Moment{Silence: Calm}, .8},
		{"a shorter one is nothing", Said{Kind: Answer, To: 3}, Moment{Silence: Calm - time.Second}, .2},
		{"an answer to what it has answered is hardly welcome", Said{Kind: Question, To: -1}, Moment{Repeated: true}, .24},
		{"who goes on with it is not talking to somebody else", Said{Kind: GoOn, To: 3}, Moment{}, .9},
	} {
		if got := w.Welcome(&tt.said, tt.m); math.Abs(got-tt.want) > 1e-9 {
			t.Errorf("%s: got %v, want %v", tt.story, got, tt.want)
		}
	}
}

func TestTasteTurnsInTheMiddle(t *testing.T) {
	tires, _ := TasteOf("tires")
	if before, after := tires.at(1999, 4000), tires.at(2000, 4000); before.Kinds != company.Kinds || after.Kinds != quiet.Kinds {
		t.Error("want company before the middle and quiet after it")
	}
}

// TestTastes: each is complete, and chances are chances.
func TestTastes(t *testing.T) {
	seen := make(map[string]bool)
	for _, taste := range Tastes() {
		if taste.Name == "" || taste.Says == "" || seen[taste.Name] {
			t.Errorf("taste %q: want a name of its own and a sentence", taste.Name)
		}
		if taste.Habits.Fewest < 2 || taste.Habits.Most > len(names) {
			t.Errorf("taste %s has %d to %d people: want 2 moderators, and names for all", taste.Name, taste.Habits.Fewest, taste.Habits.Most)
		}
		if taste.Drives != "" && drives[taste.Drives] == nil {
			t.Errorf("taste %s: nothing says what somebody does who drives it %s", taste.Name, taste.Drives)
		}
		seen[taste.Name] = true
		wants := []Wants{taste.Wants}
		if taste.Turns != nil {
			wants = append(wants, *taste.Turns)
		}
		for _, w := range wants {
			for _, p := range append(w.Kinds[:], w.Aside, w.Answered, w.Often, w.Lull, w.Needed, w.Calls) {
				if p < 0 || p > 1 {
					t.Errorf("taste %s has a chance of %v", taste.Name, p)
				}
			}
		}
	}
	if _, ok := TasteOf("nobody's"); ok {
		t.Error("a taste that isn't there is given")
	}
}

// TestShows: people show what they think as often as the tables say, and on IRC
// by words alone.
func TestShows(t *testing.T) {
	for _, tt := range []struct {
		story   string
		taste   string
		welcome bool
		drawn   float64
		want    sign
	}{
		{"most often a welcome line gets a reply", "company", true, .1, reply},
		{"or a reaction", "company", true, .5, like},
		{"or nothing", "company", true, .95, nothing},
		{"an unwelcome one a reaction", "company", false, .1, dislike},
		{"or mostly nothing", "company", false, .5, nothing},
		{"a quiet crowd is quick to hush it", "quiet", false, .28, hush},
		{"on IRC a welcome line gets a call", "help", true, .1, name},
		{"and an unwelcome one is told off", "help", false, .05, scold},
	} {
		taste, _ := TasteOf(tt.taste)
		if got := taste.shows(tt.welcome, tt.drawn); got != tt.want {
			t.Errorf("%s: got %d, want %d", tt.story, got, tt.want)
		}
	}
	for _, table := range [][]chance{gladIRC, sorryOn} {
		for _, c := range table {
			if c.sign.react(messages.Author{}, "y1") != nil || c.sign == reply {
				t.Errorf("sign %d needs more than words, which is all there is on IRC", c.sign)
			}
		}
	}
}

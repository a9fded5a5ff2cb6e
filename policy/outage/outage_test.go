package outage

import (
	"strings"
	"testing"
	"time"

	"familiar/messages"
	"familiar/policy/language"
)

const within = 15 * time.Minute

func TestFail(t *testing.T) {
	costly, passing, lasting := messages.Costly, messages.Passing, messages.Lasting
	for _, tt := range []struct {
		what   string
		faults []messages.Fault
		again  bool // after the last
	}{
		{"a model that is away is tried again", []messages.Fault{passing}, true},
		{"however often", []messages.Fault{passing, passing, passing, passing, passing, passing}, true},
		{"what costs is tried again", []messages.Fault{costly, costly}, true},
		{"but not for ever", []messages.Fault{costly, costly, costly}, false},
		{"counted in a row", []messages.Fault{costly, costly, passing, costly}, true},
		{"what lasts is not", []messages.Fault{lasting}, false},
		{"also after what passes", []messages.Fault{passing, lasting}, false},
		{"nor is a model that had nothing to say", []messages.Fault{messages.Declined}, false},
	} {
		var s State
		again := false
		for i, fault := range tt.faults {
			again = s.Fail(at(time.Duration(i)*time.Minute), fault, within)
		}
		if again != tt.again {
			t.Errorf("%s: again is %v", tt.what, again)
		}
	}
}

// TestPause follows the pauses of an outage: they grow, are bounded, and no two
// channels share them.
func TestPause(t *testing.T) {
	for _, tt := range []struct {
		tries       int
		after       time.Duration
		least, most time.Duration
	}{
		{1, 0, 3 * time.Second, 5 * time.Second},
		{2, 0, 6 * time.Second, 10 * time.Second},
		{3, 0, 13 * time.Second, 20 * time.Second},
		{1000, 0, 13 * time.Second, 20 * time.Second},
		{1, 30 * time.Second, 30 * time.Second, 45 * time.Second},
		{9, time.Second, 13 * time.Second, 20 * time.Second},
	} {
		s, seen := State{Tries: tt.tries}, map[time.Duration]bool{}
		for k := range uint64(100) {
			pause := s.Pause(tt.after, k*0x9e3779b97f4a7c15)
			if seen[pause] = true; pause < tt.least || pause > tt.most {
				t.Fatalf("try %d, not asked for %v: %v, want %v to %v", tt.tries, tt.after, pause, tt.least, tt.most)
			}
		}
		if len(seen) < 90 {
			t.Errorf("try %d: a hundred channels have %d pauses between them", tt.tries, len(seen))
		}
	}
}

func TestTell(t *testing.T) {
	var s State
	fails := func(d, next time.Duration) bool {
		s.Fail(at(d), messages.Passing, within)
		if next == 0 {
			return s.Tell(at(d), 0)
		}
		return s.Tell(at(d), at(d+next))
	}
	for _, tt := range []struct {
		what string
		at   time.Duration
		next time.Duration // until the next try; 0: there is none
		want bool
	}{
		{"a short one is nobody's concern", 0, 5 * time.Second, false},
		{"nor a little later", 19 * time.Second, time.Minute, false},
		{"then it is told", 20 * time.Second, 5 * time.Second, true},
		{"once", time.Minute, 5 * time.Second, false},
		{"also when it ends in no answer", 10 * time.Minute, 0, false},
		{"another one is told again, when it ends at once", 30 * time.Minute, 0, true},
		{"or is known to last", time.Hour, 61 * time.Second, true},
	} {
		if got := fails(tt.at, tt.next); got != tt.want {
			t.Errorf("%s: told is %v", tt.what, got)
		}
	}
}

func TestIn(t *testing.T) {
	own, silent := Default(), Default()
	own.Translations = map[language.Language]Words{"pl": {Away: "{familiar} zaraz wraca."}}
	silent.Words.Away = ""
	for _, tt := range []struct {
		what   string
		config Config
		lang   language.Language
		ends   bool
		want   string
	}{
		{"English", own, "en", false, "Aria can't think just now, and answers as soon as it can. If that takes long, please ask again."},
		{"a language of ours", own, "de", true, "Aria kann darauf nicht antworten: mit dem Modell stimmt etwas nicht."},
		{"a language of the operator's", own, "pl", false, "Aria zaraz wraca."},
		{"of which a text is missing", own, "pl", true, "Aria can't answer this: something is wrong with its model."},
		{"without words nothing is said in any language", silent, "de", false, ""},
		{"but what has words is", silent, "en", true, "Aria can't answer this: something is wrong with its model."},
	} {
		if got := tt.config.In(tt.lang, "Aria", tt.ends); got != tt.want {
			t.Errorf("%s: %q, want %q", tt.what, got, tt.want)
		}
	}
}

// TestTranslationsAreWhole: each language that the budget speaks is there, and
// says who.
func TestTranslationsAreWhole(t *testing.T) {
	if len(translated) != 5 {
		t.Errorf("%d languages, want 5", len(translated))
	}
	for l, w := range translated {
		for _, text := range []string{w.Away, w.Failed} {
			if err := w.Validate(); err != nil || !strings.Contains(text, "{familiar}") {
				t.Errorf("%s: %q: %v", l, text, err)
			}
		}
	}
}

func TestValidate(t *testing.T) {
	if err := Default().Validate(); err != nil {
		t.Error(err)
	}
	c := Config{Words: Words{Away: "{who} is away"}, Translations: map[language.Language]Words{"de": {Failed: "{wer}"}}}
	err := c.Validate()
	for _, want := range []string{"words.away", "translations.de: words.failed"} {
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("a brace nobody fills is %v, want %s in it", err, want)
		}
	}
}

func at(d time.Duration) messages.Instant {
	return messages.InstantOf(time.Date(2026, 3, 1, 12, 0, 0, 0, time.UTC)).Add(d)
}

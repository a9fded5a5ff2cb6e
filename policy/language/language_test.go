package language

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"familiar/messages"
)

func TestOf(t *testing.T) {
	for _, tt := range []struct {
		what string
		text string
		want Language // "": none
	}{
		{"English", "What do you think, is the tide high enough for the boat?", "en"},
		{"German", "Ich glaube, das ist noch nicht fertig", "de"},
		{"French", "Je pense que c’est trop tard pour le train", "fr"},
		{"Spanish", "No sé si el barco está en el puerto", "es"},
		{"Italian", "Non sono sicuro che il treno è in orario", "it"},
		{"Portuguese", "Você não acha que isso é muito para uma pessoa?", "pt"},
		{"Dutch", "Ik weet niet wat het is, maar het is niet van mij", "nl"},
		{"Polish", "Nie wiem, czy to jest już gotowe", "pl"},
		{"Swedish", "Jag vet inte om det är så, men vi kan se", "sv"},
		{"Turkish", "Bu çok iyi bir fikir ama ben gelmiyorum", "tr"},
		{"Russian", "Кто завтра идёт на рынок?", "ru"},
		{"Ukrainian", "Хто завтра йде на ринок? Їду і я", "uk"},
		{"Chinese", "明天谁去市场？", "zh"},
		{"Japanese, Han among kana", "明日市場に行く人いますか", "ja"},
		{"Korean", "내일 시장에 누가 가요?", "ko"},
		{"Arabic", "من يذهب إلى السوق غدا؟", "ar"},
		{"Persian", "چه کسی فردا به بازار می رود؟", "fa"},
		{"Hebrew", "מי הולך מחר לשוק?", "he"},
		{"Greek", "Ποιος πάει αύριο στην αγορά;", "el"},
		{"Thai", "พรุ่งนี้ใครไปตลาด", "th"},
		{"Hindi", "कल बाज़ार कौन जा रहा है?", "hi"},
		{"case doesn't matter", "THIS IS THE END", "en"},
		{"a foreign name in it doesn't", "please ask 田中 about it, it is his", "en"},
		{"a Latin name in another script neither", "Aria, кто завтра идёт на рынок?", "ru"},
		{"mentions and addresses are no words", "@the <@you> https://the.is/and #this", ""},
		{"quotes round words don't hide them", "“the” *and* (you)", "en"},
		{"one small word is not enough", "the harbour", ""},
		{"two languages with as many words are none", "is was", ""},
		{"nothing", "", ""},
		{"no letters", "12:30 -> 🎉", ""},
		{"one letter of another script", "Я", ""},
		{"bytes that are no text", "\xff\xfe\xff", ""},
		{"only the beginning counts", "das ist nicht gut " + strings.Repeat("x", most) + strings.Repeat(" the and is", 50), "de"},
	} {
		if got, _ := Of(tt.text); got != tt.want {
			t.Errorf("%s: Of(%q) = %q, want %q", tt.what, tt.text, got, tt.want)
		}
	}
}

// Lines of which Of is sure.
var lines = map[Language]string{
	"en": "what is it that you have", "de": "das ist nicht gut", "fr": "je ne sais pas c'est qui", "es": "no sé qué es el", "ru": "кто там",
}

func TestGuess(t *testing.T) {
	for _, tt := range []struct {
		what   string
		config Config
		heard  string // languages of lines, "-" for one that tells nothing
		want   Language
	}{
		{"nothing heard is the fallback", Default(), "", "en"},
		{"two lines are too few", Default(), "de de", "en"},
		{"three are enough", Default(), "de de de", "de"},
		{"lines that tell nothing take nothing away", Default(), "de - - de - - - de -", "de"},
		{"half of them is not most", Config{"fr", true}, "de de de en en en", "fr"},
		{"more than half is", Config{"fr", true}, "de de de en en en de", "de"},
		{"off, the fallback holds", Config{"fr", false}, "de de de de", "fr"},
		{"a fifth language can come up", Default(), "en de fr es ru ru ru ru ru ru ru ru ru ru", "ru"},
		{"a channel that changes its language is followed", Default(), strings.Repeat("de ", 200) + strings.Repeat("en ", 32), "en"},
		{"a guest's few lines change nothing", Default(), strings.Repeat("de ", 200) + strings.Repeat("es ", 8), "de"},
	} {
		t.Run(tt.what, func(t *testing.T) {
			var s State
			for l := range strings.FieldsSeq(tt.heard) {
				s.hear(lines[Language(l)], &tt.config)
			}
			if got := s.Guess(&tt.config); got != tt.want {
				t.Errorf("got %q of %v, want %q", got, s.Votes, tt.want)
			}
		})
	}
}

// TestWhichLinesAreLookedAt: the first ones, then a few, and no bot's.
func TestWhichLinesAreLookedAt(t *testing.T) {
	c := &Config{Guess: true}
	for _, tt := range []struct {
		no    uint32
		bot   bool
		looks bool
	}{{1, false, true}, {16, false, true}, {17, false, false}, {64, false, true}, {65, false, false}, {1, true, false}} {
		var s State
		s.HearLine(tt.no, &messages.Line{Text: "Привет, как дела?", Author: messages.Author{Bot: tt.bot}}, c)
		if looks := len(s.Votes) > 0; looks != tt.looks {
			t.Errorf("line %d, by a bot %v: looked at %v, want %v", tt.no, tt.bot, looks, tt.looks)
		}
	}
}

// TestVotesStayBounded: whatever is said, few languages are kept, each once
// and with a count in its bounds; and the guess is one of them or the fallback.
func TestVotesStayBounded(t *testing.T) {
	c := Default()
	rapid.Check(t, func(t *rapid.T) {
		var s State
		for range rapid.IntRange(0, 200).Draw(t, "lines") {
			if rapid.Bool().Draw(t, "known") {
				s.hear(rapid.SampledFrom([]string{lines["en"], lines["de"], lines["fr"], lines["es"], lines["ru"]}).Draw(t, "line"), &c)
			} else {
				s.hear(rapid.String().Draw(t, "text"), &c)
			}
			var seen []Language
			for _, v := range s.Votes {
				if v.Lines < 1 || v.Lines >= fullVotes || slices.Contains(seen, v.Language) {
					t.Fatalf("votes %v", s.Votes)
				}
				seen = append(seen, v.Language)
			}
			if len(seen) > mostVotes {
				t.Fatalf("%d languages are kept: %v", len(seen), s.Votes)
			}
			if l := s.Guess(&c); l != c.Fallback && !slices.Contains(seen, l) {
				t.Fatalf("the guess %q is none of %v", l, s.Votes)
			}
		}
	})
}

func TestStateAsJSON(t *testing.T) {
	c := Default()
	var s, back State
	if text, err := json.Marshal(s); err != nil || string(text) != "{}" {
		t.Errorf("the zero State is %s, %v, want {}", text, err)
	}
	s.hear(lines["de"], &c)
	text, err := json.Marshal(s)
	if err != nil || string(text) != `{"v":[{"l":"de","n":1}]}` {
		t.Errorf("got %s, %v", text, err)
	}
	if err := json.Unmarshal(text, &back); err != nil || !slices.Equal(back.Votes, s.Votes) {
		t.Errorf("back from JSON %v, %v; want %v", back, err, s)
	}
	s.hear(lines["de"], &Config{Fallback: "en"})
	if s.Votes != nil {
		t.Errorf("switched off it still keeps %v", s.Votes)
	}
}

// TestWordsPack: no small word is too long to be found, and no two are packed
// alike.
func TestWordsPack(t *testing.T) {
	words := map[uint64]string{}
	for _, row := range small {
		for word := range strings.FieldsSeq(row.words) {
			if len(word) > longest || len(strings.Fields(word)) != 1 {
				t.Errorf("%s: %q is never found", row.language, word)
			}
			key := pack(word)
			if other, taken := words[key]; taken && other != word {
				t.Errorf("%q and %q pack alike", word, other)
			}
			words[key] = word
		}
	}
}

func TestValidate(t *testing.T) {
	for _, tt := range []struct {
		what     string
		fallback Language
		ok       bool
	}{
		{"two letters", "de", true},
		{"none", "", false},
		{"a name", "english", false},
		{"large letters", "EN", false},
		{"no letters", "e1", false},
	} {
		if err := (Config{Fallback: tt.fallback}).Validate(); (err == nil) != tt.ok {
			t.Errorf("%s: %q gives %v", tt.what, tt.fallback, err)
		}
	}
}

func BenchmarkHear(b *testing.B) {
	c := Default()
	for _, bb := range []struct{ what, text string }{
		{"latin", "I think the boat is in the harbour, but you can ask at the office if it is not there"},
		{"han", "我觉得船在港口，但是如果不在的话你可以去办公室问一下"},
		{"none", "ok"},
	} {
		b.Run(fmt.Sprintf("%s_%dB", bb.what, len(bb.text)), func(b *testing.B) {
			s := State{Votes: make([]Vote, 0, mostVotes)}
			b.ReportAllocs()
			for b.Loop() {
				s.hear(bb.text, &c)
			}
		})
	}
}

func TestVotes(t *testing.T) {
	c := Default()
	for _, tt := range []struct {
		what  string
		heard string // languages of lines
		want  []Vote
	}{
		{"votes add up", "en de de", []Vote{{"en", 1}, {"de", 2}}},
		{"the thirty-second halves them", strings.Repeat("de ", 32), []Vote{{"de", 16}}},
		{"halved to nothing, a language goes", "en fr fr " + strings.Repeat("de ", 32), []Vote{{"fr", 1}, {"de", 16}}},
		{"a fifth takes the place of the rarest", "en en de fr fr es es ru", []Vote{{"en", 2}, {"ru", 1}, {"fr", 2}, {"es", 2}}},
		{"of the newest among as rare ones", "en de fr es ru", []Vote{{"en", 1}, {"de", 1}, {"fr", 1}, {"ru", 1}}},
		{"and only wears it down while it has more", "en en de de fr fr es es ru", []Vote{{"en", 2}, {"de", 2}, {"fr", 2}, {"es", 1}}},
	} {
		t.Run(tt.what, func(t *testing.T) {
			var s State
			for l := range strings.FieldsSeq(tt.heard) {
				s.hear(lines[Language(l)], &c)
			}
			if !slices.Equal(s.Votes, tt.want) {
				t.Errorf("got %v, want %v", s.Votes, tt.want)
			}
		})
	}
}

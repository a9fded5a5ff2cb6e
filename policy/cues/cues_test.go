package cues

import (
	"strings"
	"testing"
	"unicode/utf8"
)

// TestHead: what a line says by how it begins.
func TestHead(t *testing.T) {
	for _, tt := range []struct {
		what, line string
		want       Marks
	}{
		{"an English question", "how do i install it", Asks},
		{"a word that is none", "howdy all", 0},
		{"a Spanish one as it is written", "cómo se instala", Asks},
		{"and as it is typed", "como se instala", Asks},
		{"a French word that is another without its accent", "où est le fichier", Asks},
		{"which says nothing then", "ou bien demain", 0},
		{"a German word that English has, too, with the word behind it", "was ist das", Asks},
		{"is English without", "was it there before", 0},
		{"a pair needs both of its words", "hat nichts", 0},
		{"and one space between", "hat, jemand", 0},
		{"a Russian request", "подскажите как это поставить", Asks},
		{"ё is typed as е", "че это такое", Asks},
		{"a Portuguese greeting of two words", "bom dia gente", Nods},
		{"an Italian yes", "sì certo", Nods},
		{"thanks", "merci beaucoup", Thanks},
	} {
		t.Run(tt.what, func(t *testing.T) {
			word, _, _ := Next(tt.line)
			if got := Head(tt.line, len(word)); got != tt.want {
				t.Errorf("%q says %b, want %b", tt.line, got, tt.want)
			}
		})
	}
}

// TestIn: what a stretch without spaces says.
func TestIn(t *testing.T) {
	for _, tt := range []struct {
		what, stretch string
		before        int
		want          Marks
	}{
		{"a Chinese question word stands where the answer would", "这个驱动怎么安装", 0, Asks},
		{"a particle ends a question", "有人知道吗", 3, Asks},
		{"呢 does behind whom it asks", "那你呢", 0, Asks},
		{"and doesn't behind what goes on", "我还在下载呢", 0, 0},
		{"a word in a longer one says nothing", "没什么", 0, 0},
		{"thanks", "谢谢大家", 0, Thanks},
		{"thanks after a name", "多谢小艾", 0, Thanks},
		{"a particle after a name ends a question", "你好小艾在吗", 3, Asks},
		{"you're welcome is none", "不用谢", 0, 0},
		{"thanks later on are said in passing", "谢谢大家", 9, 0},
		{"a yes is all of the stretch", "好", 0, Nods},
		{"and not the beginning of another word", "好像不行", 0, 0},
		{"a yes isn't in the middle of a line", "好", 2, 0},
		{"a greeting may go on", "大家好我是新来的", 0, Nods},
		{"a Japanese ending asks", "これで動きますか", 0, Asks},
		{"but not what is only taken in", "そうなのか", 0, 0},
		{"nor an example", "アップデートとか", 0, 0},
		{"a request", "手順を教えてください", 0, Asks},
		{"thanks in Hiragana", "ありがとうございます", 0, Thanks},
		{"どうも alone thanks", "どうも", 0, Thanks},
		{"as an adverb it doesn't", "どうもうまく動かない", 0, 0},
		{"a Japanese yes", "うん", 0, Nods},
	} {
		t.Run(tt.what, func(t *testing.T) {
			if got := In(tt.stretch, tt.before); got != tt.want {
				t.Errorf("%q says %b, want %b", tt.stretch, got, tt.want)
			}
		})
	}
}

// TestInHangul: what a Korean word says.
func TestInHangul(t *testing.T) {
	for _, tt := range []struct {
		what, word string
		begins     bool
		before     int
		want       Marks
	}{
		{"a yes at the head", "네", true, 0, Nods},
		{"says nothing later", "네", false, 2, 0},
		{"thanks a little later", "고마워요", false, 2, Thanks},
		{"thanks much later", "고마워요", false, 8, 0},
		{"a question word anywhere", "어떻게", false, 5, Asks},
		{"an ending", "설치하나요", false, 3, Asks},
		{"나요 ends statements, too", "신나요", false, 3, 0},
		{"laughter", "ㅋㅋㅋ", true, 0, Nods},
	} {
		t.Run(tt.what, func(t *testing.T) {
			if got := InHangul(tt.word, tt.begins, tt.before); got != tt.want {
				t.Errorf("%q says %b, want %b", tt.word, got, tt.want)
			}
		})
	}
}

func TestIsQuestion(t *testing.T) {
	for _, tt := range []struct {
		text string
		want bool
	}{
		{"is it?", true},
		{"how do i install it", false},
		{"动了吗？", true},
		{"¿alguien sabe", true},
		{"هل يعمل؟", true},
		{"有人在吗", true},
		{"有人在吗。我想问一下", true},
		{"你装好了吗，我还没有", false}, // a clause: the sentence goes on
		{"没什么", false},
		{"これで動きますか。", true},
		{"そうですか", false},
		{"動くかな", true},
		{"이거 어떻게 하나요", true},
		{"이거 되나요ㅠㅠ", true},
		{"되나요 안 되나요 그게 문제", false},
		{"그러니까 안 돼요", false},
		{"naïve, but no question", false},
		{"", false},
	} {
		if got := IsQuestion(tt.text); got != tt.want {
			t.Errorf("%q asks: %v, want %v", tt.text, got, tt.want)
		}
	}
}

// TestNext: a text is taken apart as its script is written.
func TestNext(t *testing.T) {
	for _, tt := range []struct {
		what, text, want string
	}{
		{"words between spaces", "so, what's new-ish?", "so what's new-ish"},
		{"accents and Cyrillic are letters", "¿qué pasó, друг?", "qué pasó друг"},
		{"a sentence without spaces is a stretch", "你好，世界！", "你好 世界"},
		{"scripts without spaces go together", "東京タワーに行く。", "東京タワーに行く"},
		{"what is spaced within them does not", "我用ubuntu22装", "我用 ubuntu22 装"},
		{"particles are joined to Hangul, laughter isn't", "나비야 안녕ㅎㅎ", "나비야 안녕 ㅎㅎ"},
		{"full-width signs part words", "（はい）、ＯＫ：了解", "はい ＯＫ 了解"},
		{"quotes and dots beside a stretch are no words", "“嗯”……好", "嗯 好"},
		{"nothing but signs", "?! … 。", "…"},
		{"bytes that aren't UTF-8 are letters", "a\xff \xe4\xb8", "a\xff \xe4\xb8"},
	} {
		t.Run(tt.what, func(t *testing.T) {
			var words []string
			for rest := tt.text; ; {
				var word string
				if word, _, rest = Next(rest); word == "" {
					break
				}
				words = append(words, word)
			}
			if got := strings.Join(words, " "); got != tt.want {
				t.Errorf("got %q, want %q", got, tt.want)
			}
		})
	}
}

// FuzzNext: every byte is in one word or in none, and words in their order. What
// looks at them takes any text.
func FuzzNext(f *testing.F) {
	f.Add("¿Qué? 我用ubuntu22装 “嗯”…… 나비야ㅎㅎ สวัสดี \xe4\xb8 ＡＢ")
	f.Fuzz(func(t *testing.T, text string) {
		at := 0
		for rest := text; ; {
			before := len(rest)
			var word string
			var s Script
			if word, s, rest = Next(rest); word == "" {
				break
			}
			if len(rest) >= before {
				t.Fatalf("%q: %q leaves %d bytes of %d", text, word, len(rest), before)
			}
			found := strings.Index(text[at:], word)
			if found < 0 {
				t.Fatalf("%q has no %q from byte %d on", text, word, at)
			}
			at += found + len(word)
			if s.unspaced() {
				if !utf8.ValidString(word) {
					t.Fatalf("%q of %q isn't whole", word, text)
				}
				for rest := word; rest != ""; {
					var p Piece
					if p, rest = Cut(rest); p.Words < 1 || p.Words > len(p.Text) || p.Text+rest != word[len(word)-len(p.Text)-len(rest):] {
						t.Fatalf("%q of %q is %d words before %q", p.Text, word, p.Words, rest)
					}
				}
				In(word, 0)
			}
			InHangul(word, true, 0)
			Stem(word)
			Title(word)
		}
		IsQuestion(text)
		if text != "" {
			Head(text, min(len(text), 3))
		}
	})
}

// TestNothingAllocates: the words are read of every line there is.
func TestNothingAllocates(t *testing.T) {
	got := testing.AllocsPerRun(100, func() {
		for _, text := range []string{"was ist das für ein fehler", "这个驱动怎么安装，有人知道吗", "나비야 이거 어떻게 하나요"} {
			for rest := text; rest != ""; {
				var word string
				if word, _, rest = Next(rest); word == "" {
					break
				}
				In(word, 0)
				InHangul(word, true, 0)
			}
			IsQuestion(text)
			Head(text, 3)
		}
	})
	if got != 0 {
		t.Errorf("it allocates %v times, want 0", got)
	}
}

// TestTables: no entry is in the wrong form, where it could never be found.
func TestTables(t *testing.T) {
	for _, l := range languages {
		for name, list := range map[string]string{"asks": l.asks, "thanks": l.thanks, "nods": l.nods} {
			for text := range each(list) {
				head, second, pair := strings.Cut(text, " ")
				if w, _, rest := Next(text); w != head || pair && strings.TrimSpace(rest) != second {
					t.Errorf("%s.%s: %q is not a word or a pair", l.code, name, text)
				}
				if text != strings.ToLower(text) {
					t.Errorf("%s.%s: %q is not folded", l.code, name, text)
				}
			}
		}
		for name, list := range map[string]string{
			"asksWithin": l.asksWithin, "thanksWithin": l.thanksWithin, "thanksWhole": l.thanksWhole, "nodsFirst": l.nodsFirst,
			"nodsWhole": l.nodsWhole, "otherwise": l.otherwise, "ends": l.ends, "endsOtherwise": l.endsOtherwise,
		} {
			for text := range each(list) {
				if w, s, _ := Next(text); w != text || !s.unspaced() && s != Hangul {
					t.Errorf("%s.%s: %q is not one stretch", l.code, name, text)
				}
			}
		}
		for _, list := range []string{l.asks, l.thanks, l.nods, l.ends, l.endsOtherwise, l.asksWithin, l.thanksWithin, l.nodsFirst, l.nodsWhole, l.thanksWhole} {
			seen := make(map[string]bool)
			for text := range each(list) {
				if seen[text] {
					t.Errorf("%s: %q is listed twice", l.code, text)
				}
				seen[text] = true
			}
		}
	}
}

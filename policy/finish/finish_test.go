package finish

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"familiar/messages"
	"familiar/messages/because"
)

func TestTurn(t *testing.T) {
	eleven := make([]string, 11)
	for i := range eleven {
		eleven[i] = fmt.Sprint("m", i)
	}
	for _, tt := range []struct {
		what   string
		c      messages.Composed
		want   []Result
		said   string // joined by |
		reason string
	}{
		{"a final text is said", messages.Composed{Parts: []string{"hello"}, Final: true}, []Result{OK}, "hello", ""},
		{"nothing composed is silence", messages.Composed{}, nil, "", "the model wrote nothing"},
		{"so is an empty text", messages.Composed{Parts: []string{" \n"}, Final: true}, []Result{Silence}, "", "the model wrote nothing"},
		{"so is one in which there is nothing to see", messages.Composed{Parts: []string{"\u200b\u2060 \ufeff", "\u3164\ufe0f\u2800"}, Final: true}, []Result{Silence, Silence}, "", "the model wrote nothing"},
		{"a joiner in what there is to see is said, too", messages.Composed{Parts: []string{"\u2066👩\u200d🌾\u2069"}, Final: true}, []Result{OK}, "\u2066👩\u200d🌾\u2069", ""},
		{"and a thought without a word", messages.Composed{Parts: []string{"<think>hm"}, Final: true}, []Result{Silence}, "", "the model wrote nothing"},
		{"an error is no answer", messages.Composed{Error: "deadline exceeded"}, nil, "", "the agent gave no answer: deadline exceeded"},
		{"a thought is not said", messages.Composed{Parts: []string{"<think>hm</think> yes"}, Final: true}, []Result{OK}, "yes", ""},
		{"prose that ends in NO_REPLY is silence", messages.Composed{Parts: []string{"not my talk. NO_REPLY"}, Final: true}, []Result{Silence}, "", "the model chose silence (NO_REPLY)"},
		{"a send that ends in it says the rest", messages.Composed{Parts: []string{"done. NO_REPLY"}}, []Result{OK}, "done.", ""},
		{"a send of nothing else says nothing", messages.Composed{Parts: []string{"[NO_REPLY]", "NO_REPLY. NO_REPLY"}}, []Result{Silence, Silence}, "", "the model chose silence (NO_REPLY)"},
		{"the final text repeats an earlier send", messages.Composed{Parts: []string{"one", "two", "one"}, Final: true}, []Result{OK, OK, Duplicate}, "one|two", ""},
		{"a send may repeat one before the last", messages.Composed{Parts: []string{"one", "two", "one"}}, []Result{OK, OK, OK}, "one|two|one", ""},
		{"a final text that is new is said, too", messages.Composed{Parts: []string{"one", "two"}, Final: true}, []Result{OK, OK}, "one|two", ""},
		{"the eleventh text is one too many", messages.Composed{Parts: eleven, Final: true}, append(slices.Repeat([]Result{OK}, 10), TurnCap), strings.Join(eleven[:10], "|"), "said, but for a part refused as turn-cap"},
		{"three refusals end the turn", messages.Composed{Parts: []string{"a", "a", "a", "a", "b", "c"}, Final: true}, []Result{OK, Duplicate, Duplicate, Duplicate, Aborted, Aborted}, "a", "said, but for a part refused as duplicate"},
		{"two do not", messages.Composed{Parts: []string{"a", "a", "a", "b"}}, []Result{OK, Duplicate, Duplicate, OK}, "a|b", "said, but for a part refused as duplicate"},
		{"a flood is refused", messages.Composed{Parts: []string{strings.Repeat("ha", 300)}, Final: true}, []Result{Flood}, "", "every text was refused, the last as outbound-flood"},
		{"a skip silences the final text", messages.Composed{Parts: []string{"I would"}, Final: true, Skip: true}, []Result{Silence}, "", "the model chose silence (skip)"},
		{"and every send after it", messages.Composed{Parts: []string{"late"}, Skip: true}, []Result{SkipLocked}, "", "the model chose silence (skip)"},
		{"a send after the skip contests it", messages.Composed{Parts: []string{"real", "real"}, Final: true, Skip: true}, []Result{SkipLocked, OK}, "real", "said, but for a part refused as skip-locked"},
		{"however often it sends", messages.Composed{Parts: []string{"real", "real", "real", "real"}, Final: true, Skip: true}, []Result{SkipLocked, SkipLocked, SkipLocked, OK}, "real", "said, but for a part refused as skip-locked"},
		{"a skip after a send locks nothing", messages.Composed{Parts: []string{"ack", "more"}, Skip: true, SkipAfter: 1}, []Result{OK, OK}, "ack|more", ""},
		{"but silences the final text", messages.Composed{Parts: []string{"ack", "bye"}, Final: true, Skip: true, SkipAfter: 1}, []Result{OK, Silence}, "ack", ""},
		{"a skip after refused sends only locks", messages.Composed{Parts: []string{strings.Repeat("a", 50), "fine"}, Skip: true, SkipAfter: 1}, []Result{Flood, SkipLocked}, "", "the model chose silence (skip)"},
		{"a cut final text is said up to where it ends well", messages.Composed{Parts: []string{"Moths fly. By ni"}, Final: true, Cut: atNine}, []Result{OK}, "Moths fly.", ""},
		{"what was sent before it is whole", messages.Composed{Parts: []string{"By ni", "Moths fly. By ni"}, Final: true, Cut: atNine}, []Result{OK, OK}, "By ni|Moths fly.", ""},
		{"so is a last part that is no final text", messages.Composed{Parts: []string{"By ni"}, Cut: atNine}, []Result{OK}, "By ni", ""},
		{"a cut NO_REPLY is one", messages.Composed{Parts: []string{"not my talk. NO_RE"}, Final: true, Cut: atNine}, []Result{Silence}, "", "the model chose silence (NO_REPLY)"},
		{"nothing whole is no answer", messages.Composed{Parts: []string{"Mot"}, Final: true, Cut: atNine}, []Result{Silence}, "", "the model wrote nothing whole, and was " + atNine},
		{"nor is a cut thought", messages.Composed{Parts: []string{"<think>hm"}, Final: true, Cut: atNine}, []Result{Silence}, "", "the model only thought, and was " + atNine},
	} {
		t.Run(tt.what, func(t *testing.T) {
			o := Turn(tt.c, Default())
			var results []Result
			var said []string
			for _, p := range o.Parts {
				results = append(results, p.Result)
				if p.Result == OK {
					said = append(said, p.Text)
				}
			}
			if !slices.Equal(results, tt.want) || strings.Join(said, "|") != tt.said {
				t.Errorf("got %v, said %q; want %v, said %q", results, said, tt.want, tt.said)
			}
			if got := because.Written(o.Reason); got != tt.reason {
				t.Errorf("reason %q, want %q", got, tt.reason)
			}
		})
	}
}

// TestFailure: silence is what the model chose, or what is left where it wrote
// nothing; no answer where it meant to write is neither.
func TestFailure(t *testing.T) {
	for _, tt := range []struct {
		what string
		c    messages.Composed
		want string
	}{
		{"an error is one", messages.Composed{Error: "model is away"}, "model is away"},
		{"nothing whole before a cut, too", messages.Composed{Parts: []string{"Mot"}, Final: true, Cut: atNine}, "the model wrote nothing whole, and was " + atNine},
		{"something whole is not", messages.Composed{Parts: []string{"Moths fly. By"}, Final: true, Cut: atNine}, ""},
		{"nothing at all is silence", messages.Composed{Parts: []string{"<think>hm"}, Final: true}, ""},
		{"so is a cut NO_REPLY", messages.Composed{Parts: []string{"NO_RE"}, Final: true, Cut: atNine}, ""},
		{"and a skip before a cut", messages.Composed{Skip: true, Cut: atNine}, ""},
		{"a reaction before a cut is something", messages.Composed{Reactions: []messages.Reaction{{Line: "1", Emoji: "👍"}}, Cut: atNine}, ""},
		{"a text that is refused was whole", messages.Composed{Parts: []string{strings.Repeat("ha", 300) + " ha"}, Final: true, Cut: atNine}, ""},
	} {
		t.Run(tt.what, func(t *testing.T) {
			if got := because.Written(Turn(tt.c, Default()).Failure); got != tt.want {
				t.Errorf("got %q, want %q", got, tt.want)
			}
		})
	}
}

const atNine = "cut at 9 tokens: raise models.bright.max_tokens"

func TestTurnComplete(t *testing.T) {
	for _, tt := range []struct {
		what, text, rest string
		complete         bool
	}{
		{"at the end of a text", "Here's my response.\n\nTURN_COMPLETE", "Here's my response.", true},
		{"before white space of any sort", "x\u00a0TURN_COMPLETE\u00a0\n", "x", true},
		{"alone", "TURN_COMPLETE", "", true},
		{"in the middle it means nothing", "My answer TURN_COMPLETE more", "My answer TURN_COMPLETE more", false},
		{"nor in small letters", "turn_complete", "turn_complete", false},
		{"nor with a full stop", "TURN_COMPLETE.", "TURN_COMPLETE.", false},
		{"nor emphasised", "**TURN_COMPLETE**", "**TURN_COMPLETE**", false},
		{"only the last one is taken", "a TURN_COMPLETE\nTURN_COMPLETE", "a TURN_COMPLETE", true},
		{"the end of a longer word counts", "NOT_TURN_COMPLETE", "NOT_", true},
	} {
		t.Run(tt.what, func(t *testing.T) {
			rest, complete := TurnComplete(tt.text)
			if rest != tt.rest || complete != tt.complete {
				t.Errorf("TurnComplete(%q) = %q, %v; want %q, %v", tt.text, rest, complete, tt.rest, tt.complete)
			}
			o := Turn(messages.Composed{Parts: []string{tt.text}, Final: true}, Default())
			if o.Complete != tt.complete || o.Parts[0].Text != tt.rest || o.Silent != (tt.rest == "") {
				t.Errorf("Turn: %+v, want %q, complete %v", o, tt.rest, tt.complete)
			}
		})
	}
}

func TestLimits(t *testing.T) {
	for _, tt := range []struct {
		what string
		l    Limits
		want string // part of the error; "": none
	}{
		{"the default", Default(), ""},
		{"no refusal ends a turn", Limits{Sends: 1}, ""},
		{"a turn that may say nothing", Limits{Refusals: 3}, "sends 0"},
		{"fewer refusals than none", Limits{Sends: 1, Refusals: -1}, "refusals -1"},
	} {
		t.Run(tt.what, func(t *testing.T) {
			err := tt.l.Validate()
			if got := fmt.Sprint(err); tt.want == "" && err != nil || !strings.Contains(got, tt.want) {
				t.Errorf("got %v, want %q", err, tt.want)
			}
		})
	}
	parts := []string{"a", "a", "a", "a", "a", "b"}
	if o := Turn(messages.Composed{Parts: parts}, Limits{Sends: 10}); o.Parts[5].Result != OK {
		t.Errorf("with refusals = 0 the last part is %s, want ok", o.Parts[5].Result)
	}
}

// FuzzTurn: whatever a model writes, no more than the limit is said, nothing
// empty and nothing that ends in the word for silence.
func FuzzTurn(f *testing.F) {
	f.Add("hello\x00NO_REPLY.NO_REPLY", true, false, 0)
	f.Add("<think>a\x00b</think>\x00(**NO_REPLY**)", true, true, 1)
	f.Add(strings.Repeat("x\x00y\x00", 12)+"**(NO_REPLY). TURN_COMPLETE", false, true, 3)
	f.Fuzz(func(t *testing.T, joined string, final, skip bool, skipAfter int) {
		c := messages.Composed{Parts: strings.Split(joined, "\x00"), Final: final, Skip: skip, SkipAfter: skipAfter}
		o := Turn(c, Default())
		if len(o.Parts) != len(c.Parts) || o.Silent && o.Reason == nil {
			t.Fatalf("%d parts of %d, reason %q", len(o.Parts), len(c.Parts), because.Written(o.Reason))
		}
		said := 0
		for _, p := range o.Parts {
			if p.Result != OK {
				continue
			}
			said++
			if NoReply(p.Text) || EndsNoReply(p.Text) || strings.TrimSpace(p.Text) != p.Text {
				t.Errorf("said %q", p.Text)
			}
		}
		if said > Default().Sends || o.Silent != (said == 0) {
			t.Errorf("said %d texts, silent is %v", said, o.Silent)
		}
	})
}

func FuzzQuote(f *testing.F) {
	f.Add("discord", "42", "Ana", ">> hello\nworld")
	f.Add("terminal", "", "", strings.Repeat("😀", 60))
	f.Fuzz(func(t *testing.T, network, id, name, text string) {
		got := Blockquote(messages.Network(network), messages.Author{ID: messages.PersonID(id), Name: name}, text)
		_, quoted, _ := strings.Cut(got, ": ")
		if strings.ContainsAny(strings.TrimPrefix(got, "> "), "\n\r") && !strings.ContainsAny(id, "\n\r") {
			t.Errorf("more than one line: %q", got)
		}
		if !strings.HasPrefix(got, "> ") || quoted == "" && !strings.Contains(id+name, ": ") {
			t.Errorf("not a quote: %q", got)
		}
	})
}

func BenchmarkTurn(b *testing.B) {
	c := messages.Composed{Parts: []string{strings.Repeat("A plain answer of some length. ", 20)}, Final: true}
	b.ReportAllocs()
	for b.Loop() {
		Turn(c, Default())
	}
}

package verbs

import (
	"context"
	"encoding/json"
	"errors"
	"strings"
	"testing"
)

type order struct {
	Room string `json:"room"`
	Loud bool   `json:"loud,omitempty"`
}

var (
	exactly = Ask[order, string]{Name: "say", AtOnce: 4, Exact: true}
	loosely = Ask[order, string]{Name: "count", AtOnce: 4}
	news    = Tell[order]{Name: "news"}
)

// TestRead: what another program sends is read, or refused, as its kind says.
func TestRead(t *testing.T) {
	echo := func(_ context.Context, from string, o order) (string, error) { return from + " of " + o.Room, nil }
	var heard string
	hearing := news.By(func(from string, o order) { heard = from + " of " + o.Room })
	for _, tt := range []struct {
		story string
		verb  Verb
		sent  string
		want  string
		fails string
	}{
		{"a question", exactly.By(echo), `{"room":"bakery"}`, `"B of bakery"`, ""},
		{"a newer program's question whose every word counts", exactly.By(echo), `{"room":"bakery","whisper":true}`, "", "unknown field"},
		{"a newer program's question", loosely.By(echo), `{"room":"bakery","whisper":true}`, `"B of bakery"`, ""},
		{"a question and more", loosely.By(echo), `{"room":"bakery"}{}`, "", "more than one value"},
		{"a question and rubbish", loosely.By(echo), `{"room":"bakery"} x`, "", "more than one value"},
		{"nothing", loosely.By(echo), ``, "", "not understood"},
		{"something else", loosely.By(echo), `[3]`, "", "not understood"},
		{"too much", loosely.By(echo), `"` + strings.Repeat("x", Most) + `"`, "", "too large"},
		{"a newer program's news", hearing, `{"room":"bakery","whisper":true}`, "", ""},
	} {
		got, err := tt.verb.Answer(t.Context(), "B", []byte(tt.sent))
		if string(got) != tt.want || (err == nil) != (tt.fails == "") || err != nil && !strings.Contains(err.Error(), tt.fails) {
			t.Errorf("%s: got %s, %v; want %s, error %q", tt.story, got, err, tt.want, tt.fails)
		}
	}
	if heard != "B of bakery" {
		t.Errorf("heard is %q", heard)
	}
}

// TestPut: a question that is carried to who answers it brings the answer back; what is
// too large is not carried.
func TestPut(t *testing.T) {
	verb := exactly.By(func(_ context.Context, _ string, o order) (string, error) {
		if o.Loud {
			return strings.Repeat("A", Most), nil
		}
		return "in " + o.Room, nil
	})
	carry := func(name string, question []byte) ([]byte, error) {
		if name != "say" {
			t.Errorf("carried is %q", name)
		}
		return verb.Answer(t.Context(), "A", question)
	}
	if got, err := exactly.Put(order{Room: "bakery"}, carry); err != nil || got != "in bakery" {
		t.Errorf("got %q, %v", got, err)
	}
	if _, err := exactly.Put(order{Loud: true}, carry); !errors.Is(err, ErrLarge) {
		t.Errorf("an answer that is too large: got %v", err)
	}
	if _, err := exactly.Put(order{Room: strings.Repeat("x", Most)}, carry); !errors.Is(err, ErrLarge) {
		t.Errorf("a question that is too large: got %v", err)
	}
	err := news.Put(order{Room: strings.Repeat("x", Most)}, func(string, []byte) error { t.Error("it is carried"); return nil })
	if !errors.Is(err, ErrLarge) {
		t.Errorf("news that are too large: got %v", err)
	}
}

// FuzzRead: whatever is sent is read or refused, strictly no more than leniently, and
// what was read is written as something that reads the same.
func FuzzRead(f *testing.F) {
	for _, s := range []string{`{"room":"bakery"}`, `{"room":"bakery","x":[{}]}`, `{} {}`, `null`, "\xff", `{"ROOM":1}`} {
		f.Add([]byte(s))
	}
	f.Fuzz(func(t *testing.T, sent []byte) {
		loose, err := read[order](sent, false)
		exact, strictly := read[order](sent, true)
		if strictly == nil && (err != nil || loose != exact) {
			t.Errorf("%q is read strictly as %v, leniently as %v, %v", sent, exact, loose, err)
		}
		if err != nil {
			return
		}
		written, err := json.Marshal(loose)
		if err != nil {
			t.Fatal(err)
		}
		if again, err := read[order](written, true); err != nil || again != loose {
			t.Errorf("%v is written as %s and read as %v, %v", loose, written, again, err)
		}
	})
}

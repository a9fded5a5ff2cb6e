package sealed

import (
	"bytes"
	"errors"
	"strings"
	"testing"

	"familiar/journal/seal"
	"familiar/messages"
)

const room = messages.ChannelID("discord/123456789012345678/876543210987654321")

// TestNameless: a state is sealed without its channel's name where that stands near its
// beginning, and comes back as it was.
func TestNameless(t *testing.T) {
	keys := seal.New()
	if err := keys.Begin(1); err != nil {
		t.Fatal(err)
	}
	texts, name, much := &Texts{Keys: keys}, string(room), strings.Repeat("so I went to the shop ", 100)
	for _, tt := range []struct {
		story, body string
		kind        seal.Kind
		form        int
	}{
		{"a small state", "head" + name + "tail", seal.State, namelessBody + SealedForm + plainBody},
		{"a large one", "head" + name + much, seal.State, namelessBody + SealedForm + s2Body},
		{"one that is nothing else", name, seal.State, namelessBody + SealedForm + plainBody},
		{"one with the name twice", name + name, seal.State, namelessBody + SealedForm + plainBody},
		{"the last place where it is looked for", noise(255) + name + "tail", seal.State, namelessBody + SealedForm + plainBody},
		{"a place too late", noise(256) + name, seal.State, SealedForm + plainBody},
		{"a cut name", name[1:], seal.State, SealedForm + plainBody},
		{"no state at all", "", seal.State, SealedForm + plainBody},
		{"a post", "head" + name + "tail", seal.Post, SealedForm + plainBody},
	} {
		written, form, err := texts.SealBody(nil, room, tt.kind, []byte(tt.body))
		if err != nil || form != tt.form {
			t.Errorf("%s: form %d, %v; want %d", tt.story, form, err, tt.form)
		}
		if got, err := OpenBody(keys, room, written, form); err != nil || string(got) != tt.body {
			t.Errorf("%s: it comes back as %q, %v", tt.story, got, err)
		}
	}
	small := []byte("head" + name + "tail")
	if written, _, _ := texts.SealBody(nil, room, seal.State, small); len(written) != len(small)-len(name)+1+seal.Overhead {
		t.Errorf("a small state takes %d bytes of %d", len(written), len(small))
	}
}

// TestNamelessDamaged: what can't have been a state without its name is none.
func TestNamelessDamaged(t *testing.T) {
	for _, without := range []string{"", "\x01", "\x05abcd"} {
		if body, err := withName([]byte(without), room); !errors.Is(err, ErrBody) {
			t.Errorf("of %q it makes %q, %v", without, body, err)
		}
	}
	keys := seal.New()
	if _, err := OpenBody(keys, room, []byte("x"), namelessBody+SealedForm+s2Body+1); err == nil {
		t.Error("a form to be known is read")
	}
}

// FuzzName: whatever a body is, its name comes back into it.
func FuzzName(f *testing.F) {
	f.Add([]byte("head"+room+"tail"), string(room))
	f.Add([]byte("aaaa"), "a")
	f.Fuzz(func(t *testing.T, body []byte, channel string) {
		without, is := withoutName(nil, body, messages.ChannelID(channel))
		if !is {
			return
		}
		if got, err := withName(without, messages.ChannelID(channel)); err != nil || !bytes.Equal(got, body) {
			t.Errorf("%q of %q: it comes back as %q, %v", body, channel, got, err)
		}
	})
}

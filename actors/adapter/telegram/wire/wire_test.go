package wire

import (
	"errors"
	"testing"

	"familiar/actors/adapter"
)

func TestDecodeUpdate(t *testing.T) {
	for _, tt := range []struct {
		story, data string
		refused     bool
		text        string // of the message; "": there is none
	}{
		{"a message", `{"update_id":1,"message":{"message_id":2,"text":"hi","chat":{"id":-1,"type":"group"}}}`, false, "hi"},
		{"a kind that nobody knows is an update all the same", `{"update_id":1,"guest_message":{}}`, false, ""},
		{"a field of another form costs only itself", `{"update_id":1,"message":{"message_id":"2","text":"hi","forward_origin":7}}`, false, "hi"},
		{"a reaction of a type that nobody knows", `{"update_id":1,"message_reaction":{"new_reaction":[{"type":"hologram"}]}}`, false, ""},
		{"no number", `{"message":{}}`, true, ""},
		{"no object", `[1]`, true, ""},
		{"nothing", ``, true, ""},
		{"cut", `{"update_id":1,`, true, ""},
	} {
		t.Run(tt.story, func(t *testing.T) {
			u, err := DecodeUpdate([]byte(tt.data))
			if errors.Is(err, adapter.ErrRefused) != tt.refused {
				t.Fatalf("got %v, want refused: %v", err, tt.refused)
			}
			if got := ""; u.Message != nil {
				if got = u.Message.Text; got != tt.text {
					t.Errorf("got %q, want %q", got, tt.text)
				}
			}
		})
	}
}

// FuzzDecodeUpdate: an update is refused or has a number.
func FuzzDecodeUpdate(f *testing.F) {
	f.Add([]byte(`{"update_id":1,"message":{"message_id":2,"text":"hi","entities":[{"type":"mention","offset":0,"length":2}],"chat":{"id":-1}}}`))
	f.Add([]byte(`{"update_id":1,"message_reaction":{"new_reaction":[{"type":"emoji","emoji":"👍"}]}}`))
	f.Fuzz(func(t *testing.T, data []byte) {
		u, err := DecodeUpdate(data)
		if err != nil && !errors.Is(err, adapter.ErrRefused) || err == nil && u.ID == 0 {
			t.Fatalf("got %+v, %v", u, err)
		}
	})
}

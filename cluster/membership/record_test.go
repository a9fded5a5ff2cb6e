package membership

import (
	"encoding/json"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"
)

func TestReadRecord(t *testing.T) {
	for _, tt := range []struct {
		story string
		key   Key
		value string
		right bool
	}{
		{"who holds a partition", "part.1", `{"member":"A","claim":"x","n":3}`, true},
		{"of a newer program, which says more", "part.1", `{"member":"A","claim":"x","n":3,"lag":17}`, true},
		{"a member", "member.A", `{"member":"A","claim":"x","n":3,"is":{"id":"A","host":"h"}}`, true},
		{"a member under another's name", "member.B", `{"member":"A","claim":"x","n":3,"is":{"id":"A","host":"h"}}`, false},
		{"a member that speaks of another", "member.A", `{"member":"B","claim":"x","n":3,"is":{"id":"A","host":"h"}}`, false},
		{"a member that says nothing of itself", "member.A", `{"member":"A","claim":"x","n":3}`, false},
		{"a member with a long story", "member.A", `{"member":"A","is":{"id":"A","host":"` + strings.Repeat("h", maxText+1) + `"}}`, false},
		{"nobody", "part.1", `{"claim":"x","n":3}`, false},
		{"more than anybody has to say", "part.1", `{"member":"A","claim":"` + strings.Repeat("x", maxRecord) + `"}`, false},
		{"no JSON", "part.1", "A", false},
		{"nothing", "part.1", "", false},
	} {
		if _, err := readRecord(tt.key, []byte(tt.value)); (err == nil) != tt.right {
			t.Errorf("%s: %v", tt.story, err)
		}
	}
}

// FuzzReadRecord: whatever stands in a key, what is read of it is bounded, and read
// again the same.
func FuzzReadRecord(f *testing.F) {
	f.Add("member.A", []byte(`{"member":"A","claim":"x","n":3,"is":{"id":"A","host":"h","started":"2026-11-25T20:00:00+02:00"}}`))
	f.Add("part.1", []byte(`{"member":"A"}`))
	f.Fuzz(func(t *testing.T, key string, value []byte) {
		r, err := readRecord(Key(key), value)
		if err != nil {
			return
		}
		if strings.HasPrefix(key, memberPrefix) != (r.Is != nil) {
			t.Fatalf("a key %q says %+v", key, r)
		}
		if r.Is != nil && r.Is.validate() != nil {
			t.Fatalf("member %+v is none", *r.Is)
		}
		written, err := json.Marshal(r)
		if err != nil {
			return // a time of a year that JSON doesn't write
		}
		again, err := readRecord(Key(key), written)
		if len(written) <= maxRecord && (err != nil || !says(entry{record: r}, entry{record: again})) {
			t.Fatalf("%s read again is %+v, %v", written, again, err)
		}
	})
}

// TestLargestRecord: whatever a member may say of itself fits in its key.
func TestLargestRecord(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		text := rapid.StringN(0, maxText, maxText)
		is := Member{
			ID: text.Draw(t, "id"), Host: text.Draw(t, "host"), Version: text.Draw(t, "version"),
			PID: 1 << 40, StoreFormat: 1 << 40, StateVersion: 1 << 40, Started: time.Now(), Draining: true,
		}
		if err := is.validate(); err != nil {
			t.Skip(err)
		}
		written, err := json.Marshal(record{Member: "ABCDEFGHIJKL", Claim: "ABCDEFGHIJKLMNOP", N: 1 << 60, Is: &is})
		if err != nil {
			t.Fatal(err)
		}
		if len(written) > 6*3*maxText+1024 {
			t.Fatalf("it takes %d bytes", len(written))
		}
	})
}

func TestKeys(t *testing.T) {
	for _, tt := range []struct{ got, want Key }{
		{Partition(12), "part.12"},
		{Account("discord/99 x"), "account.discord=2f99=20x"},
		{Account(""), "account.="},
		{memberKey("ABC"), "member.ABC"},
	} {
		if tt.got != tt.want {
			t.Errorf("got %s, want %s", tt.got, tt.want)
		}
	}
}

func TestConfig(t *testing.T) {
	for _, tt := range []struct {
		story string
		c     Config
		right bool
	}{
		{"nothing at all", Config{}, true},
		{"the default", Default(), true},
		{"a prefix with a dot", Config{Prefix: "a.b"}, false},
		{"six replicas", Config{Replicas: 6}, false},
		{"a fraction of a second, which the server cuts off", Config{TTL: 2500 * time.Millisecond}, false},
		{"less than the server knows", Config{TTL: time.Millisecond}, false},
		{"a TTL of a day", Config{TTL: 24 * time.Hour}, false},
		{"a host that is no text", Config{Self: Member{Host: "\xff"}}, false},
		{"a negative form", Config{Self: Member{StoreFormat: -1}}, false},
	} {
		if err := tt.c.Validate(); (err == nil) != tt.right {
			t.Errorf("%s: %v", tt.story, err)
		}
	}
}

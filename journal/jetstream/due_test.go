package jetstream

import (
	"maps"
	"testing"

	"familiar/messages"
)

// TestDuesReadBesideSaves: what this process saves while the newest snapshots are still
// being read counts, and what was read of before all was forgotten doesn't.
func TestDuesReadBesideSaves(t *testing.T) {
	type deadlines = map[messages.ChannelID]messages.Instant
	for _, tt := range []struct {
		story string
		do    func(d *dues, forgets uint64)
		want  deadlines
	}{
		{"all is read", func(d *dues, n uint64) {
			d.learn("a", due{at: 10, seq: 1}, n)
			d.learn("b", due{at: 20, seq: 2}, n)
		}, deadlines{"a": 10, "b": 20}},
		{"saved before it is read", func(d *dues, n uint64) { d.set("a", due{at: 30, seq: 5}); d.learn("a", due{at: 10, seq: 1}, n) }, deadlines{"a": 30}},
		{"saved after it was read", func(d *dues, n uint64) { d.learn("a", due{at: 10, seq: 1}, n); d.set("a", due{at: 30, seq: 5}) }, deadlines{"a": 30}},
		{"saved without a deadline before it is read", func(d *dues, n uint64) { d.set("a", due{seq: 5}); d.learn("a", due{at: 10, seq: 1}, n) }, deadlines{}},
		{"a server that was behind is read again", func(d *dues, n uint64) {
			d.learn("a", due{at: 10, seq: 1}, n)
			d.learn("a", due{seq: 2}, n)
			d.learn("b", due{at: 10, seq: 1}, n)
			d.learn("b", due{at: 15, seq: 3}, n)
		}, deadlines{"b": 15}},
		{"given up and claimed again meanwhile", func(d *dues, n uint64) { d.forget(true); d.learn("a", due{at: 10, seq: 1}, n) }, deadlines{}},
	} {
		t.Run(tt.story, func(t *testing.T) {
			d := &dues{}
			d.forget(true)
			unread, forgets := d.isUnread()
			if !unread {
				t.Fatal("nothing is to be read")
			}
			tt.do(d, forgets)
			_, now := d.isUnread()
			d.read(now)
			if unread, _ := d.isUnread(); unread {
				t.Error("all was read, and is still to be")
			}
			got := deadlines{}
			for _, s := range d.by(1 << 40) {
				got[s.Channel] = s.Due
			}
			if !maps.Equal(got, tt.want) || len(d.each) != len(tt.want) {
				t.Errorf("got %v of %d kept, want %v", got, len(d.each), tt.want)
			}
		})
	}
}

package discord

import (
	"net/url"
	"strconv"
	"testing"
)

// TestInvite: the link asks for the rights docs/networks/discord.md lists, by
// Discord's own numbers, and for nothing else.
func TestInvite(t *testing.T) {
	want := map[string]int64{
		"View Channels":            1 << 10,
		"Send Messages":            1 << 11,
		"Send Messages in Threads": 1 << 38,
		"Create Public Threads":    1 << 35,
		"Read Message History":     1 << 16,
		"Add Reactions":            1 << 6,
		"Attach Files":             1 << 15,
	}
	var sum int64
	for _, bit := range want {
		sum |= bit
	}
	for _, r := range rights {
		if want[r.name] != r.bit {
			t.Errorf("%s is %#x, want %#x", r.name, r.bit, want[r.name])
		}
	}
	link, err := url.Parse((&Account{}).invite("12 3"))
	if err != nil {
		t.Fatal(err)
	}
	faces, err := url.Parse((&Account{config: Config{Faces: true}}).invite("12 3"))
	if err != nil || faces.Query().Get("permissions") != strconv.FormatInt(sum|1<<29, 10) {
		t.Errorf("with faces the link is %v, %v; want Manage Webhooks besides", faces, err)
	}
	q := link.Query()
	if got := q.Get("permissions"); got != strconv.FormatInt(sum, 10) {
		t.Errorf("the link asks for %s, want %d", got, sum)
	}
	if q.Get("client_id") != "12 3" || q.Get("scope") != "bot applications.commands" || link.Host != "discord.com" {
		t.Errorf("got %s", link)
	}
}

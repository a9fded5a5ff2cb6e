package control

import (
	"encoding/json"
	"fmt"
	"net/url"
	"slices"
	"strings"
	"testing"

	"familiar/control/access"
	"familiar/messages"
)

// ofNetworks are tokens that see some, or all.
func ofNetworks(o *Options) {
	o.Tokens = append(o.Tokens,
		access.Token{Name: "moths", Secret: "moths", Scopes: []string{"read", "history"}, Channels: []string{"discord:1/*"}},
		access.Token{Name: "historian", Secret: "historian", Scopes: []string{"read", "history"}})
}

// TestFind: channels with decisions are found whatever their network, also those of
// before this start, by a token that covers them.
func TestFind(t *testing.T) {
	for _, tt := range []struct {
		story, query, token string
		want                []string
		code                int
	}{
		{"all, the one talked in last first", "network=all", "", []string{"irc//moths", "discord/1/2", "discord/3/4", "web//garden"}, 200},
		{"one network's", "network=discord", "", []string{"discord/1/2", "discord/3/4"}, 200},
		{"those called so", "network=all&q=LAB", "", []string{"discord/1/2"}, 200},
		{"none", "network=all&q=nothing", "", nil, 200},
		{"after another", "network=all&cursor=20.discord/1/2", "", []string{"discord/3/4", "web//garden"}, 200},
		{"a wrong cursor", "network=all&cursor=moths", "", nil, 400},
		{"of a token limited to a guild", "network=all", "moths", []string{"discord/1/2"}, 200},
		{"of a token limited to web chats", "network=all", "garden", []string{"web//garden"}, 200},
	} {
		t.Run(tt.story, func(t *testing.T) {
			r := newRig(t, func(o *Options) {
				ofNetworks(o)
				o.Called = func(id messages.ChannelID) string {
					if id == "discord/1/2" {
						return "Moth Lab"
					}
					return ""
				}
			})
			for id, at := range map[messages.ChannelID]messages.Instant{"web//garden": 10, "discord/1/2": 20, "discord/3/4": 15, "irc//moths": 30} {
				r.decide(&messages.Note{Channel: id, Familiar: "aria", At: at, Act: messages.Observe, Rung: messages.ByAside})
			}
			var header []string
			if tt.token != "" {
				header = []string{"Authorization", "Bearer " + tt.token}
			}
			answer := r.ask("GET", "/v1/channels?"+tt.query, "", header...)
			if answer.Code != tt.code {
				t.Fatalf("got %d %s, want %d", answer.Code, answer.Body, tt.code)
			}
			var told finding
			if err := json.Unmarshal(answer.Body.Bytes(), &told); err != nil {
				t.Fatal(err)
			}
			var got []string
			for _, c := range told.Channels {
				got = append(got, string(c.ID))
			}
			if !slices.Equal(got, tt.want) {
				t.Errorf("got %q, want %q", got, tt.want)
			}
		})
	}
}

// TestFindPages: every channel is found once, page by page.
func TestFindPages(t *testing.T) {
	r := newRig(t, nil)
	const all = 1_050
	notes := make([]*messages.Note, all)
	for i := range notes {
		notes[i] = &messages.Note{Channel: messages.ChannelID(fmt.Sprintf("discord/1/%d", i)), Familiar: "aria", At: messages.Instant(1 + i/7), Act: messages.Observe, Rung: messages.ByAside}
	}
	r.decide(notes...)
	seen := map[messages.ChannelID]bool{}
	for cursor, pages := "", 0; pages == 0 || cursor != ""; pages++ {
		var told finding
		if err := json.Unmarshal(r.ask("GET", "/v1/channels?network=all&cursor="+url.QueryEscape(cursor), "").Body.Bytes(), &told); err != nil {
			t.Fatal(err)
		}
		for _, c := range told.Channels {
			if seen[c.ID] {
				t.Fatalf("%s is told of twice", c.ID)
			}
			seen[c.ID] = true
		}
		if told.All != all || pages > all/maxFound {
			t.Fatalf("page %d says there are %d, want %d", pages, told.All, all)
		}
		cursor = told.Next
	}
	if len(seen) != all {
		t.Errorf("found %d, want %d", len(seen), all)
	}
}

// TestChannelsPages: every chat of the web network is listed once, page by page, its
// threads below it, whatever its name.
func TestChannelsPages(t *testing.T) {
	r := newRig(t, nil)
	const all = 2 * maxListed
	notes := make([]*messages.Note, all)
	for i := range notes {
		notes[i] = &messages.Note{Channel: channelID(fmt.Sprintf("a&b %% %d", i/2), []string{"", "t&"}[i%2]), Familiar: "aria", At: 1, Act: messages.Observe, Rung: messages.ByAside}
	}
	r.decide(notes...)
	var seen []listed
	for cursor, pages := "", 0; pages == 0 || cursor != ""; pages++ {
		if pages > all/maxListed {
			t.Fatal("pages don't end")
		}
		var told listing
		if err := json.Unmarshal(r.ask("GET", "/v1/channels?cursor="+url.QueryEscape(cursor), "").Body.Bytes(), &told); err != nil {
			t.Fatal(err)
		}
		if len(told.Channels) > maxListed {
			t.Fatalf("a page lists %d", len(told.Channels))
		}
		seen, cursor = append(seen, told.Channels...), told.Next
	}
	if !slices.IsSortedFunc(seen, compareListed) {
		t.Error("threads are not below their chat")
	}
	if n := len(slices.CompactFunc(seen, func(a, b listed) bool { return compareListed(a, b) == 0 })); n != all {
		t.Errorf("listed %d, want %d", n, all)
	}
	for _, wrong := range []string{"cursor=moths", "cursor=%25zz%26", "network=all&limit=0", "network=all&limit=201"} {
		if answer := r.ask("GET", "/v1/channels?"+wrong, ""); answer.Code != 400 {
			t.Errorf("%s: got %d", wrong, answer.Code)
		}
	}
	var few finding
	if err := json.Unmarshal(r.ask("GET", "/v1/channels?network=web&limit=30", "").Body.Bytes(), &few); err != nil || len(few.Channels) != 30 || few.Next == "" {
		t.Errorf("got %d, %q, %v, want the first 30", len(few.Channels), few.Next, err)
	}
}

// TestEventsAnywhere: a channel of another network is read by a token that covers it
// and has the scope history; no other is told a word.
func TestEventsAnywhere(t *testing.T) {
	r := newRig(t, ofNetworks)
	r.hear("discord/1/2", messages.Heard{Line: line("l1", "psst")})
	server := serve(t, r)
	in := r.open(server, "/v1/events?channel=discord/1/2", "")
	if all := in.until("ready"); len(all) != 1 || !strings.Contains(all[0].data, `"channel":"discord/1/2"`) || !strings.Contains(all[0].data, "psst") {
		t.Errorf("got %v, want the line", all)
	}
	r.hear("discord/1/2", messages.Heard{Line: line("l2", "live")})
	if e, err := in.next(); err != nil || !strings.Contains(e.data, "live") {
		t.Errorf("got %v, %v, want what is said now", e, err)
	}
	in.cancel()
	for _, tt := range []struct {
		story, token, channel string
		code                  int
	}{
		{"without the scope history", "reader", "discord/1/2", 403},
		{"with the scope, for another guild", "moths", "discord/3/4", 403},
		{"for web chats alone", "garden", "discord/1/2", 403},
		{"for another web chat", "garden", "web//kitchen", 403},
		{"no id", "historian", "garden", 400},
	} {
		answer := r.ask("GET", "/v1/events?channel="+tt.channel, "", "Authorization", "Bearer "+tt.token)
		if answer.Code != tt.code || strings.Contains(answer.Body.String(), "psst") {
			t.Errorf("%s: got %d %s, want %d", tt.story, answer.Code, answer.Body, tt.code)
		}
	}
}

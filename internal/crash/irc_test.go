package crash

import (
	"fmt"
	"strings"
	"testing"

	"familiar/internal/long"
	"familiar/internal/ngircd"
	"familiar/messages"
	"familiar/policy/conversation"
)

// An irc is a real server, which survives the kills, with everybody in every
// channel.
type irc struct {
	server   *ngircd.Server
	way      *lagged // to the server, as the program goes
	pace     string  // of the account, as its settings say it; "": the default
	channels []string
	people   map[string]*ngircd.Person
	spoke    *ngircd.Person // last
}

func startIRC(t *testing.T, channels int) *irc {
	i := &irc{server: ngircd.Start(t, ngircd.Config{}), people: map[string]*ngircd.Person{}}
	for n := range channels {
		i.channels = append(i.channels, fmt.Sprintf("#c%d", n))
	}
	for _, p := range humans {
		i.people[p.Name] = i.server.Person(t, p.Name, i.channels...)
	}
	i.way = lag(t, i.server.Address)
	return i
}

func (i *irc) open(chat string) messages.Channel {
	return messages.Channel{Network: "irc", Workspace: "127.0.0.1", Chat: "#" + chat}
}

func (i *irc) configuration() string {
	return fmt.Sprintf(`
[accounts.aria-irc]
network = "irc"
familiars = ["aria"]
server = %q
tls = false
join = ["%s"]
%s
[[channels]]
match = "irc:*"
familiars = ["aria"]
`, i.way.address, strings.Join(i.channels, `", "`), i.pace)
}

// say has the server take each one's lines before another speaks: between two
// connections it keeps no order.
func (i *irc) say(at messages.Channel, s step) {
	if p := i.people[s.by.Name]; p != i.spoke {
		if i.spoke != nil {
			i.spoke.Settle()
		}
		i.spoke = p
	}
	text := s.text
	if len(s.mentions) > 0 {
		text = "Aria: " + text
	}
	i.spoke.Say(at.Chat, text)
}

// told returns what Aria did, as Ana saw it: each line's command, where, and
// the text.
func (i *irc) told() (all [][3]string) {
	for _, line := range i.people[humans[0].Name].Told(":Aria") {
		if !strings.HasPrefix(line, ":Aria") {
			continue // somebody speaks to her
		}
		words := strings.SplitN(line, " ", 4)
		words = append(words, "", "")
		all = append(all, [3]string{words[1], strings.TrimPrefix(words[2], ":"), strings.TrimPrefix(words[3], ":")})
	}
	return all
}

func (i *irc) posted(at messages.Channel) (texts []string) {
	for _, t := range i.told() {
		if t[0] == "PRIVMSG" && t[1] == at.Chat {
			texts = append(texts, t[2])
		}
	}
	return texts
}

func (i *irc) asked(c *conversation.Config) {
	for k := range c.Seats {
		c.Seats[k].Members = true
	}
}

func (i *irc) self() messages.PersonID { return "account:aria-irc" }
func (i *irc) present() bool           { return i.in() == len(i.channels) }
func (i *irc) absent() bool            { return i.in() == 0 }

// in counts the channels Aria is in.
func (i *irc) in() int {
	in := map[string]bool{}
	for _, t := range i.told() {
		switch t[0] {
		case "JOIN":
			in[t[1]] = true
		case "QUIT":
			clear(in)
		}
	}
	return len(in)
}

// TestIRC kills the program while people talk on a real IRC server. What was
// said while it was there is in its journal, in order, and decided. IRC can't
// prove a post: one whose outcome was unknown at a kill is noted as unknown
// and never said again, and only such replies are missing.
func TestIRC(t *testing.T) {
	long.Test(t)
	kills, channels := size(t, "irc", 10, 8)
	t.Parallel()
	i := startIRC(t, channels)
	all := plainScripts(*seed, channels, perIRC(kills), false, i.open)
	r := liveOn(t, i, furnish(t, build(t), startModel(t), i.configuration()), all, kills)
	t.Logf("killed %d times: %s", kills, auditOn(t, r))
}

// perIRC returns about how much is said in a channel: the account may say a line
// a second.
func perIRC(kills int) int { return max(3, kills/2) }

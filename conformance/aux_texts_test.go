package conformance

import (
	"encoding/json"
	"fmt"
	"regexp"
	"slices"
	"strings"

	"familiar/messages"
	"familiar/policy/conversation"
	"familiar/policy/finish"
)

// auxFamilies are small functions of the source that preset ladder follows.
func auxFamilies(json.RawMessage) []family {
	return []family{
		noReply, stripThink, outboundFlood, quoteAnchor, mentionedIDs,
		claimCode, parseCommand, matchRule, roles,
		seenPeople, countAuthors, sourceConfig,
	}
}

var noReply = cases("no_reply", []string{"whole", "ends"}, func(c *struct {
	Text        string
	Whole, Ends bool
},
) (got, want string) {
	return fmt.Sprint(finish.NoReply(c.Text), finish.EndsNoReply(c.Text)), fmt.Sprint(c.Whole, c.Ends)
})

var stripThink = cases("strip_think", []string{"expect"}, func(c *struct{ Text, Expect string }) (got, want string) {
	return finish.Think(c.Text), c.Expect
})

var outboundFlood = cases("outbound_flood", []string{"ok", "reason"}, func(c *struct {
	Text   string
	OK     bool
	Reason string
},
) (got, want string) {
	reason := finish.FloodReason(c.Text)
	return fmt.Sprint(reason == "", reason), fmt.Sprint(c.OK, c.Reason)
})

type anchored struct {
	Adapter   string
	ID        messages.PersonID `json:"author_id"`
	Name      string            `json:"author_name"`
	Text      string
	Expect    string
	WithReply string `json:"with_reply"`
}

var quoteAnchor = cases("quote_anchor", []string{"expect", "with_reply"}, func(c *anchored) (got, want string) {
	quote := finish.Blockquote(network(c.Adapter), messages.Author{ID: c.ID, Name: c.Name}, c.Text)
	return fmt.Sprintf("%q %q", quote, finish.Anchor(quote, "reply body")), fmt.Sprintf("%q %q", c.Expect, c.WithReply)
}, departure[anchored]{
	name: "half a character", why: "the source cuts characters outside the basic plane in half, ours drops them whole",
	is: func(c *anchored) bool {
		return strings.Contains(c.Expect, halved) && !strings.Contains(c.Text, "\ufffd")
	},
	ours: func(c *anchored) {
		c.Expect = strings.Replace(c.Expect, halved, "…", 1)
		c.WithReply = strings.Replace(c.WithReply, halved, "…", 1)
	},
})

// halved is the end of a text after half a character, as it is read here.
const halved = "\ufffd…"

// network returns the network that an adapter of the source is for.
func network(adapter string) messages.Network {
	return messages.Network(strings.TrimSuffix(adapter, "-bot"))
}

type mentioning struct {
	Adapter string
	Text    string
	Expect  []messages.PersonID
}

// mentionedIDs are those whom a text of ours, once delivered, gives a credit.
var mentionedIDs = cases("mentioned_ids", []string{"expect"}, func(c *mentioning) (got, want string) {
	return fmt.Sprintf("%q", creditedBy(c)), fmt.Sprintf("%q", c.Expect)
}, departure[mentioning]{
	name: "a network whose mentions the source doesn't read", why: "the source reads mentions only on Discord and Slack; ours have one form on all networks",
	is:   func(c *mentioning) bool { return formMention[c.Adapter] == nil && anyMention.MatchString(c.Text) },
	ours: (*mentioning).allIDs,
}, departure[mentioning]{
	name: "an id in another network's form", why: "the source knows each network's form of ids; ours accepts any, and an unknown id gives credit to nobody",
	is: func(c *mentioning) bool {
		return slices.ContainsFunc(anyMention.FindAllString(c.Text, -1), func(m string) bool { return !formMention[c.Adapter].MatchString(m) })
	},
	ours: (*mentioning).allIDs,
})

var (
	anyMention  = regexp.MustCompile(`<@!?([^>|\s<]+)(?:\|[^>]*)?>`)
	formMention = map[string]*regexp.Regexp{
		"discord-bot": regexp.MustCompile(`^<@!?\d+>$`),
		"slack-bot":   regexp.MustCompile(`^<@[UW][A-Z0-9]+(?:\|[^>]*)?>$`),
	}
)

// allIDs expects whoever is mentioned in whatever form, once.
func (c *mentioning) allIDs() {
	c.Expect = nil
	for _, m := range anyMention.FindAllStringSubmatch(c.Text, -1) {
		if id := messages.PersonID(m[1]); !slices.Contains(c.Expect, id) {
			c.Expect = append(c.Expect, id)
		}
	}
}

// creditedBy has a seat answer somebody with the text.
func creditedBy(c *mentioning) []messages.PersonID {
	policy, _ := conversation.Preset("ladder")
	policy.Debounce = conversation.Debounce{}
	room, _ := conversation.PresetRoom("ladder")
	at := messages.Channel{Network: network(c.Adapter), Workspace: "w", Chat: "c"}.ID()
	s := conversation.New(at, &conversation.Config{Generation: 1, Room: room, Seats: []conversation.SeatConfig{
		{Familiar: "nabi", Account: "a", Self: us, Name: "Nabi", Policy: policy},
	}})
	pending := []messages.Event{messages.Heard{Line: &messages.Line{
		ID: "1", Channel: at, At: epoch, Text: "hi", Author: messages.Author{ID: "asker"}, Mentions: []messages.PersonID{us},
	}}}
	for len(pending) > 0 {
		orders := s.Step(epoch, pending[0], nil)
		pending = pending[1:]
		for _, o := range orders {
			switch o := o.(type) {
			case messages.Compose:
				pending = append(pending, messages.Composed{N: o.N, Parts: []string{c.Text}, Final: true})
			case messages.Post:
				pending = append(pending, messages.Delivered{Post: o.ID, Line: messages.LineID("own" + o.ID)})
			}
		}
	}
	var ids []messages.PersonID
	for _, e := range s.Seats[0].Credit.Entries {
		if e.Author != "asker" {
			ids = append(ids, e.Author)
		}
	}
	return ids
}

package conformance

import (
	"encoding/json"
	"fmt"
	"strings"

	"familiar/messages"
	"familiar/policy/conversation"
	"familiar/policy/ladder"
)

// feishuFamilies are about answering everything, mentions, or what a judge
// says is relevant, as preset relevance does.
func feishuFamilies(json.RawMessage) []family {
	return []family{groupPolicy, shouldRespond, otherNetworks, policyGate}
}

// relevance returns the preset under one of the source's policies.
func relevance(policy string) conversation.Policy {
	p, _ := conversation.Preset("relevance")
	switch policy {
	case "mention":
		p.Ladder.Rest = messages.Observe
	case "open":
		p.Ladder.Rest = messages.Engage
	default: // auto is the preset as it is
	}
	return p
}

// A feishuEvent is a message as the network reports it.
type feishuEvent struct {
	Self    messages.PersonID `json:"bot_open_id"`
	Allowed bool              `json:"sender_allowed"`
	Seen    []messages.LineID `json:"seen_message_ids"`
	Event   struct {
		Event struct {
			Sender struct {
				ID struct {
					OpenID messages.PersonID `json:"open_id"`
				} `json:"sender_id"`
				Type string `json:"sender_type"`
			}
			Message struct {
				ID       messages.LineID `json:"message_id"`
				Chat     string          `json:"chat_id"`
				ChatType string          `json:"chat_type"`
				Root     messages.LineID `json:"root_id"`
				Parent   messages.LineID `json:"parent_id"`
				Thread   string          `json:"thread_id"`
				Content  string
				Mentions []struct {
					ID struct {
						OpenID messages.PersonID `json:"open_id"`
					}
				}
			}
		}
	}
	Expect map[string]string `json:"expect_document"`
}

var groupPolicy = cases("feishu", []string{"expect_document"}, func(c *feishuEvent) (got, want string) {
	ours := map[string]string{}
	for policy := range c.Expect {
		ours[policy] = c.decide(policy)
	}
	return fmt.Sprint(ours), fmt.Sprint(c.Expect)
}, departure[feishuEvent]{
	name: "a message seen before", why: "the document skips only our own messages; ours also decides only once on a repeated one",
	is:   func(c *feishuEvent) bool { return len(c.Seen) > 0 },
	ours: func(c *feishuEvent) { c.all("nothing") },
}, departure[feishuEvent]{
	name: "an author without permission", why: "the document has no permissions; ours doesn't answer people it doesn't hear",
	is:   func(c *feishuEvent) bool { return !c.Allowed },
	ours: func(c *feishuEvent) { c.all("denied") },
})

func (c *feishuEvent) all(answer string) {
	for policy := range c.Expect {
		c.Expect[policy] = answer
	}
}

// line is the event as an adapter would report it.
func (c *feishuEvent) line() *messages.Line {
	m, from := &c.Event.Event.Message, &c.Event.Event.Sender
	l := &messages.Line{
		ID: m.ID, Channel: messages.Channel{Network: "feishu", Chat: m.Chat, Thread: m.Thread}.ID(), At: epoch,
		Author: messages.Author{ID: from.ID.OpenID, Bot: from.Type != "user"}, Text: m.Content,
		DM: m.ChatType == "p2p", Everyone: strings.Contains(m.Content, "@_all"),
		ReplyTo: messages.Reply{ID: m.Parent, ThreadRoot: m.Parent != "" && m.Parent == m.Root},
	}
	for _, mentioned := range m.Mentions {
		if mentioned.ID.OpenID != "" {
			l.Mentions = append(l.Mentions, mentioned.ID.OpenID)
		}
	}
	return l
}

// decide hears the line in a channel with that policy.
func (c *feishuEvent) decide(policy string) string {
	l := c.line()
	room, _ := conversation.PresetRoom("relevance")
	if !c.Allowed {
		room.Ignore = append(room.Ignore, l.Author.ID)
	}
	s := conversation.New(l.Channel, &conversation.Config{Generation: 1, Room: room, Seats: []conversation.SeatConfig{
		{Familiar: "nano", Account: "nano", Self: c.Self, Name: "Nano", Judged: true, Policy: relevance(policy)},
	}})
	for _, id := range c.Seen {
		before := *l
		before.ID = id
		s.Step(epoch, messages.Heard{Line: &before}, nil)
	}
	var composes, judges bool
	answer := "nothing"
	for _, o := range s.Step(epoch, messages.Heard{Line: l}, nil) {
		switch o := o.(type) {
		case messages.Compose:
			composes = true
		case messages.Judge:
			judges = true
		case *messages.Note:
			if word := acts[o.Act]; word != "" && o.Line == l.ID {
				answer = word
			}
			if o.Rung == ladder.Self {
				answer = "skip:self"
			}
		}
	}
	if composes != (answer == "process") || judges != (answer == "check_relevance") {
		return fmt.Sprintf("%s, composed %v, judged %v", answer, composes, judges)
	}
	return answer
}

// acts are the document's words for ours.
var acts = map[messages.Act]string{
	messages.Engage:  "process",
	messages.Ask:     "check_relevance",
	messages.Observe: "skip:policy",
	messages.Denied:  "denied",
}

type respondCase struct {
	Metadata struct {
		Mentioned *bool  `json:"is_mentioned"`
		Policy    string `json:"group_policy"`
	}
	Result any // true, false or "call_relevance"
}

// shouldRespond is the same on the ladder alone. A message without a group's
// policy was said to us directly.
var shouldRespond = cases("document_should_respond", []string{"result"}, func(c *respondCase) (got, want string) {
	facts := when(c.Metadata.Mentioned == nil, messages.IsDM) | when(c.Metadata.Mentioned != nil && *c.Metadata.Mentioned, messages.MentionsUs)
	p := relevance(c.Metadata.Policy)
	answers := map[messages.Act]any{messages.Engage: true, messages.Observe: false, messages.Ask: "call_relevance"}
	return fmt.Sprint(answers[ladder.Decide(facts, &p.Ladder).Act]), fmt.Sprint(c.Result)
})

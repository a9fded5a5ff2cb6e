package reference

import (
	"maps"
	"slices"
	"testing"

	"familiar/messages"
)

// TestRelevance: each recorded message is routed the same under each policy, and
// a model's answer read the same.
func TestRelevance(t *testing.T) {
	var file struct {
		Feishu []struct {
			Name  string
			Self  messages.PersonID `json:"bot_open_id"`
			Event struct {
				Event struct {
					Sender struct {
						ID struct {
							OpenID messages.PersonID `json:"open_id"`
						} `json:"sender_id"`
					}
					Message struct {
						ChatType string `json:"chat_type"`
						Mentions []struct {
							ID struct {
								OpenID messages.PersonID `json:"open_id"`
							}
						}
					}
				}
			}
			Expect map[GroupPolicy]Relevance `json:"expect_document"`
		}
		Parse []struct {
			Answer   string
			Relevant bool
		} `json:"relevance_parse"`
	}
	load(t, "feishu.json.gz", &file)
	asked := 0
	for _, c := range file.Feishu {
		m := &c.Event.Event.Message
		said := Said{Author: c.Event.Event.Sender.ID.OpenID, DM: m.ChatType == "p2p"}
		for _, mentioned := range m.Mentions {
			said.Mention = said.Mention || mentioned.ID.OpenID == c.Self
		}
		for _, policy := range slices.Sorted(maps.Keys(c.Expect)) {
			asked++
			if got, want := policy.Route(&said, c.Self), c.Expect[policy]; got != want {
				t.Errorf("%s under %s: got %s, want %s", c.Name, policy, got, want)
			}
		}
	}
	for _, p := range file.Parse {
		if got := Relevant(p.Answer); got != p.Relevant {
			t.Errorf("%q is relevant: got %v, want %v", p.Answer, got, p.Relevant)
		}
	}
	if asked == 0 || len(file.Parse) == 0 {
		t.Error("nothing was asked")
	}
	t.Logf("relevance: %d messages under each policy, %d answers", len(file.Feishu), len(file.Parse))
}

package models

import (
	"fmt"

	"familiar/actors/monitor"
	"familiar/llm/chain"
	"familiar/messages"
)

// SecondJudge returns what [Models.Judge] does, with the judge that is asked where
// the first one's verdict is not enough. Its error: there is no such familiar, or
// it has no second judge any more.
func (m *Models) SecondJudge(at messages.ChannelID, id messages.FamiliarID, others ...messages.Candidate) (monitor.Card, []chain.Link, error) {
	card, err := JudgeCard(m.Config, at, id, others...)
	if err != nil {
		return card, nil, err
	}
	links := m.links([]string{m.Config.Familiars[id].Second})
	if len(links) == 0 {
		return monitor.Card{}, nil, fmt.Errorf("familiar %q has no second judge", id)
	}
	return card, links, nil
}

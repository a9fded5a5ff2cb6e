package replay

import (
	"familiar/lab/score"
	"familiar/messages"
)

// judge answers a question. A no is a decision; a yes becomes one with the
// turn it leads to.
func (p *pass) judge(order *messages.Judge) (messages.Event, error) {
	p.judged++
	p.ungrant()
	judged, err := p.consult(order)
	if judged.Yes && judged.Error == "" {
		p.granted = *order
	} else {
		p.decide(order.Trigger, order.Waiting, true, false)
	}
	return judged, err
}

// call takes the order of a turn: the familiar would speak now.
func (p *pass) call(order *messages.Compose) {
	p.decide(order.Trigger, order.Addressed, p.granted.N != 0, true)
	p.granted = messages.Judge{}
	for i := range order.Addressed {
		delete(p.open, order.Addressed[i].ID)
	}
}

// ungrant notes a yes that led to no turn: the guard may stop one. The call
// to the judge was spent all the same.
func (p *pass) ungrant() {
	if p.granted.N != 0 {
		p.decide(p.granted.Trigger, p.granted.Waiting, true, false)
		p.granted = messages.Judge{}
	}
}

func (p *pass) decide(why messages.Trigger, lines []messages.Quoted, judged, fire bool) {
	from := len(p.covers)
	for i := range lines {
		p.covers = append(p.covers, lines[i].ID)
	}
	p.decisions = append(p.decisions, score.Decision{
		Slice: p.slice.Name, Familiar: p.gold.Familiar, At: p.drive.Channel.Now, Trigger: why,
		Covers: p.covers[from:len(p.covers):len(p.covers)], Judged: judged, Fire: fire,
	})
}

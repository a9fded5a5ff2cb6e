package board

import (
	"fmt"
	"strings"

	tea "charm.land/bubbletea/v2"

	"familiar/messages"
)

// An Order is what a key has the program do.
type Order struct {
	Command  messages.Command
	Channel  messages.ChannelID
	Familiar messages.FamiliarID // "": all that are there

	seats []messages.FamiliarID // to choose from
}

// steering is the keys that change something, and what will happen. %s is who.
var steering = []struct {
	key     string
	command messages.Command
	does    string // in the help
	effect  string // in the question
}{
	{"q", messages.Quiet, "silence them there", "Silence, until resumed or as long as configured: %s?"},
	{"r", messages.Resume, "let them speak again", "Speak again: %s?"},
	{"w", messages.Wake, "have them consider speaking now", "Consider speaking now, or stay silent: %s?"},
	{"e", messages.EngageHere, "open the window, every line is meant for it", "Open the window, every line counts as meant for it: %s?"},
}

// prepare asks before a command is sent.
func (m Model) prepare(command messages.Command) Model {
	rows := m.rows()
	at := m.selected(rows)
	switch {
	case !m.Steers:
		m.told = "not with this token: q, r, w and e need one with the scope control"
		return m
	case at < 0:
		return m
	case rows[at].status == nil:
		m.told = "no familiar is in this channel"
		return m
	}
	m.pending = &Order{Command: command, Channel: m.pointer.channel}
	for _, seat := range rows[at].status.Seats {
		m.pending.seats = append(m.pending.seats, seat.Familiar)
	}
	if m.pointer.inside {
		m.pending.Familiar = m.pointer.note.Familiar
	}
	return m
}

// confirm answers a key while a command waits: y sends it, a number narrows it
// to one familiar, 0 widens it to all, and anything else lets it be.
func (m Model) confirm(name string) (tea.Model, tea.Cmd) {
	order := *m.pending
	if len(name) == 1 && name[0] >= '0' && int(name[0]-'0') <= len(order.seats) {
		order.Familiar = ""
		if n := int(name[0] - '0'); n > 0 {
			order.Familiar = order.seats[n-1]
		}
		m.pending = &order
		return m, nil
	}
	m.pending = nil
	if name != "y" {
		m.told = "nothing was done"
		return m, nil
	}
	m.told = string(order.Command) + ": asked"
	send := m.Program.Order
	return m, func() tea.Msg {
		verdicts, err := send(order)
		return obeyed{order, verdicts, err}
	}
}

// question names what will happen.
func (o *Order) question() string {
	who := string(o.Familiar)
	if who == "" {
		who = names(o.seats)
	}
	for _, s := range steering {
		if s.command == o.Command {
			return fmt.Sprintf(s.effect, clean(who)+" in "+clean(string(o.Channel)))
		}
	}
	return ""
}

// choices says which keys answer the question.
func (o *Order) choices() string {
	if len(o.seats) < 2 {
		return "y does it, any other key doesn't"
	}
	var each []string
	for i, id := range o.seats[:min(9, len(o.seats))] {
		each = append(each, fmt.Sprintf("%d %s", i+1, clean(string(id))))
	}
	return "y does it; only " + strings.Join(each, ", ") + "; 0 all; any other key doesn't"
}

// names lists familiars; there is at least one.
func names(all []messages.FamiliarID) string {
	var each []string
	for _, id := range all {
		each = append(each, string(id))
	}
	if last := len(each) - 1; last > 0 {
		return strings.Join(each[:last], ", ") + " and " + each[last]
	}
	return strings.Join(each, "")
}

// tell says what came of a command.
func (o obeyed) tell() string {
	if o.err != nil {
		return clean(fmt.Sprintf("%s: %v", o.order.Command, o.err))
	}
	var each []string
	for _, v := range o.verdicts {
		if v.Done {
			each = append(each, string(v.Familiar)+": done")
			continue
		}
		each = append(each, string(v.Familiar)+": "+v.Reason)
	}
	return clean(string(o.order.Command) + ": " + strings.Join(each, "; "))
}

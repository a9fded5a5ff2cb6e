package replay

import (
	"strconv"

	"familiar/messages"
	"familiar/policy/conversation"
	"familiar/policy/ladder"
)

// mostBeside is how many familiars there may be beside the one that is
// replayed: a channel holds 32.
const mostBeside = 31

// Beside the familiar that is replayed there may be others, each with an
// account of its own as on Discord. They have its knobs and play nobody: each
// hears every line before it does, so that the copy it decides on is always
// one that comes late; the judge tells them no, and their turns end in silence.

// beside adds those others to a channel that has only the one.
func (o *Options) beside(c *conversation.Config) {
	if o.Beside == 0 {
		return
	}
	one := c.Seats[0]
	c.Seats[0].Account = accountOf(one.Familiar)
	for i := range o.Beside {
		other := one
		other.Familiar = messages.FamiliarID("~" + strconv.Itoa(i+1))
		other.Account, other.Self, other.Name = accountOf(other.Familiar), messages.PersonID(other.Familiar), string(other.Familiar)
		other.Names = ladder.CompileNames(o.Policy.Ladder.Alias, other.Name)
		c.Seats = append(c.Seats, other)
	}
}

func accountOf(id messages.FamiliarID) messages.AccountID { return messages.AccountID(id) }

// spread has a line heard by every account, by the familiar's own last. What
// the familiar said itself its own account tells, for all that hear the channel.
func (p *pass) spread(line *messages.Line) error {
	accounts := p.accounts
	if line.Author.ID == p.gold.Familiar {
		accounts = accounts[len(accounts)-1:]
	}
	for _, account := range accounts {
		heard := line
		if account != line.Account {
			heard = new(messages.Line)
			*heard = *line
			heard.Account = account
		}
		if err := p.drive.Step(line.At, messages.Heard{Line: heard}); err != nil {
			return err
		}
	}
	return nil
}

// listen keeps whose accounts hear a line, in their order.
func (p *pass) listen(c *conversation.Config) {
	p.accounts = p.accounts[:0]
	for i := range c.Seats[1:] {
		p.accounts = append(p.accounts, c.Seats[1+i].Account)
	}
	p.accounts = append(p.accounts, c.Seats[0].Account)
}

// isBeside reports whether an order or note is of one that plays nobody.
func (p *pass) isBeside(who messages.FamiliarID) bool {
	return p.options.Beside > 0 && who != "" && who != messages.FamiliarID(p.gold.Familiar)
}

// dismiss answers what somebody beside the familiar orders.
func (p *pass) dismiss(effect messages.Effect) (messages.Event, error) {
	switch order := effect.(type) {
	case *messages.Note:
		return nil, p.log.write(p.slice, order)
	case messages.Judge:
		return messages.Judged{N: order.N, Reason: No.says(false)}, nil
	case messages.Compose:
		return messages.Composed{N: order.N, Skip: true}, nil
	default:
		return nil, nil
	}
}

// whose returns the familiar of an order or note that counts as its decision; "":
// nobody's.
func whose(effect messages.Effect) messages.FamiliarID {
	switch order := effect.(type) {
	case *messages.Note:
		return order.Familiar
	case messages.Judge:
		return order.Familiar
	case messages.Compose:
		return order.Familiar
	default:
		return ""
	}
}

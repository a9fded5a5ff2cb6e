package seating

import (
	"slices"

	"familiar/messages"

	"familiar/policy/credit"
	"familiar/policy/hours"
	"familiar/policy/ladder"
	"familiar/policy/odds"
	"familiar/policy/posts"
	"familiar/policy/schedule"
	"familiar/policy/split"
	"familiar/policy/surface"
)

// A SeatConfig is one familiar's place in the channel.
type SeatConfig struct {
	Familiar messages.FamiliarID
	Account  messages.AccountID
	Self     messages.PersonID // the account's own id on its network, or what stands for it: see Persona
	Absent   bool              // the account doesn't know yet who it is: what is said is only observed, nothing unasked begins
	Name     string            // as its lines are signed
	Persona  bool              // several familiars may share the account: Self is this one's alone, as [SeatConfig.Meet] makes it
	Rank     int               // then: its place among the account's familiars
	Picture  string            // address of the picture its posts are shown with, where they are under its name; "": the account's
	Names    ladder.Names      // what calls it in plain text
	Judged   bool              // there is a judge; without one an ask engages and a wait observes
	Judge    string            // which judge that is; seats with the same one may share a question; "": it shares none
	Second   bool              // there is a second judge, for verdicts that by the odds are not enough
	Policy   Policy
	Arm      messages.Arm    // of the experiment that Policy is part of; "": none
	Hours    hours.Plan      // made of Policy.Hours; zero: always free
	Schedule []schedule.Plan // made of Policy.Schedule; nil: none

	Limit   split.Limit // how long a message may be on its network; zero: any length
	Members bool        // its network can be asked who is in the channel
	History bool        // its network can be asked what was said before
	Replies bool        // its network's lines can be replies to others
	Reacts  bool        // familiars can react to a line there

	Weights *odds.Weights // of Policy.Odds; nil: those the program carries
	Card    odds.Words    // the words of its card, for them
	Calls   []string      // what it is called, for commands to it alone

	us  messages.Author // of Persona: the account
	key odds.Key        // of Self, made by [Config.Listen]

	Look func(n *messages.Note, f odds.Facts) // is shown each line the odds are on for, before they settle it; nil: nobody is. It changes nothing
}

// OddsKey returns the key by which the seat goes in the table of who talks to whom.
func (c *SeatConfig) OddsKey() odds.Key {
	if c.key == 0 { // nobody has told it to listen
		return odds.KeyOf(c.Self)
	}
	return c.key
}

// IsCalledBy reports whether a line addresses the seat, as far as the line
// itself tells. Its name does where names count.
func (c *SeatConfig) IsCalledBy(l *messages.Line, named bool) bool {
	switch {
	case c.Self != "" && slices.Contains(l.Mentions, c.Self):
		return true
	case c.Self != "" && l.ReplyTo.Author == c.Self && !l.ReplyTo.ThreadRoot:
		return true
	}
	return named && !l.ExplicitOnly && slices.Contains(c.Policy.Ladder.Rungs, ladder.Alias)
}

// IsCalled reports whether a human calls the seat by a line of which its ladder says d,
// so that it would have answered.
func (c *SeatConfig) IsCalled(l *messages.Line, d *ladder.Decision) bool {
	calls := d.Act == messages.Engage || d.Act == messages.Ask && c.Policy.Trigger(d.Rung) == messages.Address
	return calls && !l.Author.Bot
}

// SharesJudge reports whether a question of the seat's may be about another one, too.
// Two of the same name no judge could tell apart.
func (c *SeatConfig) SharesJudge(o *SeatConfig) bool {
	return o.Policy.JudgeTogether && o.Judged && c.Judge == o.Judge && c.Name != o.Name &&
		c.Policy.OnJudgeError == o.Policy.OnJudgeError && o.Policy.Chattiness.On
}

// Settles reports whether the odds may settle what the ladder has answered: an
// ask that goes on with a talk, or that each line gets, and a wait where the
// familiar speaks unasked at all. Whether a call was meant the judge is to say.
func (c *SeatConfig) Settles(d *ladder.Decision, facts messages.Facts) bool {
	switch d.Act {
	case messages.Ask:
		switch d.Rung { //nolint:exhaustive // the others are calls
		case ladder.Sticky, ladder.Rest, ladder.Solo:
			return true
		case ladder.Alias:
			return !facts.Has(messages.CallsUs)
		}
		return false
	case messages.Wait:
		return c.Policy.Chattiness.On
	default:
		return false
	}
}

// OddsWeights returns what each feature of the odds is worth.
func (c *SeatConfig) OddsWeights() *odds.Weights {
	w := c.Weights
	if w == nil {
		w = odds.Builtin()
	}
	if c.Replies {
		return w.ExpectingReplies()
	}
	return w
}

// KeepsWindow reports whether the seat's credit is the channel's window.
func (c *SeatConfig) KeepsWindow() bool {
	credits := &c.Policy.Credit
	return credits.On && credits.Scope == credit.Channel
}

// Takes reports whether a text of its may stand where another one does: in one message of
// the network, and no longer than the place takes unless that one was, too.
func (c *SeatConfig) Takes(text, instead string, here surface.Surface) bool {
	if len(split.Text(text, c.TextLimit())) > 1 {
		return false
	}
	return !here.Hard() || c.Policy.Surface.Fits(here, text) || !c.Policy.Surface.Fits(here, instead)
}

// Order returns the order of a post of the seat's in a channel.
func (c *SeatConfig) Order(channel messages.ChannelID, p *posts.Post) messages.Post {
	return messages.Post{
		ID: p.ID, Channel: channel, Account: c.Account, Familiar: c.Familiar, As: c.ShownAs(), Picture: c.Picture,
		Part: p.Part, Text: p.Text, ReplyTo: p.ReplyTo, Thread: p.Opens, Within: p.Within, File: p.File, Meta: messages.Meta{At: p.At},
	}
}

package admission

import (
	"slices"

	"familiar/messages"
)

// An Entrance is who may come into one channel and do what there. The channel
// where roles are held, [messages.Roles], has the claims besides: a claim is
// decided there alone, whoever types the code and wherever, so that it is used
// once. The others only see that a code fits, and ask there.
type Entrance struct {
	*Claims // of [messages.Roles]; nil elsewhere

	config *Config
	shared *Claims // as in its [Setting]
	door   Door
	listed bool // as in its Setting
	holds  bool // it is the channel where roles are held
}

// A Setting is what an [Entrance] is made by.
type Setting struct {
	Config *Config
	Listed bool    // the operator's configuration has a rule for the channel
	Shared *Claims // the open claim and the roles given, as every channel is told of them; nil: none
}

// granted are the roles that claims have given, as the channel is told of them.
func (e *Entrance) granted() []Grant {
	if e.shared == nil {
		return nil
	}
	return e.shared.Grants
}

// Use puts a configuration in force.
func (e *Entrance) Use(channel messages.ChannelID, s Setting) {
	e.config, e.listed, e.shared = s.Config, s.Listed, s.Shared
	if e.holds = channel == messages.Roles; e.Claims == nil && e.holds {
		e.Claims = &Claims{}
	}
	e.door = NewDoor(e.config, channel, e.listed, e.granted())
}

// IsZero reports whether there are no claims: nothing else is encoded.
func (e *Entrance) IsZero() bool {
	if e.Claims == nil {
		return true
	}
	p := &e.Pending
	return p.Sum == nil && p.Role == "" && p.Scope == (Rule{}) && p.Until == 0 && p.Wrong == 0 && e.Grants == nil
}

// Admits is [Door.Admits].
func (e *Entrance) Admits(l *messages.Line) bool { return e.door.Admits(l) }

// Role is [Door.Role].
func (e *Entrance) Role(person messages.PersonID, dm bool) (Role, Rights) {
	return e.door.Role(person, dm)
}

// ReadOrder returns the command that a line just heard is, if a channel carries
// it out.
func (e *Entrance) ReadOrder(l *messages.Line, ears []Ear) (Order, bool) {
	o, ok := e.config.Read(l, ears)
	return o, ok && Typed.May(o.Command)
}

// LookFor returns what a line means for the open claim, as this channel knows it,
// and the code in it that is to be offered where roles are held; "" for none.
func (e *Entrance) LookFor(now messages.Instant, l *messages.Line) (outcome Outcome, code string) {
	if e.shared == nil {
		return NoClaim, ""
	}
	if outcome = e.shared.look(now, l); outcome == Fits || outcome == WrongOne {
		code, _ = FindCode(l.Text)
	}
	return outcome, code
}

// LetIn has a role that was given hold here, which is channel, at once: the settings
// that carry it come after the answer. false: it is no word for this channel.
func (e *Entrance) LetIn(now messages.Instant, channel, from messages.ChannelID, given messages.RoleGiven) bool {
	var where Rule
	if e.holds || from != messages.Roles || given.Where != "" && where.UnmarshalText([]byte(given.Where)) != nil {
		return false
	}
	grants := append(slices.Clip(e.granted()), Grant{Role: Role(given.Role), Rule: where, At: now})
	e.door = NewDoor(e.config, channel, e.listed, grants)
	return true
}

// Given returns the roles that claims have given, where they are held.
func (e *Entrance) Given() []Grant {
	if e.Claims == nil {
		return nil
	}
	return e.Grants
}

// Holds reports whether roles are held here.
func (e *Entrance) Holds() bool { return e.holds }

// TakeCode is Claims.offer of a code that was said in another channel. news
// says that a claim is open now or is no more, for every channel to be told.
func (e *Entrance) TakeCode(now messages.Instant, from messages.ChannelID, c messages.CodeSaid) (outcome Outcome, given Grant, news bool) {
	open := e.Pending.Sum != nil
	l := &messages.Line{Channel: from, ID: c.Line, Author: messages.Author{ID: c.Person}, Text: c.Code, DM: c.DM}
	outcome, given = e.offer(now, l, e.config)
	return outcome, given, open != (e.Pending.Sum != nil)
}

// OpenClaim is Claims.openSum of what the operator has asked for.
func (e *Entrance) OpenClaim(now messages.Instant, opened messages.ClaimOpened) error {
	var scope Rule
	if opened.Scope != "" {
		var err error
		if scope, err = ParseRule(opened.Scope); err != nil {
			return err
		}
	}
	return e.openSum(now, opened.Sum, Role(opened.Role), scope, e.config)
}

// ShareAgain appends the order to share the claims, in case it was not carried
// out.
func (e *Entrance) ShareAgain(out []messages.Effect) []messages.Effect {
	if e.Claims == nil || e.Pending.Sum == nil && len(e.Grants) == 0 {
		return out
	}
	return append(out, messages.ShareRoles{})
}

package conversation

import (
	"slices"

	"familiar/messages"
	"familiar/messages/because"
	"familiar/policy/admission"
	"familiar/policy/ties"
)

// A claim is decided in one place, the state of [messages.Roles], whoever types
// the code and wherever: so it is used once. A channel only sees that a code
// fits, asks there, and says what came of it. What has changed is shared with
// every channel by its configuration.

// grants are the roles that claims have given.
func (c *Config) grants() []admission.Grant {
	if c.Claims == nil {
		return nil
	}
	return c.Claims.Grants
}

// claims reports whether a line is the code of the open claim, which then
// nobody else is shown, and asks for the role. A wrong code is only counted.
func (s *State) claims(l *messages.Line, out []Effect) (bool, []Effect) {
	if s.config.Claims == nil || len(s.Seats) == 0 {
		return false, out
	}
	outcome := s.config.Claims.Look(s.Now, l)
	if outcome == admission.Fits {
		out = s.note(-1, messages.Note{Line: l.ID, Act: messages.Claim, Rung: byClaim, Reason: because.CodeFits, Meta: l.Meta}, out)
	}
	if outcome == admission.Fits || outcome == admission.WrongOne {
		code, _ := admission.FindCode(l.Text)
		out = append(out, ties.Tell(s.Channel, messages.Roles, messages.CodeSaid{Code: code, Person: l.Author.ID, DM: l.DM, Line: l.ID, Familiar: s.Seats[s.host(l)].Familiar}))
	}
	return outcome == admission.Fits, out
}

// host gives the seat that answers for all: the first whose account heard the
// line, else the first.
func (s *State) host(l *messages.Line) int {
	host := -1
	for i := range s.config.Seats {
		if c := s.cfg(i); c.Account == l.Account && (host < 0 || c.Rank < s.cfg(host).Rank) {
			host = i
		}
	}
	return max(0, host)
}

// roleGiven takes the word of where roles are held that somebody has one now.
func (s *State) roleGiven(from messages.ChannelID, given messages.RoleGiven, out []Effect) []Effect {
	var where admission.Rule
	i := s.seatOf(given.Familiar)
	if s.Channel == messages.Roles || from != messages.Roles || i < 0 || given.Where != "" && where.UnmarshalText([]byte(given.Where)) != nil {
		return out
	}
	role := admission.Role(given.Role)
	s.letIn(admission.Grant{Role: role, Rule: where, At: s.Now})
	return s.answerCommand(i, given.Line, admission.Answer{Key: admission.Claimed, Command: admission.Claim, Name: s.cfg(i).Name, Role: role}, out)
}

// letIn has a role hold here at once: the settings that carry it come after the
// answer.
func (s *State) letIn(g admission.Grant) {
	c := s.config
	s.door = admission.NewDoor(&c.Room.Admission, s.Channel, c.Listed, append(slices.Clip(c.grants()), g))
}

// codeSaid gives the role to whoever was first to say the code.
func (s *State) codeSaid(from messages.ChannelID, c messages.CodeSaid, out []Effect) []Effect {
	if s.Channel != messages.Roles {
		return out
	}
	before := s.Claims.Pending.Sum
	l := &messages.Line{Channel: from, ID: c.Line, Author: messages.Author{ID: c.Person}, Text: c.Code, DM: c.DM}
	outcome, grant := s.Claims.Offer(s.Now, l, &s.config.Room.Admission)
	var reason because.Reason = because.CodeUnclaimed
	if outcome != admission.NoClaim {
		reason = because.CodeSaid{Outcome: string(outcome)}
	}
	out = s.note(-1, messages.Note{Act: messages.Settled, Rung: byClaim, Reason: reason}, out)
	if outcome == admission.Fits {
		out = append(out, ties.Tell(s.Channel, from, messages.RoleGiven{Line: c.Line, Familiar: c.Familiar, Role: string(grant.Role), Where: grant.Rule.String()}))
	}
	if (before == nil) != (s.Claims.Pending.Sum == nil) {
		out = append(out, messages.ShareRoles{})
	}
	return out
}

// openClaim lets a code be used from now on.
func (s *State) openClaim(e messages.ClaimOpened, out []Effect) []Effect {
	if s.Channel != messages.Roles {
		return out
	}
	var scope admission.Rule
	var err error
	if e.Scope != "" {
		scope, err = admission.ParseRule(e.Scope)
	}
	if err == nil {
		err = s.Claims.OpenSum(s.Now, e.Sum, admission.Role(e.Role), scope, &s.config.Room.Admission)
	}
	if err != nil {
		return s.note(-1, messages.Note{Act: messages.Settled, Rung: byRefused, Reason: because.Says(err.Error())}, out)
	}
	out = s.note(-1, messages.Note{Act: messages.Settled, Rung: byClaim, Reason: because.CodeOpened{Role: e.Role}}, out)
	return append(out, messages.ShareRoles{})
}

// revoke takes a claimed role back.
func (s *State) revoke(e messages.RoleRevoked, out []Effect) []Effect {
	if !s.Claims.Revoke(admission.Role(e.Role), e.Person) {
		return out
	}
	out = s.note(-1, messages.Note{Act: messages.Settled, Rung: byClaim, Reason: because.RoleRevoked{Role: e.Role}}, out)
	return append(out, messages.ShareRoles{})
}

// forgetClaims takes back what a person who is to be forgotten has claimed.
func (s *State) forgetClaims(id messages.PersonID, out []Effect) []Effect {
	if !s.Claims.ForgetPerson(id) {
		return out
	}
	return append(out, messages.ShareRoles{})
}

// shareRoles gives the order to share again, in case it was not carried out.
func (s *State) shareRoles(out []Effect) []Effect {
	if s.Claims.Pending.Sum == nil && len(s.Claims.Grants) == 0 {
		return out
	}
	return append(out, messages.ShareRoles{})
}

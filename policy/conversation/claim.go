package conversation

import (
	"familiar/messages"
	"familiar/messages/because"
	"familiar/policy/admission"
	"familiar/policy/ties"
)

// claims reports whether a line is the code of the open claim, which then
// nobody else is shown, and asks for the role. A wrong code is only counted.
func (s *State) claims(l *messages.Line, out []Effect) (bool, []Effect) {
	if len(s.Seats) == 0 {
		return false, out
	}
	outcome, code := s.Admission.LookFor(s.Now, l)
	if outcome == admission.Fits {
		out = s.note(-1, messages.Note{Line: l.ID, Act: messages.Claim, Rung: messages.ByClaim, Reason: because.CodeFits, Meta: l.Meta}, out)
	}
	if code != "" {
		out = append(out, ties.Tell(s.Channel, messages.Roles, messages.CodeSaid{Code: code, Person: l.Author.ID, DM: l.DM, Line: l.ID, Familiar: s.Seats[s.Book.Host(l)].Familiar}))
	}
	return outcome == admission.Fits, out
}

// roleGiven takes the word of where roles are held that somebody has one now.
func (s *State) roleGiven(from messages.ChannelID, given messages.RoleGiven, out []Effect) []Effect {
	i := s.Seats.Of(given.Familiar)
	if i < 0 || !s.Admission.LetIn(s.Now, s.Channel, from, given) {
		return out
	}
	return s.answerCommand(i, given.Line, admission.Answer{Key: admission.Claimed, Command: admission.Claim, Name: s.cfg(i).Name, Role: admission.Role(given.Role)}, out)
}

// codeSaid gives the role to whoever was first to say the code.
func (s *State) codeSaid(from messages.ChannelID, c messages.CodeSaid, out []Effect) []Effect {
	if !s.Admission.Holds() {
		return out
	}
	outcome, grant, news := s.Admission.TakeCode(s.Now, from, c)
	var reason because.Reason = because.CodeUnclaimed
	if outcome != admission.NoClaim {
		reason = because.CodeSaid{Outcome: string(outcome)}
	}
	out = s.note(-1, messages.Note{Act: messages.Settled, Rung: messages.ByClaim, Reason: reason}, out)
	if outcome == admission.Fits {
		out = append(out, ties.Tell(s.Channel, from, messages.RoleGiven{Line: c.Line, Familiar: c.Familiar, Role: string(grant.Role), Where: grant.Rule.String()}))
	}
	if news {
		out = append(out, messages.ShareRoles{})
	}
	return out
}

// openClaim lets a code be used from now on.
func (s *State) openClaim(e messages.ClaimOpened, out []Effect) []Effect {
	if !s.Admission.Holds() {
		return out
	}
	if err := s.Admission.OpenClaim(s.Now, e); err != nil {
		return s.note(-1, messages.Note{Act: messages.Settled, Rung: messages.ByRefused, Reason: because.Says(err.Error())}, out)
	}
	out = s.note(-1, messages.Note{Act: messages.Settled, Rung: messages.ByClaim, Reason: because.CodeOpened{Role: e.Role}}, out)
	return append(out, messages.ShareRoles{})
}

// revoke takes a claimed role back.
func (s *State) revoke(e messages.RoleRevoked, out []Effect) []Effect {
	if !s.Admission.Revoke(admission.Role(e.Role), e.Person) {
		return out
	}
	out = s.note(-1, messages.Note{Act: messages.Settled, Rung: messages.ByClaim, Reason: because.RoleRevoked{Role: e.Role}}, out)
	return append(out, messages.ShareRoles{})
}

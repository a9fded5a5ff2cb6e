package admission

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"familiar/messages"
	"familiar/policy/code"
)

// MostGrants is how many roles claims may have given at a time.
const MostGrants = 200

// A Grant is a role that a claim has given. It is kept in the journal, never
// written to the configuration's file.
type Grant struct {
	Role Role             `json:"r"`
	Rule Rule             `json:"m"` // always with an author
	At   messages.Instant `json:"t"`
}

// A Pending is the claim that is open. With Sum nil there is none.
type Pending struct {
	Sum   []byte           `json:"s,omitempty"` // of the code, which is kept nowhere
	Role  Role             `json:"r,omitempty"`
	Scope Rule             `json:"m,omitzero"` // where it may be used and the role will hold; zero: the network it is used on
	Until messages.Instant `json:"u,omitempty"`
	Wrong int              `json:"w,omitempty"` // codes offered that were not it
}

// Claims is what the whole program knows of claims: the open one and the roles
// given so far. The zero Claims are none. There is one for all channels, which
// get a copy to look at; only its keeper changes it.
type Claims struct {
	Pending Pending `json:"p,omitzero"`
	Grants  []Grant `json:"g,omitempty"` // oldest first, at most [MostGrants]
}

// An Outcome is what a line means for a claim.
type Outcome string

// The outcomes.
const (
	NoClaim  Outcome = ""         // no code in it, or nothing to claim: it is talk
	WrongOne Outcome = "wrong"    // a code, but not the one: it is talk
	Expired  Outcome = "expired"  // the claim was open too long: it is talk
	Fits     Outcome = "accepted" // it is the one: the line is a claim and kept nowhere
)

// Open begins a claim of a role with a code of [NewCode], in place of one that
// is still open. scope narrows where it can be used and holds; the zero Rule is
// the whole network it is used on. The code runs out after c.ClaimFor. It is an
// error to claim a role the configuration doesn't have, to name an author, or
// when [MostGrants] are given.
func (s *Claims) Open(now messages.Instant, said string, role Role, scope Rule, c *Config) error {
	if written, ok := FindCode(said); !ok || written != said {
		return fmt.Errorf("claim: %q is no claim code", said)
	}
	return s.openSum(now, Sum(said), role, scope, c)
}

// openSum is [Claims.Open] for a caller that knows only the [Sum] of the code.
func (s *Claims) openSum(now messages.Instant, sum []byte, role Role, scope Rule, c *Config) error {
	if !c.knows(role) || role == Guest {
		return fmt.Errorf("claim: nobody can claim to be %q", role)
	}
	if scope.author != "" {
		return errors.New("claim: the scope names an author, who isn't known before the claim")
	}
	if len(s.Grants) >= MostGrants {
		return fmt.Errorf("claim: %d roles are claimed, forget one first", len(s.Grants))
	}
	s.Pending = Pending{Sum: sum, Role: role, Scope: scope, Until: now.Add(c.ClaimFor)}
	return nil
}

// look says what a line that a human just said means for the open claim, and
// changes nothing: a channel decides by it. Lines of bots and lines fetched
// later claim nothing, nor does an id with a blank, which no rule can name, or
// somebody whose lines come by a relay.
// Without an open claim it costs nothing.
func (s *Claims) look(now messages.Instant, l *messages.Line) Outcome {
	if s.Pending.Sum == nil || !heeded(l) || strings.ContainsFunc(string(l.Author.ID), isBlank) {
		return NoClaim
	}
	if _, relayed := l.Author.ID.Relay(); relayed {
		return NoClaim
	}
	said, ok := FindCode(l.Text)
	if !ok || s.Pending.Scope != (Rule{}) && !s.Pending.Scope.Match(l.Channel, l.DM) {
		return NoClaim
	}
	fits := code.Same(Sum(said), s.Pending.Sum)
	switch {
	case now >= s.Pending.Until:
		return Expired
	case !fits:
		return WrongOne
	}
	return Fits
}

// offer is Claims.look with its consequences: the code that fits gives its
// author the role and can't be used again, and after c.ClaimTries wrong ones
// nothing fits any more. It gives the grant if there is one.
func (s *Claims) offer(now messages.Instant, l *messages.Line, c *Config) (Outcome, Grant) {
	outcome := s.look(now, l)
	switch outcome {
	case Fits:
		return outcome, s.grant(now, l)
	case WrongOne:
		if s.Pending.Wrong++; s.Pending.Wrong >= c.ClaimTries {
			s.Pending = Pending{}
		}
	case Expired:
		s.Pending = Pending{}
	case NoClaim:
	}
	return outcome, Grant{}
}

func (s *Claims) grant(now messages.Instant, l *messages.Line) Grant {
	rule := s.Pending.Scope
	if rule == (Rule{}) || rule.network == "*" {
		rule = Rule{network: l.Channel.Network()}
	}
	rule.author = l.Author.ID
	g := Grant{Role: s.Pending.Role, Rule: rule, At: now}
	s.Pending = Pending{}
	s.Grants = slices.DeleteFunc(s.Grants, func(old Grant) bool { return old.Rule == rule && old.Role == g.Role })
	s.Grants = append(s.Grants, g)
	return g
}

// Revoke takes a claimed role from a person on every network and reports
// whether they had it.
func (s *Claims) Revoke(role Role, person messages.PersonID) bool {
	return s.drop(func(g Grant) bool { return g.Role == role && g.Rule.author == person })
}

// ForgetPerson takes every claimed role from the person with that id anywhere, and
// reports whether there was one.
func (s *Claims) ForgetPerson(person messages.PersonID) bool {
	return s.drop(func(g Grant) bool { return g.Rule.author == person })
}

// drop drops nothing of nil, which channels without roles have.
func (s *Claims) drop(goes func(Grant) bool) bool {
	if s == nil {
		return false
	}
	before := len(s.Grants)
	if s.Grants = slices.DeleteFunc(s.Grants, goes); len(s.Grants) == 0 {
		s.Grants = nil
	}
	return len(s.Grants) < before
}

// Clone returns a copy for others to look at.
func (s *Claims) Clone() *Claims { return &Claims{s.Pending, slices.Clone(s.Grants)} }

// heeded reports whether a line can be a command or a claim: a human said it,
// just now.
func heeded(l *messages.Line) bool { return !l.Author.Bot && !l.Backfilled && l.Author.ID != "" }

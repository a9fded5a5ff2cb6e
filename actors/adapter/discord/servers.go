package discord

import (
	"cmp"
	"slices"

	"familiar/actors/adapter"
	"familiar/actors/adapter/discord/wire"
)

// A server is what is known of a guild.
type server struct {
	roles    map[string]string // names by id
	own      []string          // the account's roles
	members  int               // about how many, by Discord's count
	newest   string            // the newest id there is or was of a message in it
	everyone string            // the rights of its role @everyone, a number; "": not known
}

// newServer returns what Discord says of a guild. since is the newest message of it
// that was heard before; "": none is known.
func newServer(g wire.Guild, me, since string) *server {
	s := &server{roles: make(map[string]string), members: g.MemberCount, newest: cmp.Or(since, g.ID)}
	for _, r := range g.Roles {
		s.roles[r.ID] = adapter.CleanName(r.Name, adapter.NameMost)
		if r.ID == g.ID {
			s.everyone = r.Permissions
		}
	}
	for _, m := range g.Members {
		if m.User.ID == me {
			s.own = m.Roles
		}
	}
	return s
}

// held returns those of the roles that the account has.
func (p *places) held(guild string, roles []string) (held []string) {
	p.mu.Lock()
	defer p.mu.Unlock()
	s := p.servers[guild]
	if s == nil {
		return nil
	}
	for _, r := range roles {
		if slices.Contains(s.own, r) && !slices.Contains(held, r) {
			held = append(held, r)
		}
	}
	return held
}

// setRoles takes the account's roles in a guild.
func (p *places) setRoles(guild string, roles []string) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if s := p.servers[guild]; s != nil {
		s.own = roles
	}
}

// role takes a role; one without a name is forgotten.
func (p *places) role(guild, id, name, permissions string) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.changes[guild]++
	s := p.servers[guild]
	if s != nil && id == guild {
		s.everyone = permissions
	}
	switch {
	case s == nil:
	case name == "":
		delete(s.roles, id)
	default:
		s.roles[id] = adapter.CleanName(name, adapter.NameMost)
	}
}

// roleName returns a role's name; "" when not known.
func (p *places) roleName(guild, id string) string {
	p.mu.Lock()
	defer p.mu.Unlock()
	if s := p.servers[guild]; s != nil {
		return s.roles[id]
	}
	return ""
}

// channelName returns what a channel is called, for who reads another one; "" when that
// is not known, or not for everybody there to know. Anybody may write the id of a channel
// anywhere; Discord shows its name to those who may see it.
func (p *places) channelName(guild, id, in string) string {
	p.mu.Lock()
	defer p.mu.Unlock()
	at := p.places[id]
	if at == nil || at.guild != guild || id != in && p.keeps(id, in) {
		return ""
	}
	return at.name
}

// keeps reports whether somebody who reads one channel is kept from another, as far as
// Discord has said. The lock is held.
func (p *places) keeps(id, in string) bool {
	at := p.places[id]
	if at.kind == kindPrivateThread {
		return true
	}
	room := cmp.Or(at.parent, id)
	if here := p.places[in]; room == in || here != nil && here.parent == room {
		return false
	}
	of, s := p.places[room], p.servers[at.guild]
	return of != nil && of.overwrites != nil && s != nil && s.everyone != "" && !everybodyReads(at.guild, s.everyone, *of.overwrites)
}

// members returns about how many are in a guild.
func (p *places) members(guild string) int {
	p.mu.Lock()
	defer p.mu.Unlock()
	if s := p.servers[guild]; s != nil {
		return s.members
	}
	return 0
}

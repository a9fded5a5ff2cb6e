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

// channelName returns a channel's name; "" when not known.
func (p *places) channelName(id string) string {
	at, _ := p.at(id)
	return at.name
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

package admission

import (
	"cmp"
	"slices"

	"familiar/messages"
)

// A Role is what somebody is in a channel: one of the four below or the name
// of a custom one, which stands between trusted and member.
type Role string

// The roles every configuration has.
const (
	Owner   Role = "owner"
	Trusted Role = "trusted"
	Member  Role = "member"
	Guest   Role = "guest"
)

// A place is a role with its rights, as a [Door] ranks it.
type place struct {
	role Role
	may  Rights
}

// usual are the roles of a configuration that makes none and gives none of them
// other rights. All channels share them, so nobody changes them.
var usual = []place{{Owner, builtin(Owner)}, {Trusted, builtin(Trusted)}, {Member, builtin(Member)}, {Guest, builtin(Guest)}}

// ranked returns every role of the configuration, the highest first; guest is
// the last.
func (c *Config) ranked() *[]place {
	if c.hasUsual() {
		return &usual
	}
	places := slices.Clone(usual)
	for name, holders := range c.Roles {
		i := slices.IndexFunc(places, func(p place) bool { return p.role == Role(name) })
		if i < 0 {
			i = len(places)
			places = append(places, place{Role(name), builtin(Member)})
		}
		if holders.May != nil {
			places[i].may = rightsOf(holders.May)
		}
	}
	slices.SortFunc(places, func(a, b place) int {
		byRights := 0
		if rank(a.role) == custom {
			byRights = cmp.Compare(b.may.count(), a.may.count())
		}
		return cmp.Or(cmp.Compare(rank(a.role), rank(b.role)), byRights, cmp.Compare(a.role, b.role))
	})
	return &places
}

// hasUsual reports whether the roles are the usual ones.
func (c *Config) hasUsual() bool {
	for name, holders := range c.Roles {
		if rank(Role(name)) == custom || holders.May != nil {
			return false
		}
	}
	return true
}

// custom is the rank of every role that is not built in.
const custom = 2

func rank(r Role) int {
	switch r {
	case Owner:
		return 0
	case Trusted:
		return 1
	case Member:
		return 3
	case Guest:
		return 4
	default:
		return custom
	}
}

// builtin returns the rights of a role that the configuration says nothing of.
func builtin(r Role) Rights {
	member := rightsOf([]messages.Command{messages.Wake, Help, Status, Why, Link})
	trusted := member | rightsOf([]messages.Command{messages.Quiet, Engage, messages.Disengage, messages.Stop})
	switch r {
	case Owner:
		return trusted | rightsOf([]messages.Command{Say, Reload, Claim, Forget})
	case Trusted:
		return trusted
	case Guest:
		return 0
	default:
		return member
	}
}

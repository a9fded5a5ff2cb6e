package admission

import (
	"maps"
	"slices"
	"time"

	"familiar/internal/bounds"
	"familiar/messages"
)

// Config is what an operator may tune. The zero Config lets nobody in.
type Config struct {
	Listed   Role               `toml:"listed"`   // what everybody is in channels the configuration lists; default member
	Unlisted Role               `toml:"unlisted"` // what everybody is elsewhere; default "": guest once Roles says of anybody what they are, until then member
	Roles    map[string]Holders `toml:"roles"`    // who holds which role; any other name makes a custom one; default: who sits at the terminal is owner

	ClaimFor   time.Duration `toml:"claim_for"`   // how long a code may be used, of a claim or of /link, 1s to 24h; default 10m
	ClaimTries int           `toml:"claim_tries"` // wrong codes after which the right one of a claim is void, and in claim_for of one person after which they may link nothing, 1 to 1000; default 10

	QuietFor  time.Duration `toml:"quiet_for"`  // how long quiet lasts when nobody says; default 0: until told otherwise
	QuietMost time.Duration `toml:"quiet_most"` // the longest quiet that can be asked for with a duration; default 168h; 0: any

	Phrases map[string][]string `toml:"phrases"` // further phrases for a command after a mention, in any language; default none
}

// Holders are those who hold a role, and what it may.
type Holders struct {
	Match []Rule             `toml:"match"` // any of these; default none
	May   []messages.Command `toml:"may"`   // its rights, of AllRights; default as in the package comment, of a custom role those of member; []: none
}

// Default returns the configuration of every preset.
func Default() Config {
	return Config{
		Listed:     Member,
		Roles:      map[string]Holders{string(Owner): {Match: []Rule{{network: "terminal"}}}},
		ClaimFor:   10 * time.Minute,
		ClaimTries: 10,
		QuietMost:  7 * 24 * time.Hour,
	}
}

// mostRoles keeps a role's index in a byte.
const mostRoles = 100

// Validate says what is wrong, all of it.
func (c *Config) Validate() error {
	fields := []bounds.Field{
		bounds.Must(c.knows(c.Listed), "listed = %q: no such role", c.Listed),
		bounds.Must(c.Unlisted == "" || c.knows(c.Unlisted), "unlisted = %q: no such role", c.Unlisted),
		bounds.Must(len(c.Roles) <= mostRoles, "roles: got %d, want at most %d", len(c.Roles), mostRoles),
	}
	for _, name := range slices.Sorted(maps.Keys(c.Roles)) {
		fields = append(fields, c.Roles[name].fields(name)...)
	}
	fields = append(fields,
		bounds.Between("claim_for", c.ClaimFor, time.Second, 24*time.Hour).Want("1s to 24h"),
		bounds.Between("claim_tries", c.ClaimTries, 1, 1000),
		bounds.Must(c.QuietFor >= 0 && c.QuietMost >= 0, "quiet_for = %v, quiet_most = %v: durations can't be negative", c.QuietFor, c.QuietMost),
		bounds.Must(c.QuietMost <= 0 || c.QuietFor <= c.QuietMost, "quiet_for = %v: want at most quiet_most, which is %v", c.QuietFor, c.QuietMost),
	)
	for _, command := range slices.Sorted(maps.Keys(c.Phrases)) {
		fields = append(fields, bounds.Must(slices.Contains(Commands, messages.Command(command)), "phrases: %q is not a command", command))
		for _, own := range c.Phrases[command] {
			fields = append(fields, bounds.Must(plain(own) != "" && len(own) <= longestOwn, "phrases: %q for %q: want at least one letter and at most %d bytes", own, command, longestOwn))
		}
	}
	return bounds.Check(fields...)
}

func (h Holders) fields(name string) []bounds.Field {
	fields := []bounds.Field{
		bounds.Must(isName(name), "roles: %q: want lower-case letters, digits, - and _", name),
		bounds.Must(Role(name) != Guest || len(h.Match) == 0, "roles: match can't make anybody a guest, as the highest role wins; to keep people out, list them under ignore"),
	}
	for _, c := range h.May {
		fields = append(fields, bounds.Must(bit(c) != 0, "roles: %s may %q, which is not a right: want some of %v", name, c, allRights))
	}
	return fields
}

// untouched are the roles while nobody has been given one.
var untouched = Default().Roles

// elsewhere returns what everybody is in a channel the configuration doesn't
// list. While nobody has been given a role everybody may talk: whoever lets
// familiars into such channels, and says no more, wants them to answer.
func (c *Config) elsewhere() Role {
	switch {
	case c.Unlisted != "":
		return c.Unlisted
	case maps.EqualFunc(c.Roles, untouched, Holders.same):
		return Member
	}
	return Guest
}

func (h Holders) same(o Holders) bool {
	return slices.Equal(h.Match, o.Match) && (h.May == nil) == (o.May == nil) && slices.Equal(h.May, o.May)
}

// knows reports whether there is such a role.
func (c *Config) knows(role Role) bool {
	_, custom := c.Roles[string(role)]
	return custom || role == Owner || role == Trusted || role == Member || role == Guest
}

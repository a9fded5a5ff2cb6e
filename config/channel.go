package config

import (
	"cmp"
	"encoding/binary"
	"maps"
	"slices"
	"strings"
	"sync"

	"familiar/config/document"
	"familiar/messages"
	"familiar/policy/conversation"
	"familiar/policy/ladder"
	"familiar/policy/odds"
	"familiar/policy/split"
)

// A seating knows who speaks through which account, and the settings made so
// far. Channels are activated by many actors at once and share a handful of
// settings, hence the sync.Map: it is read for every activation and written a
// few times in the life of a process.
type seating struct {
	accounts map[place]messages.AccountID
	made     sync.Map // string of network, a bridge's workspace and matching rules: *conversation.Config
}

// A place is a network, or what a bridge's workspace is of all that bridges join, with a
// familiar that has an account there.
type place struct {
	network   messages.Network
	workspace string // "" but on bridges
	familiar  messages.FamiliarID
}

// placeOf returns where an account is.
func placeOf(id messages.AccountID, a *Account, familiar messages.FamiliarID) place {
	at := place{network: a.Network, familiar: familiar}
	if a.Network == bridge {
		at.workspace = cmp.Or(a.Workspace, string(id))
	}
	return at
}

// account returns the account by which a familiar speaks in a channel. In a workspace of
// bridges that no account is in, as of a recording, it is the only one it has on any.
func (s *seating) account(familiar messages.FamiliarID, id messages.ChannelID) (account messages.AccountID, ok bool) {
	at := place{network: id.Network(), familiar: familiar}
	if at.network == bridge {
		at.workspace = s.bridged(id)
	}
	if account, ok = s.accounts[at]; ok || at.network != bridge || at.workspace != "" {
		return account, ok
	}
	several := false
	for other, its := range s.accounts {
		if other.network == bridge && other.familiar == familiar {
			account, several, ok = its, ok, true
		}
	}
	return account, ok && !several
}

// bridged returns the workspace of a bridge's channel if any account is there.
func (s *seating) bridged(id messages.ChannelID) string {
	c, err := messages.ParseChannel(id)
	if err != nil {
		return ""
	}
	workspace, _, _ := strings.Cut(c.Workspace, "@") // behind it stands the account that a direct message is of
	for at := range s.accounts {
		if at.network == bridge && at.workspace == workspace {
			return workspace
		}
	}
	return ""
}

// speaks reports whether a familiar has an account where a pattern is for.
func (s *seating) speaks(id messages.FamiliarID, match Pattern) bool {
	for at := range s.accounts {
		if at.familiar == id && match.isOn(at.network) {
			return true
		}
	}
	return false
}

// Channel returns the settings of a channel; nil when nobody is there, so that
// what is said in it need not be heard. Channels with the same settings share
// them; they are never changed. Nobody is in a room that is the mirror of another.
// It may be called by many at the same time.
//
// Every rule that matches is laid over the ones before it. Where two rules
// would only together make a knob invalid, which [Load] can't always foresee,
// the later table is left out.
//
// A seat's Self is its account's name; a network that gives accounts ids of
// its own says so later.
func (c *Config) Channel(id messages.ChannelID) *conversation.Config {
	if _, mirrored := c.mirrorOf(id); mirrored {
		return nil
	}
	key := append(make([]byte, 0, 64), id.Network()...)
	if id.Network() == bridge {
		key = append(append(key, '@'), c.seats.bridged(id)...)
	}
	for i := range c.Channels {
		if c.Channels[i].Match.Match(id) {
			key = binary.AppendUvarint(append(key, '/'), uint64(i))
		}
	}
	for i := range c.plans {
		if arm := c.plans[i].in(id, c.Drawn); arm != "" {
			key = append(append(append(key, '/'), arm...), 0)
		}
	}
	if _, rule := c.retained(id); rule >= 0 {
		key = binary.AppendUvarint(append(key, '#'), uint64(rule))
	}
	if c.Held(id) {
		key = append(key, '!')
	}
	if c.relaying.Brings(id) != nil {
		key = append(key, '<')
	}
	if made, ok := c.seats.made.Load(string(key)); ok {
		return made.(*conversation.Config)
	}
	made, _ := c.seats.made.LoadOrStore(string(key), c.make(id))
	return made.(*conversation.Config)
}

// anew returns the same configuration, whose settings are made anew.
func (c *Config) anew() *Config {
	next := *c
	next.seats = &seating{accounts: c.seats.accounts}
	return &next
}

// Next returns the same configuration as the next generation of it.
func (c *Config) Next() *Config {
	next := c.anew()
	next.Generation++
	return next
}

// After returns the same configuration as the generation that follows an old one: what was
// held stays so.
func (c *Config) After(old *Config) *Config {
	next := c.Holding(old.Holds)
	next.Generation = old.Generation + 1
	return next
}

// Holding returns the same configuration where nothing may be erased in those channels.
func (c *Config) Holding(holds []Pattern) *Config {
	next := c.anew()
	next.Holds = holds
	return next
}

func (c *Config) make(id messages.ChannelID) *conversation.Config {
	made := &conversation.Config{Generation: c.Generation, Budget: c.Budget, Answers: c.Texts.Answers, Translations: c.Texts.Translations}
	made.Keep, made.Expires = c.Keeps(id)
	made.Held, made.Relayed = c.Held(id), c.relaying.Brings(id) != nil
	who, rules, _ := c.who(id)
	made.Listed = len(rules) > 0
	rules = append(rules, c.drawn(id)...)
	for _, familiar := range who {
		if account, ok := c.seats.account(familiar, id); ok {
			seat := c.seat(familiar, account, rules)
			seat.Limit, seat.Arm = messageLimits[id.Network()], c.Arm(id, familiar)
			made.Seats = append(made.Seats, seat)
		}
	}
	if len(made.Seats) == 0 {
		return nil
	}
	made.Room = c.roomOf(c.presets(made.Seats, rules))
	for _, rule := range rules {
		laid(&made.Room, rule.Room, c.doc)
	}
	made.Listen()
	return made
}

// who returns the familiars that rules put into a channel, whether or not they have an
// account there, and the rules that match it; named says that one of these names them.
func (c *Config) who(id messages.ChannelID) (who []messages.FamiliarID, rules []*Rule, named bool) {
	who = c.strangers()
	for i := range c.Channels {
		rule := &c.Channels[i]
		if !rule.Match.Match(id) {
			continue
		}
		rules = append(rules, rule)
		if rule.Familiars != nil {
			who, named = rule.Familiars, true
		}
	}
	return who, rules, named
}

// strangers returns who is in a channel when no rule says.
func (c *Config) strangers() []messages.FamiliarID {
	if c.Unknown == Everybody {
		return slices.Sorted(maps.Keys(c.Familiars))
	}
	if id, ok := c.Unknown.Familiar(); ok {
		return []messages.FamiliarID{id}
	}
	return nil
}

// WithEverybody returns the configuration with every familiar in the channels that no
// rule matches, as if unknown were [Everybody]. The error is [document.Problems]: they
// can't be together.
func (c *Config) WithEverybody() (*Config, error) {
	all := c.Next()
	all.Unknown = Everybody
	v := validation{Config: all}
	if v.unknown(); len(v.problems) > 0 {
		return nil, document.Problems(v.problems)
	}
	return all, nil
}

func (c *Config) seat(id messages.FamiliarID, account messages.AccountID, rules []*Rule) conversation.SeatConfig {
	f := c.Familiars[id]
	f.Policy = c.settle(id, rules).Policy
	seat := conversation.SeatConfig{
		Familiar: id,
		Account:  account,
		Persona:  c.Accounts[account].Persona,
		Rank:     max(0, slices.Index(c.Accounts[account].Familiars, id)),
		Name:     f.Name,
		Names:    f.names(),
		Judged:   f.Judge != "",
		Judge:    strings.Join(f.Referees(), " "), // who have the same judges have one
		Second:   f.Second != "",
		Policy:   f.Policy,
		Hours:    planOf(f.Policy),
		Schedule: schedulesOf(f.Policy),
		Weights:  c.weights[f.Odds.Weights],
		Card:     odds.WordsOf(ladder.Fold(f.Persona)),
		Calls:    append([]string{f.Name, string(id)}, f.Aliases...),
	}
	if c.Accounts[account].Faces {
		seat.Picture = f.Picture
	}
	seat.Meet(messages.Author{ID: messages.PersonID(account)})
	return seat
}

// messageLimits is how long a message may be on a network, as its documentation
// says; a network that is not here takes any length, or its adapter cuts.
var messageLimits = map[messages.Network]split.Limit{
	"discord":  {Max: 2_000, Unit: split.Runes},
	"slack":    {Max: 4_000, Unit: split.Runes}, // beyond it Slack cuts a message itself
	"telegram": {Max: 4_096, Unit: split.UTF16},
	"matrix":   {Max: 12_000, Unit: split.Bytes}, // an event may have 65,536, with the text twice and escaped
	"onebot":   {Max: 2_000, Unit: split.Runes},  // QQ takes some more; how much it doesn't say
	"feishu":   {Max: 30_000, Unit: split.Bytes}, // of a text message; a request may have 150 kB
	"irc":      {Max: 4_000, Unit: split.Bytes},  // as many lines as a server takes within the time of one post
}

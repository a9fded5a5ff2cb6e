package discord

import (
	"cmp"
	"slices"
	"sync"

	"familiar/actors/adapter"
	"familiar/actors/adapter/discord/wire"
	"familiar/messages"
)

// Discord's kinds of channel that are told apart here.
const (
	kindDM      = 1
	kindGroupDM = 3
	kindThread  = 11 // the usual one
)

// isThread reports whether a channel of that kind hangs on another.
func isThread(kind int) bool { return kind >= 10 && kind <= 12 }

// A place is what is known of a channel or thread.
type place struct {
	guild, parent string // parent: of a thread; "" for others
	kind          int
	name, topic   string
	with          wire.User         // of a direct message: who else is in it
	adult         bool              // not everybody is shown it
	overwrites    *[]wire.Overwrite // of rights in it; nil: not known
	heard         string            // the newest message that was handed over; "0": there was none
	before        bool              // it was heard by an earlier process, and by this one not yet
	filled        map[string]bool   // the messages that the last backfill handed over
	look          bool              // a session has ended: its lines may have changed since
}

// goneMost is of how many threads that have left it is remembered where they hung, at least.
const goneMost = 4096

// places is the guilds and channels an account is in, as the gateway tells
// them. Threads leave when they are archived.
type places struct {
	mu      sync.Mutex // the shards and everybody who posts share it
	places  map[string]*place
	servers map[string]*server
	gone    *adapter.Recent[string, wire.Channel] // threads that have left: what was said there may still be on its way

	recalled map[string]messages.Channel // channels heard by an earlier process that are not in places yet
	newest   map[string]string           // by guild: the newest message of these
	changes  map[string]uint64           // by guild: of rights in it, since the program began
}

func newPlaces() *places {
	return &places{places: make(map[string]*place), servers: make(map[string]*server), gone: adapter.NewRecent[string, wire.Channel](goneMost), recalled: make(map[string]messages.Channel), newest: make(map[string]string), changes: make(map[string]uint64)}
}

// open takes what GUILD_CREATE says and gives the channels that have newer
// messages than were heard, each with the newest. A channel or thread that is
// not known was begun, or came into view again, while nobody was connected if
// the guild was known before. One that was known and isn't there any more is missing.
func (p *places) open(g wire.Guild, me string) (behind map[string]string, missing []wire.Channel) {
	p.mu.Lock()
	defer p.mu.Unlock()
	behind = make(map[string]string)
	old := p.servers[g.ID]
	since := p.newest[g.ID]
	if old != nil {
		since = old.newest
	}
	s := newServer(g, me, since)
	p.servers[g.ID] = s
	there := make(map[string]bool)
	for _, c := range slices.Concat(g.Channels, g.Threads) {
		there[c.ID] = true
		c.GuildID = g.ID
		_, recalled := p.recalled[c.ID]
		known := p.places[c.ID]
		last := c.LastMessageID
		if wire.Older(s.newest, last) {
			s.newest = last
		}
		switch before := recalled || known != nil && (known.before || known.look); {
		case before && last != "" || known != nil && wire.Older(known.heard, last):
			behind[c.ID] = last
		case known == nil && !before && since != "" && wire.Older(since, last) && (old != nil || wire.Older(since, c.Begun())):
			behind[c.ID] = last
			c.LastMessageID = since // everything later was missed
		}
		p.setChannelLocked(c)
	}
	return behind, p.missing(g.ID, there)
}

// missing returns the channels of a guild that are known to have been heard in and are not
// there: hidden, archived or deleted. The lock is held.
func (p *places) missing(guild string, there map[string]bool) (all []wire.Channel) {
	for id, c := range p.recalled {
		if c.Workspace != guild || there[id] {
			continue
		}
		m := wire.Channel{ID: id, GuildID: guild}
		if c.Thread != "" {
			m.ParentID, m.Type = c.Chat, kindThread
		}
		all = append(all, m)
	}
	for id, known := range p.places {
		if known.guild == guild && !there[id] && !wire.Born(known.heard).IsZero() {
			all = append(all, wire.Channel{ID: id, GuildID: guild, ParentID: known.parent, Type: known.kind})
		}
	}
	return all
}

// close forgets a guild the account has left.
func (p *places) close(guild string) {
	p.mu.Lock()
	defer p.mu.Unlock()
	delete(p.servers, guild)
	for id, c := range p.places {
		if c.guild == guild {
			p.drop(id)
		}
	}
}

// setChannel takes what Discord says of a channel.
func (p *places) setChannel(c wire.Channel) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if isThread(c.Type) && c.Thread.Archived {
		p.drop(c.ID)
		return
	}
	p.setChannelLocked(c)
}

// setChannelLocked is setChannel with the lock held.
func (p *places) setChannelLocked(c wire.Channel) {
	known := p.places[c.ID]
	if known == nil {
		_, recalled := p.recalled[c.ID]
		known = &place{heard: cmp.Or(c.LastMessageID, "0"), before: recalled}
		p.places[c.ID] = known
		delete(p.recalled, c.ID)
	}
	known.guild, known.kind = cmp.Or(c.GuildID, known.guild), c.Type
	known.name, known.topic = adapter.CleanName(c.Name, adapter.NameMost), c.Topic
	known.adult, known.overwrites = c.Adult, c.Overwrites
	if isThread(c.Type) {
		known.parent = c.ParentID
	} else {
		p.changes[known.guild]++
	}
	if len(c.Recipients) > 0 {
		known.with = c.Recipients[0]
	}
}

// remove takes a channel out that is there no more, and returns it with what was known of it.
func (p *places) remove(c wire.Channel) wire.Channel {
	p.mu.Lock()
	defer p.mu.Unlock()
	if known := p.places[c.ID]; known != nil {
		c.ParentID, c.Type = known.parent, known.kind
	}
	p.drop(c.ID)
	delete(p.recalled, c.ID)
	return c
}

// drop takes a channel out, with the lock held.
func (p *places) drop(channel string) {
	if known := p.places[channel]; known != nil && known.parent != "" {
		p.gone.Put(channel, wire.Channel{ID: channel, GuildID: known.guild, ParentID: known.parent, Type: known.kind})
	}
	delete(p.places, channel)
}

// at returns what is known of a channel.
func (p *places) at(channel string) (place, bool) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if known := p.places[channel]; known != nil {
		return *known, true
	}
	return place{}, false
}

// id returns the channel's id; one that isn't known counts as a channel of the
// guild, or without one as a direct message.
func (p *places) id(guild, channel string) messages.ChannelID {
	at, _ := p.at(channel)
	return idOf(wire.Channel{ID: channel, GuildID: cmp.Or(guild, at.guild), ParentID: at.parent, Type: at.kind})
}

// idOf returns the id of a channel as Discord describes it.
func idOf(c wire.Channel) messages.ChannelID {
	id := messages.Channel{Network: network, Workspace: c.GuildID, Chat: c.ID}
	if isThread(c.Type) {
		id.Chat, id.Thread = c.ParentID, c.ID
	}
	return id.ID()
}

// heard notes that a message was handed over.
func (p *places) heard(channel, message string) {
	p.mu.Lock()
	defer p.mu.Unlock()
	known := p.places[channel]
	if known == nil {
		return
	}
	if wire.Older(known.heard, message) {
		known.heard = message
	}
	if s := p.servers[known.guild]; s != nil && wire.Older(s.newest, message) {
		s.newest = message
	}
}

// fill notes which messages the last backfill handed over; filled asks.
func (p *places) fill(channel string, ids map[string]bool) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if known := p.places[channel]; known != nil {
		known.filled = ids
	}
}

func (p *places) filled(channel, message string) bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	known := p.places[channel]
	return known != nil && known.filled[message]
}

// direct returns the direct messages there are.
func (p *places) direct() (channels []string) {
	p.mu.Lock()
	defer p.mu.Unlock()
	for id, c := range p.places {
		if c.guild == "" {
			channels = append(channels, id)
		}
	}
	return channels
}

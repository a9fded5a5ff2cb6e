package discord

import (
	"strconv"

	"github.com/bwmarrin/discordgo"

	"familiar/actors/adapter/discord/wire"
	"familiar/messages"
)

// Kinds of channel that are told apart only here: of text, of posts that are
// threads, and a thread that not everybody is in.
const (
	kindText          = 0
	kindForum         = 15
	kindMedia         = 16
	kindPrivateThread = 12
)

// reads are the rights by which somebody reads all that was said in a channel.
const reads = discordgo.PermissionViewChannel | discordgo.PermissionReadMessageHistory

// Audience implements adapter.Audiencer. Everybody in a server reads a channel that its
// role @everyone may read from the first message on and that no other role or member is
// kept from. What Discord said counts while the connection stands by which it would have
// said more.
func (a *Account) Audience(channel messages.ChannelID) messages.Audience {
	c, err := parse(channel)
	if err != nil || c.Workspace == "" || !a.shards.hasCurrent(c.Workspace) {
		return messages.AudienceUnknown
	}
	return a.places.audience(c)
}

// beginsAnew notes that a shard has a new session, in which each of its guilds is told anew.
func (a *Account) beginsAnew(shard int) {
	of := a.shards.of()
	a.places.doubt(func(guild string) bool { return of == 0 || wire.ShardOf(guild, of) == shard })
	a.shards.noteCurrent(shard)
}

// doubt forgets the rights in guilds until they are told anew.
func (p *places) doubt(which func(guild string) bool) {
	p.mu.Lock()
	defer p.mu.Unlock()
	for guild, s := range p.servers {
		if which(guild) {
			p.changes[guild]++
			s.everyone = ""
		}
	}
	for _, at := range p.places {
		if at.guild != "" && which(at.guild) {
			at.overwrites = nil
		}
	}
}

// changed returns how often rights in a guild have changed.
func (p *places) changed(guild string) uint64 {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.changes[guild]
}

// audience returns who reads a channel or thread of a guild.
func (p *places) audience(c messages.Channel) messages.Audience {
	p.mu.Lock()
	defer p.mu.Unlock()
	s, at := p.servers[c.Workspace], p.places[c.Chat]
	if s == nil || at == nil || at.guild != c.Workspace || at.overwrites == nil || s.everyone == "" {
		return messages.AudienceUnknown
	}
	switch at.kind {
	case kindText:
	case kindForum, kindMedia:
		if c.Thread == "" { // nothing is said but in its threads
			return messages.AudienceUnknown
		}
	default: // news is read in other servers, too; to others belongs more than reading
		return messages.AudienceUnknown
	}
	if c.Thread != "" {
		thread := p.places[c.Thread]
		switch {
		case thread == nil || thread.parent != c.Chat || !isThread(thread.kind):
			return messages.AudienceUnknown
		case thread.kind == kindPrivateThread:
			return messages.AudienceSome
		}
	}
	if at.adult || !everybodyReads(c.Workspace, s.everyone, *at.overwrites) {
		return messages.AudienceSome
	}
	return messages.AudienceAll
}

// everybodyReads reports whether the role @everyone has the right to read, and nobody is
// kept from it. A number that can't be read is taken for the worst.
func everybodyReads(guild, everyone string, overwrites []wire.Overwrite) bool {
	has, err := strconv.ParseInt(everyone, 10, 64)
	if err != nil {
		return false
	}
	for _, o := range overwrites {
		allow, err1 := strconv.ParseInt(o.Allow, 10, 64)
		deny, err2 := strconv.ParseInt(o.Deny, 10, 64)
		switch {
		case err1 != nil || err2 != nil:
			return false
		case o.ID == guild:
			has = has&^deny | allow
		case deny&reads != 0:
			return false
		}
	}
	return has&reads == reads
}

package control

import (
	"fmt"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"familiar/control/access"
	"familiar/control/feed"
	"familiar/control/wire"
	"familiar/messages"
)

// maxName bounds ids and the names of chats and threads, in bytes.
const maxName = 200

var errNotForChannel = wire.Refuse(http.StatusForbidden, "this token is not for this channel")

// A place is a channel as a request names it. Whatever a path names is of the web
// network: "discord/1/2" is an odd chat there, never Discord's.
type place struct {
	chat, thread string // of the web network; of another, chat is the id
	id           messages.ChannelID
}

// place reads {channel} and checks that the key is for it.
func (s *Server) place(r *http.Request, k access.Key, thread string) (place, error) {
	chat := r.PathValue("channel")
	if err := checkName("channel", chat); err != nil {
		return place{}, err
	}
	if !k.Opens(chat) {
		return place{}, errNotForChannel
	}
	if thread != "" {
		if err := checkName("thread", thread); err != nil {
			return place{}, err
		}
	}
	id := s.Channel(chat, thread)
	if _, aside := id.Fixes(); aside {
		return place{}, wire.Bad("thread: this is the name of a side-fork, which exists on no network")
	}
	return place{chat: chat, thread: thread, id: id}, nil
}

// reached reads ?channel=, the id of a channel of any network, and checks that the key
// is for it. What was said on other networks takes the scope history as well, as it
// does over the tools.
func reached(r *http.Request, k access.Key) (place, error) {
	c, err := messages.ParseChannel(messages.ChannelID(r.URL.Query().Get("channel")))
	if err != nil {
		return place{}, wire.Bad("channel: want an id such as web//garden or discord/123/456")
	}
	id := c.ID()
	switch _, aside := id.Fixes(); {
	case !k.Reaches(id):
		return place{}, errNotForChannel
	case aside:
		return place{}, wire.Bad("channel: this is a side-fork, and nothing is said in one")
	case onPage(c):
		return place{chat: c.Chat, thread: c.Thread, id: id}, nil
	}
	return place{chat: string(id), id: id}, mayRead(k, c)
}

// channelOf returns the channel of any network that a request means: either by its whole
// id, or as a chat of the web network, or a thread of one.
func (s *Server) channelOf(id messages.ChannelID, chat, thread string) (messages.ChannelID, error) {
	switch {
	case (id == "") == (chat == ""):
		return "", wire.Bad("give either channel, a whole id such as discord/123/456, or chat, of the web network")
	case chat != "":
		return s.Channel(chat, thread), nil
	}
	return id, nil
}

// channelIn is [Server.channelOf] of a query.
func (s *Server) channelIn(query url.Values) (messages.ChannelID, error) {
	return s.channelOf(messages.ChannelID(query.Get("channel")), query.Get("chat"), query.Get("thread"))
}

// onPage reports whether people talk there over the page.
func onPage(c messages.Channel) bool { return c.Network == feed.Network && c.Workspace == "" }

// mayRead refuses a key that may not be told what was said in a channel.
func mayRead(k access.Key, c messages.Channel) error {
	if !onPage(c) && !slices.Contains(k.Scopes, access.ScopeHistory) {
		return wire.Refuse(http.StatusForbidden, "this token lacks the scope history, which what was said on other networks needs")
	}
	return nil
}

// shownTo returns a note as a key may be told it: what a judge says of talk on another
// network may quote that.
func shownTo(k access.Key, n *messages.Note) *messages.Note {
	if readsWords(k, n.Channel) {
		return n
	}
	return n.Wordless()
}

// readsWords reports whether a key may be told what was said in a channel.
func readsWords(k access.Key, id messages.ChannelID) bool {
	c, _ := messages.ParseChannel(id) // what is none is not on the page
	return mayRead(k, c) == nil
}

func checkName(what, name string) error {
	if name == "" || len(name) > maxName || !utf8.ValidString(name) ||
		strings.ContainsFunc(name, func(r rune) bool { return !unicode.IsPrint(r) }) {
		return wire.Bad(fmt.Sprintf("%s: want 1 to %d bytes of printable UTF-8", what, maxName))
	}
	return nil
}

// member finds one of the members; the zero Member if none is.
func member(members []Member, is func(Member) bool) Member {
	for _, m := range members {
		if is(m) {
			return m
		}
	}
	return Member{}
}

// saidIt tells who said a post: of several who share the account, by its id.
func saidIt(l *messages.Line) func(Member) bool {
	by := messages.PostID(l.Nonce).Familiar()
	return func(m Member) bool { return m.Person == l.Author.ID && (!m.Shares || m.Familiar == by) }
}

func speaksThrough(account messages.AccountID, by messages.FamiliarID) func(Member) bool {
	return func(m Member) bool { return m.Account == account && (!m.Shares || m.Familiar == by) }
}

func isFamiliar(id messages.FamiliarID) func(Member) bool {
	return func(m Member) bool { return m.Familiar == id }
}

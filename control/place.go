package control

import (
	"fmt"
	"net/http"
	"strings"
	"unicode"
	"unicode/utf8"

	"familiar/control/access"
	"familiar/control/wire"
	"familiar/messages"
)

// maxName bounds ids and the names of chats and threads, in bytes.
const maxName = 200

// A place is a channel as a request names it. Whatever it names is of the web
// network: "discord/1/2" is an odd chat there, never Discord's.
type place struct {
	chat, thread string
	id           messages.ChannelID
}

// place reads {channel} and checks that the key is for it.
func (s *Server) place(r *http.Request, k access.Key, thread string) (place, error) {
	chat := r.PathValue("channel")
	if err := checkName("channel", chat); err != nil {
		return place{}, err
	}
	if !k.Opens(chat) {
		return place{}, wire.Refuse(http.StatusForbidden, "this token is not for this channel")
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

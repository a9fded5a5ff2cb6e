package process

import (
	"fmt"
	"log/slog"
	"net"
	"reflect"
	"strings"
	"unicode"

	"familiar/actors/adapter"
	"familiar/actors/adapter/irc"
	"familiar/app"
	"familiar/config"
	"familiar/messages"
)

// An ircNetwork is all accounts on all IRC servers. Those on one server know each
// other.
type ircNetwork struct {
	accounts map[messages.AccountID]ircAccount
	circles  map[string]*irc.Circle // by the server's host
	marks    adapter.Words          // where posts are marked for the next process; nil: nowhere
	log      *slog.Logger
}

type ircAccount struct {
	*irc.Account
	made irc.Config // what it was opened with
}

func newIRC(s Surroundings) Network {
	return &ircNetwork{make(map[messages.AccountID]ircAccount), make(map[string]*irc.Circle), s.Marks, s.Log}
}

func (n *ircNetwork) Connect(c *config.Config) ([]app.Connection, error) {
	var connections []app.Connection
	for _, v := range c.Voices("irc") {
		settings := n.settings(c.Accounts[v.Account], v.Name)
		a, known := n.accounts[v.Account]
		if known && (a.Gone() != nil || !reflect.DeepEqual(a.made, settings)) {
			a.Close() // it has the nick
			known = false
		}
		if !known {
			opened, err := irc.Open(v.Account, settings)
			if err != nil {
				return nil, err
			}
			a = ircAccount{opened, settings}
			n.accounts[v.Account] = a
		}
		connections = append(connections, app.Connection{Account: v.Account, Adapter: a.Account})
	}
	return connections, nil
}

// settings returns an account's settings for the adapter. Its nick is made from the
// familiar's name if none is given.
func (n *ircNetwork) settings(a config.Account, name string) irc.Config {
	host, _, err := net.SplitHostPort(a.Server)
	if err != nil {
		host = a.Server // which Open refuses
	}
	if n.circles[host] == nil {
		n.circles[host] = irc.NewCircle()
	}
	nick := a.Nick
	if nick == "" {
		nick = ircNick(name)
	}
	return irc.Config{
		Server: a.Server, Plain: !a.TLS, Nick: nick, RealName: fmt.Sprintf("%s, a program", name), Login: a.Login,
		Password: adapter.Secret(a.Password.Reveal()), Join: a.Join, Circle: n.circles[host],
		Burst: a.Burst, Every: a.Every, Marks: n.marks, Log: n.log,
	}
}

// ircNick makes a nick from a name: words are joined, invalid characters left out.
func ircNick(name string) string {
	return strings.TrimLeftFunc(strings.Map(func(r rune) rune {
		switch {
		case unicode.IsSpace(r):
			return '_'
		case unicode.IsLetter(r), unicode.IsDigit(r), strings.ContainsRune("-_[]{}\\|^`", r):
			return r
		}
		return -1
	}, name), func(r rune) bool { return unicode.IsDigit(r) || r == '-' || r == '_' })
}

package process

import (
	"log/slog"

	"familiar/actors/adapter"
	"familiar/config"
	"familiar/messages"
)

// An Added is a network that a main of one's own brings. Its accounts share nothing:
// each is opened from its settings alone, and again when they change.
type Added struct {
	Name messages.Network // as the configuration calls it; none of familiar's own
	// Need and May are the keys that its accounts must and may have, of those in
	// [AddedSettings]: "token", "url", "server", "nick", "login" and "password".
	Need, May []string
	// Open makes the adapter of an account. The error says which setting can't be.
	Open func(messages.AccountID, AddedSettings, *slog.Logger) (adapter.Adapter, error)
}

// AddedSettings is what the configuration says of an account.
type AddedSettings struct {
	Token    adapter.Secret
	URL      string
	Server   string // host:port
	Nick     string
	Login    string
	Password adapter.Secret
}

// Add puts a network into the table, before any configuration is read. It panics if the
// name is taken, or a key isn't one of those.
func Add(n Added) {
	config.AddNetwork(n.Name, n.Need, n.May)
	Networks[n.Name] = func(s Surroundings) Network {
		open := func(id messages.AccountID, settings AddedSettings) (adapter.Adapter, error) {
			return n.Open(id, settings, s.Log)
		}
		return newBots(n.Name, open, func(_ messages.AccountID, a config.Account) AddedSettings {
			return AddedSettings{
				Token: adapter.Secret(a.Token.Reveal()), URL: a.URL, Server: a.Server, Nick: a.Nick, Login: a.Login,
				Password: adapter.Secret(a.Password.Reveal()),
			}
		})
	}
}

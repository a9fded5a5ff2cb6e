package process

import (
	"fmt"
	"net/http"
	"sync"

	"familiar/actors/adapter"
	"familiar/actors/adapter/bridge"
	"familiar/app"
	"familiar/config"
	"familiar/messages"
)

// bridges are the accounts to which bridges come, over the listener.
type bridges struct {
	*bots[bridge.Config, *bridge.Account]

	mu       sync.Mutex // requests ask while a reload connects
	accounts map[messages.AccountID]*bridge.Account
}

func newBridges(s Surroundings) Network {
	return &bridges{bots: newBots("bridge", bridge.Open, func(id messages.AccountID, a config.Account) bridge.Config {
		c := bridge.Config{Token: adapter.Secret(a.Token.Reveal()), Workspace: a.Workspace, Log: s.Log}
		if s.elsewhere != nil {
			c.Elsewhere = s.elsewhere(id)
		}
		return c
	})}
}

// Connect implements Network.
func (n *bridges) Connect(c *config.Config) ([]app.Connection, error) {
	connections, err := n.bots.Connect(c)
	if err != nil {
		return nil, err
	}
	accounts, tokens := make(map[messages.AccountID]*bridge.Account), make(map[string]messages.AccountID)
	for _, connected := range connections {
		token := c.Accounts[connected.Account].Token.Reveal()
		if other, taken := tokens[token]; taken {
			return nil, fmt.Errorf("the accounts %s and %s have the same token: each bridge needs one of its own", other, connected.Account)
		}
		tokens[token] = connected.Account
		accounts[connected.Account] = connected.Adapter.(*bridge.Account)
	}
	n.mu.Lock()
	defer n.mu.Unlock()
	n.accounts = accounts
	return connections, nil
}

// showing returns the account whose token a secret is; nil: none has it. All are
// compared, so that the time taken tells nothing.
func (n *bridges) showing(secret string) (account *bridge.Account, id messages.AccountID) {
	n.mu.Lock()
	defer n.mu.Unlock()
	for name, a := range n.accounts {
		if a.Shows(secret) {
			account, id = a, name
		}
	}
	return account, id
}

// any reports whether there is an account to which a bridge may come.
func (n *bridges) any() bool {
	n.mu.Lock()
	defer n.mu.Unlock()
	return len(n.accounts) > 0
}

// untilSettled returns what is closed once nothing more is ordered of bridges; nil: no
// account has one.
func (s *Service) untilSettled() <-chan struct{} {
	if !s.bridges.any() {
		return nil
	}
	return s.settled
}

// bridge returns who serves the bridge that shows a secret. An account that a reload took
// away has none any more.
func (s *Service) bridge(secret string) http.Handler {
	account, id := s.bridges.showing(secret)
	if account == nil {
		return nil
	}
	if _, configured := s.App.Settings().Accounts[id]; !configured {
		return nil
	}
	return account
}

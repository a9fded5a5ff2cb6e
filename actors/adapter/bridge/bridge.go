// Package bridge is the network of bridges: programs of somebody else's that join a
// network of their own to an account of ours, over HTTP. A bridge comes to the
// account's [Account.Handler], says hello, reports what happens, and fetches what is
// to be done there; docs/bridges.md is what its author reads.
//
// It knows the protocol and one account. It knows no token but its own and no
// listener: whoever has one gives it the requests that show the account's token. To
// the program it is an adapter like others, so whatever holds for a network's posts,
// proofs and private places holds here.
//
//	wire.go     the protocol's forms
//	event.go    what a bridge reports
//	order.go    what is to be done on its network
//	answer.go   what came of that
//	place.go    its places and our channels
//	able.go     what a bridge says it can do
//	orders.go   orders that wait, and those under way
//	session.go  one bridge, from its hello on
//	serve.go    the routes
//	account.go  the adapter
//	asked.go    what else the program may ask of it
package bridge

import (
	"cmp"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"strings"
	"sync"
	"time"

	"familiar/actors/adapter"
	"familiar/messages"
)

// network is the first part of a channel's id.
const network messages.Network = "bridge"

// tokenLeast is how many bytes a token has at least: it is all that keeps strangers out.
const tokenLeast = 16

// Config is an account's settings.
type Config struct {
	Token adapter.Secret // its bridge shows it; at least 16 bytes
	// Workspace is the second part of its channels' ids, the same for all accounts on one
	// network; "": the account's name, so that no two networks' places are taken for one.
	Workspace string
	Elsewhere Elsewhere    // nil: there is only this process
	Log       *slog.Logger // nil: slog.Default()
}

// Elsewhere knows the other processes of a deployment.
type Elsewhere interface {
	// Where names the one that has the account, for whoever operates its bridge; "": none
	// is known.
	Where() string
}

// An Account is an adapter: one account of ours on the network of a bridge. Its
// methods may be called at the same time.
type Account struct {
	id        messages.AccountID
	workspace string
	token     adapter.Secret // its bridge shows it
	elsewhere Elsewhere
	log       *slog.Logger
	routes    *http.ServeMux
	slots     chan struct{} // requests under way
	reporting chan struct{} // holds one while a report is taken: they come one after the other
	orders    orders
	ear       adapter.Ear

	mu       sync.Mutex      // requests come from goroutines of their own
	me       messages.Author // as the first hello said; zero before
	session  *session        // the newest; nil before the first hello
	replaced [4]string       // ids of sessions before it, the newest first
	came     chan struct{}   // closed, and replaced, at a hello
	wanted   time.Time       // when somebody last asked for the network
}

var (
	_ adapter.Adapter      = (*Account)(nil)
	_ adapter.Partial      = (*Account)(nil)
	_ adapter.Identifier   = (*Account)(nil)
	_ adapter.Namer        = (*Account)(nil)
	_ adapter.Replier      = (*Account)(nil)
	_ adapter.Reconciler   = (*Account)(nil)
	_ adapter.Editor       = (*Account)(nil)
	_ adapter.Reactor      = (*Account)(nil)
	_ adapter.Typer        = (*Account)(nil)
	_ adapter.FilePoster   = (*Account)(nil)
	_ adapter.MemberLister = (*Account)(nil)
	_ adapter.Historian    = (*Account)(nil)
	_ adapter.Fetcher      = (*Account)(nil)
)

// Open makes an account. The error says which of its settings can't be.
func Open(id messages.AccountID, c Config) (*Account, error) {
	if len(c.Token) < tokenLeast {
		return nil, fmt.Errorf("account %s: token: want at least %d bytes, as from openssl rand -hex 16", id, tokenLeast)
	}
	c.Workspace = cmp.Or(c.Workspace, string(id))
	if strings.Contains(c.Workspace, ownMark) {
		return nil, fmt.Errorf("account %s: workspace: %q has an @, which marks direct messages: leave it out", id, c.Workspace)
	}
	c.Log = cmp.Or(c.Log, slog.Default())
	a := &Account{
		elsewhere: c.Elsewhere,
		id:        id, workspace: c.Workspace, token: c.Token, log: c.Log.With("account", string(id)),
		slots: make(chan struct{}, requestsMost), reporting: make(chan struct{}, 1), came: make(chan struct{}),
	}
	a.orders.open()
	a.routes = a.newRoutes()
	return a, nil
}

// Shows reports whether a secret is the account's token.
func (a *Account) Shows(secret string) bool { return a.token.Is(secret) }

// errAway says that no bridge is there.
var errAway = errors.New("no bridge has come, or it has been silent for a minute: start it, or see what it says")

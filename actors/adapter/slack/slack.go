// Package slack is one account on Slack: a bot user that hears over Socket
// Mode and posts over the Web API.
//
// An envelope is acknowledged once the journal has what it says. What is not
// taken in time is left unacknowledged: Slack delivers it again, and the
// message's ts makes it the same line. Events of one channel are handed over
// in the order they arrived, also over a change of connection.
//
// It knows Slack: its ids, its markup, its scopes. It knows no familiar and
// decides nothing: other bots, edits and its own posts are reported too. The
// app gives each [Account] to a runner of its own. slacktest/ is the Slack its
// tests talk to.
package slack

import (
	"cmp"
	"context"
	"fmt"
	"log/slog"
	"net/http"
	"strings"
	"time"

	"github.com/slack-go/slack"

	"familiar/actors/adapter"
	"familiar/messages"
)

// network is the first part of a channel's id.
const network messages.Network = "slack"

const (
	// mostAnswer is how many bytes of an answer of the Web API are read: a page
	// of 200 long messages.
	mostAnswer = 16 << 20
	// answerWithin is how long a call may take.
	answerWithin = 30 * time.Second
)

// Config is one account. A zero field but the tokens takes the default named.
type Config struct {
	Token    adapter.Secret // the bot's, "xoxb-…"
	AppToken adapter.Secret // the app's with connections:write, "xapp-…"
	URL      string         // of the Web API; https://slack.com/api/
	Faces    bool           // those who share the account post under their own names and pictures, see customize; false: the caller puts the name before the text

	AckWithin time.Duration // an envelope older than this is left to be delivered again; 2.5 s, below Slack's 3 s
	Pause     time.Duration // before an event that was not taken is handed over again; it doubles up to 5 s; 200 ms
	Names     time.Duration // how long a line waits for the names in it; 1.5 s
	Again     time.Duration // how long after connecting a gap waits for what Slack sends again, before the history is read; 1 s

	Past adapter.Past // what was heard before this process, to fetch what it missed; nil: nothing is known

	Log *slog.Logger // slog.Default()
}

func (c Config) withDefaults() Config {
	c.URL = cmp.Or(c.URL, "https://slack.com/api/")
	if !strings.HasSuffix(c.URL, "/") {
		c.URL += "/"
	}
	c.AckWithin = cmp.Or(c.AckWithin, 2500*time.Millisecond)
	c.Pause = cmp.Or(c.Pause, 200*time.Millisecond)
	c.Names = cmp.Or(c.Names, 1500*time.Millisecond)
	c.Again = cmp.Or(c.Again, time.Second)
	c.Log = cmp.Or(c.Log, slog.Default())
	return c
}

// An Account is an adapter: one bot user in one workspace.
type Account struct {
	id     messages.AccountID
	config Config
	log    *slog.Logger
	files  *http.Client
	api    *slack.Client
	clock  adapter.ServerClock

	names names
	lanes lanes
	marks marks
	posts posts
	panes *adapter.Recent[string, struct{}] // channels that are an assistant's pane

	heardIn  stands // messages that were heard
	lookedUp stands // messages that were reacted to without having been

	listening adapter.Listening
	recalled  bool // Listen's: marks has what Config.Past knows

	me adapter.Once[self]
}

var (
	_ adapter.Adapter      = (*Account)(nil)
	_ adapter.Identifier   = (*Account)(nil)
	_ adapter.Typer        = (*Account)(nil)
	_ adapter.Reactor      = (*Account)(nil)
	_ adapter.Editor       = (*Account)(nil)
	_ adapter.FilePoster   = (*Account)(nil)
	_ adapter.MemberLister = (*Account)(nil)
	_ adapter.Namer        = (*Account)(nil)
	_ adapter.Historian    = (*Account)(nil)
	_ adapter.Reconciler   = (*Account)(nil)
	_ adapter.Describer    = (*Account)(nil)
	_ adapter.Fetcher      = (*Account)(nil)
	_ adapter.Checker      = (*Account)(nil)
)

// Open makes an account and checks the form of what it is given; nothing goes
// over the network yet.
func Open(account messages.AccountID, c Config) (*Account, error) {
	c = c.withDefaults()
	switch {
	case !strings.HasPrefix(string(c.Token), "xoxb-"):
		return nil, fmt.Errorf(`slack: account %s: this is not a bot token: want the "Bot User OAuth Token", which begins with xoxb-`, account)
	case !strings.HasPrefix(string(c.AppToken), "xapp-"):
		return nil, fmt.Errorf(`slack: account %s: this is not an app token: want an "App-Level Token" with connections:write, which begins with xapp-`, account)
	case !strings.HasPrefix(c.URL, "https://") && !strings.HasPrefix(c.URL, "http://"):
		return nil, fmt.Errorf("slack: account %s: url: want http:// or https://", account)
	}
	a := &Account{
		id: account, config: c, files: adapter.NewFileClient(), log: c.Log.With("account", string(account)),
		panes: adapter.NewRecent[string, struct{}](panesMost), heardIn: newStands(), lookedUp: newStands(),
	}
	client := a.clock.NewClient(answerWithin, mostAnswer)
	a.api = slack.New(string(c.Token), slack.OptionAppLevelToken(string(c.AppToken)), slack.OptionAPIURL(c.URL), slack.OptionHTTPClient(client))
	a.names.open(a.api)
	a.posts.open()
	a.lanes.open(c.AckWithin, c.Pause, a.log)
	return a, nil
}

// Identity implements adapter.Identifier: it asks until Slack answers, ctx
// ends or the token turns out to be of no use.
func (a *Account) Identity(ctx context.Context) (messages.Author, error) {
	return adapter.Identify(ctx, func() (messages.Author, error) {
		me, err := a.who(ctx)
		return me.author, err
	})
}

// Package irc is one account on an IRC network, over ergochat/irc-go. It hears
// the channels it is in and direct messages, and posts to both.
//
//	irc.go       what an account is made of
//	connect.go   when there is a connection, and when it goes
//	link.go      one connection, from its first word to its last
//	wire.go      how it is made of the library
//	register.go  what the server says to a newcomer: nicks taken, doors closed
//	ghost.go     getting the right nick back
//	rooms.go     who is in which channel; comings.go and names.go: how we know
//	join.go      being in the channels one should be in
//	decode.go    what was said, as a line; plain.go: without formatting
//	address.go   "nick: ..." as a mention
//	played.go    what was said before we came
//	status.go    what is said to some of a channel
//	listen.go    handing lines over
//	post.go      saying something; render.go: in which words
//	proof.go     what is known of a post; marks.go: for the next process
//	circle.go    what the accounts of one process know of each other
//
// IRC has no history, edits, threads, reactions or acknowledgements. What is
// said while an account is away is never known. A PRIVMSG is followed by a
// PING: its PONG says that the server took everything before it. A connection
// lost before that leaves a post unknown, and nobody can find out later. Which post was
// begun is marked before, so that one that wasn't is made by the next process.
//
// It knows nicks, channels and its network's words; no familiar, journal or
// decision. cmd/familiar opens an account for each one configured and gives it
// to a runner.
package irc

import (
	"cmp"
	"crypto/tls"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"slices"
	"strings"
	"sync"
	"time"

	"familiar/actors/adapter"
	"familiar/messages"
)

// network is the first part of a channel's id.
const network messages.Network = "irc"

// Config is how an account connects and behaves. Server and Nick are needed; a
// zero field takes the default named.
type Config struct {
	Server   string      // host:port
	Plain    bool        // without TLS: everybody on the way reads everything, passwords too
	TLS      *tls.Config // nil: the system's roots
	Nick     string
	User     string         // "" is the nick
	RealName string         // "" is the nick
	Login    string         // whom to log in as by SASL PLAIN; "" nobody
	Password adapter.Secret // Login's, or without one the server's own
	Join     []string       // channels to be in, each with its key after a space if it has one

	// Name is the network's, in channel ids; "" is the server's host. Accounts
	// that share a Circle must have one name.
	Name string
	// Circle is shared by the accounts of this process on one network; nil:
	// there is no other account.
	Circle *Circle

	Burst  int           // lines sent at once before the server might mind; 4
	Every  time.Duration // between lines after those; 1 s
	Rejoin time.Duration // before a channel is tried again, doubling up to 30 times as long; 20 s
	Again  time.Duration // from a lost connection to the next; 2 s
	Alive  time.Duration // between signs of life asked of a silent server; 1 min
	Linger time.Duration // a connection nobody listens on stays for last posts; 30 s
	Marks  adapter.Words // where is kept for the next process which posts were begun; nil: nowhere
	Log    *slog.Logger  // slog.Default()
}

func (c Config) withDefaults() Config {
	c.User, c.RealName = cmp.Or(c.User, c.Nick), cmp.Or(c.RealName, c.Nick)
	host, _, _ := net.SplitHostPort(c.Server)
	c.Name = cmp.Or(c.Name, host)
	c.Circle = cmp.Or(c.Circle, NewCircle())
	c.Burst = cmp.Or(c.Burst, 4)
	c.Every = cmp.Or(c.Every, time.Second)
	c.Rejoin = cmp.Or(c.Rejoin, 20*time.Second)
	c.Again = cmp.Or(c.Again, 2*time.Second)
	c.Alive = cmp.Or(c.Alive, time.Minute)
	c.Linger = cmp.Or(c.Linger, 30*time.Second)
	c.Log = cmp.Or(c.Log, slog.Default())
	return c
}

// Validate says what of the configuration can't be.
func (c Config) Validate() error {
	var problems []error
	host, port, err := net.SplitHostPort(c.Server)
	if n, none := net.LookupPort("tcp", port); err != nil || none != nil || n == 0 || host == "" {
		problems = append(problems, fmt.Errorf("server %q: want host:port, such as irc.libera.chat:6697", c.Server))
	}
	if !isNick(c.Nick) || strings.ContainsAny(c.Nick[:1], "0123456789-") {
		problems = append(problems, fmt.Errorf("nick %q: want letters, digits and -_[]{}\\|^`, a letter first", c.Nick))
	}
	if strings.ContainsAny(string(c.Password)+c.Login+c.User+c.RealName, "\r\n\x00") {
		problems = append(problems, errors.New("a login, password or name has a line break"))
	}
	for _, entry := range c.Join {
		channel, key, _ := strings.Cut(entry, " ")
		if !isWord(channel) || !strings.ContainsAny(channel[:1], "#&+!") || strings.Contains(entry, ",") || key != "" && !isWord(key) {
			problems = append(problems, fmt.Errorf("join %q: want a channel such as \"#moths\"", channel))
		}
	}
	if c.Burst < 0 || c.Every < 0 {
		problems = append(problems, errors.New("burst and every can't be negative"))
	}
	return errors.Join(problems...)
}

// isWord reports whether s can be one parameter of a command.
func isWord(s string) bool {
	return s != "" && !strings.ContainsFunc(s, func(r rune) bool { return r <= ' ' || r == 0x7f })
}

// An Account is one nick on one network: the adapter.
type Account struct {
	Config
	id     messages.AccountID
	me     messages.PersonID
	bucket *bucket
	marks  adapter.Marks
	heard  chan heard                                            // what was heard and not handed over; who reads the socket waits when it is full
	dial   chan struct{}                                         // of one, held while a connection is made
	speak  chan struct{}                                         // of one, held while the lines of a post are sent
	upto   *adapter.Recent[messages.ChannelID, messages.Instant] // when the newest line heard of a channel was said

	mu        sync.Mutex // guards the rest; never held while anything is waited for
	held      *heard     // handed over and not taken
	link      *link      // nil: not connected
	lost      time.Time  // when there last was a connection, or none could be made
	gone      error      // why there will be none any more
	listening bool
	leave     *time.Timer // closes a connection that nobody listens on
}

var (
	_ adapter.Adapter      = (*Account)(nil)
	_ adapter.Identifier   = (*Account)(nil)
	_ adapter.MemberLister = (*Account)(nil)
	_ adapter.Describer    = (*Account)(nil)
	_ adapter.Namer        = (*Account)(nil)
	_ adapter.Reconciler   = (*Account)(nil)
	_ adapter.Checker      = (*Account)(nil)
	_ adapter.Closer       = (*Account)(nil)
)

// waiting is how many lines may wait for the listener.
const waiting = 1024

// Open makes an account of a configuration. It connects when it is first
// asked to listen or post.
func Open(account messages.AccountID, c Config) (*Account, error) {
	c = c.withDefaults()
	if err := c.Validate(); err != nil {
		return nil, fmt.Errorf("irc: account %s: %w", account, err)
	}
	c.Join = slices.Clone(c.Join)
	a := &Account{
		Config: c,
		id:     account,
		me:     messages.PersonID("account:" + string(account)), // no nick has a colon
		bucket: newBucket(c.Burst, c.Every),
		marks:  adapter.Marks{Network: "irc", Account: account, Words: c.Marks, Log: c.Log},
		heard:  make(chan heard, waiting),
		dial:   make(chan struct{}, 1),
		speak:  make(chan struct{}, 1),
		upto:   adapter.NewRecent[messages.ChannelID, messages.Instant](heardKept),
	}
	a.Circle.enter(a.id)
	return a, nil
}

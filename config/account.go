package config

import (
	"maps"
	"net"
	"reflect"
	"slices"
	"strings"
	"time"

	"familiar/config/document"
	"familiar/internal/bounds"
	"familiar/messages"
)

// Networks are those this program has an adapter for; [AddNetwork] adds to them.
var Networks = []messages.Network{"terminal", "web", "discord", "slack", "feishu", "telegram", "matrix", "onebot", "irc", "bridge"}

// An Account is one identity on a network. On the terminal and on the web a
// familiar without one has an account of its own, "terminal/" or "web/" and
// the familiar's name; [Config.Voices] has them all.
type Account struct {
	Network   messages.Network      `toml:"network"`   // one of Networks; always to be given
	Familiars []messages.FamiliarID `toml:"familiars"` // who speaks through it: one familiar, with Persona several
	Persona   bool                  `toml:"persona"`   // its posts say which familiar speaks, so that several may share it; default false
	Faces     bool                  `toml:"faces"`     // discord and slack: with persona, posts stand under the familiar's own name and picture; default false: its name is before the text

	Token     Secret   `toml:"token"`      // the bot's, on discord, slack and telegram; the access token on matrix, and on onebot, default none; on a bridge its bridge's, at least 16 characters
	AppToken  Secret   `toml:"app_token"`  // slack's for Socket Mode
	AppID     string   `toml:"app_id"`     // feishu's
	AppSecret Secret   `toml:"app_secret"` // feishu's
	URL       string   `toml:"url"`        // where the network's interface is; default the network's own; for Lark https://open.larksuite.com; on matrix the homeserver's, always to be given; on onebot that of the implementation's WebSocket, unless it comes to Listen
	Listen    string   `toml:"listen"`     // onebot, telegram: host:port where the network comes to us; on onebot what others can reach wants a token; default nowhere
	SelfID    string   `toml:"self_id"`    // onebot: the account's number, to be given where several have the same Listen; default whichever comes there
	Webhook   string   `toml:"webhook"`    // telegram: the https address at which Telegram reaches Listen; default none: updates are asked for
	Invites   []string `toml:"invites"`    // matrix: who may have it join a room, as @*:example.org; default everybody of its own homeserver
	Server    string   `toml:"server"`     // irc: host:port
	TLS       bool     `toml:"tls"`        // irc; default true
	Nick      string   `toml:"nick"`       // irc; default the familiar's name
	Login     string   `toml:"login"`      // irc: who to log in as by SASL; default nobody
	Password  Secret   `toml:"password"`   // irc: for login, or the server's own without one
	Join      []string `toml:"join"`       // irc: channels to be in

	Burst int           `toml:"burst"` // irc: lines sent at once; 1 to 100; default 4
	Every time.Duration `toml:"every"` // irc: between lines after those; onebot: between messages to one chat; 1 ms to 2 s; default 1 s

	Workspace string `toml:"workspace"` // bridge: what the bridge's network is called, the same for all accounts there; default the account's name

	Shards int `toml:"shards"` // discord: connections that divide the servers; 0 to 1024; default 0: as many as Discord recommends
}

// Start implements [document.Starter].
func (a *Account) Start(map[string]any) { a.TLS, a.Burst, a.Every = true, 4, time.Second }

// secrets returns those of the account by their keys.
func (a *Account) secrets() map[string]*Secret {
	return map[string]*Secret{"token": &a.Token, "app_token": &a.AppToken, "app_secret": &a.AppSecret, "password": &a.Password}
}

// keys are those of a network's accounts.
type keys struct{ need, may []string }

// accountKeys are what a network's accounts need and may have besides.
var accountKeys = map[messages.Network]keys{
	"discord":  {need: []string{"token"}, may: []string{"url", "shards", "faces"}},
	"slack":    {need: []string{"token", "app_token"}, may: []string{"url", "faces"}},
	"feishu":   {need: []string{"app_id", "app_secret"}, may: []string{"url"}},
	"telegram": {need: []string{"token"}, may: []string{"url", "listen", "webhook"}},
	"matrix":   {need: []string{"token", "url"}, may: []string{"invites"}},
	"onebot":   {may: []string{"url", "listen", "self_id", "token", "every"}}, // url or listen
	"irc":      {need: []string{"server"}, may: []string{"tls", "nick", "login", "password", "join", "burst", "every"}},
	"bridge":   {need: []string{"token"}, may: []string{"workspace"}},
}

// ownKeys are every account's.
var ownKeys = []string{"network", "familiars", "persona"}

// credentials checks that an account has what its network asks for and
// nothing of another's, and fetches its secrets.
func (v *validation) credentials(path string, a *Account) {
	if !slices.Contains(Networks, a.Network) {
		return // said already
	}
	known := accountKeys[a.Network]
	for _, key := range slices.Sorted(maps.Keys(document.KnobsOf(reflect.ValueOf(a).Elem()))) {
		_, said := v.doc.Lines[document.Inside(path, key)]
		needed := slices.Contains(known.need, key)
		switch {
		case needed && !said:
			v.wrong(document.Inside(path, key), "is missing: an account on %s needs it; %s says where to get it", a.Network, pageOf(a.Network))
		case said && !needed && !slices.Contains(known.may, key) && !slices.Contains(ownKeys, key):
			v.wrong(document.Inside(path, key), "doesn't apply to an account on %s", a.Network)
		}
	}
	secrets := a.secrets()
	for _, key := range slices.Sorted(maps.Keys(secrets)) {
		v.resolve(document.Inside(path, key), secrets[key])
	}
	for i, channel := range a.Join {
		if channel == "" {
			v.wrong(document.Item(document.Inside(path, "join"), i+1), "is empty: want a channel such as %q", "#moths")
		}
	}
	if a.Server != "" && !isServer(a.Server) {
		v.wrong(document.Inside(path, "server"), "%q: want host:port, such as irc.libera.chat:6697", a.Server)
	}
	v.endpoint(path, a)
	v.inbound(path, a)
	v.inviters(path, a)
	if a.Faces && !a.Persona {
		v.wrong(document.Inside(path, "faces"), "needs persona = true: it says that posts tell which familiar speaks")
	}
	v.bridged(path, a)
	v.values(path, bounds.Check(
		bounds.Between("burst", a.Burst, 1, 100),
		bounds.Between("shards", a.Shards, 0, 1024).Want("1 to 1024, or 0 for as many as Discord recommends"),
		bounds.Between("every", a.Every, time.Millisecond, 2*time.Second),
	))
	if a.Network == "irc" && !a.TLS && (a.Login != "" || a.Password.from != "") {
		v.odd(document.Inside(path, "tls"), "the password is sent over the network unencrypted: set tls = true")
	}
}

// inviters checks whose invitations an account accepts.
func (v *validation) inviters(path string, a *Account) {
	for i, who := range a.Invites {
		if !strings.HasPrefix(who, "@") && who != "*" || strings.ContainsAny(who, " \t\n") {
			v.wrong(document.Item(document.Inside(path, "invites"), i+1), "%q: want a user's id, in which * is any text, such as \"@*:example.org\"", who)
		}
	}
}

// onebot is the network of accounts whose address is a WebSocket's.
const onebot messages.Network = "onebot"

// endpoint checks an account's address.
func (v *validation) endpoint(path string, a *Account) {
	address, isSocket := strings.CutPrefix(a.URL, "ws") // as http and https, else
	switch {
	case a.URL == "":
		return
	case a.Network == onebot && !isSocket:
		v.wrong(document.Inside(path, "url"), "want ws:// or wss:// and a host, such as ws://127.0.0.1:3001/")
		return
	case a.Network == onebot:
		address = "http" + address
	default:
		address = a.URL
	}
	if _, err := checkEndpoint(address, tokenBelongs); err != nil {
		v.wrong(document.Inside(path, "url"), "%v", err)
	}
}

// bridge is the network of bridges.
const bridge messages.Network = "bridge"

// bridged checks what only an account on a bridge has.
func (v *validation) bridged(path string, a *Account) {
	if strings.ContainsAny(a.Workspace, "@/") {
		v.wrong(document.Inside(path, "workspace"), "%q: want a name without @ and /, such as \"zulip\"", a.Workspace)
	}
	if a.Network != bridge {
		return
	}
	if token := a.Token.Reveal(); token != "" && len(token) < leastSecret {
		v.wrong(document.Inside(path, "token"), "%s holds fewer than %d characters: want a long random text", a.Token, leastSecret)
	}
	if v.Control.Listen == "" {
		v.wrong(path, "its bridge comes to the HTTP interface, and there is none: set control.listen")
	}
}

// pageOf returns the page that tells how an account on a network is set up.
func pageOf(network messages.Network) string {
	if network == bridge {
		return "docs/bridges.md"
	}
	if slices.Contains(added, network) {
		return "its own documentation"
	}
	return "docs/networks/" + string(network) + ".md"
}

// isServer reports whether text is a host and a port.
func isServer(text string) bool {
	host, port, err := net.SplitHostPort(text)
	return err == nil && host != "" && port != "" && isPort(port)
}

package operate

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"slices"
	"strconv"
	"strings"

	"familiar/cmd/familiar/command"
)

// asked is how often a network is gone through again after it refused what was
// said.
const asked = 5

// reach is what flags say about networks that want an account.
type reach struct {
	token, appToken, appID, appSecret, url, listen, server, nick, login, password, channels flag

	plain bool
}

// A flag is one that is for some networks.
type flag struct {
	name, value string
	variable    bool     // the value is the name of an environment variable
	of          []string // the networks
}

func (f *flag) declare(l *command.Line, name, takes, help string, of ...string) {
	f.name, f.variable, f.of = name, takes == variable, of
	command.Text(l, &f.value, "--"+name+" "+takes, help)
}

// variable is what a flag takes that names one.
const variable = "VARIABLE"

func (r *reach) declare(l *command.Line) {
	r.token.declare(l, "token-env", variable, "The environment variable that holds the token, on Discord, Slack, Telegram, Matrix or OneBot; by default DISCORD_TOKEN, SLACK_BOT_TOKEN, TELEGRAM_TOKEN, MATRIX_TOKEN or ONEBOT_TOKEN.", "discord", "slack", "telegram", "matrix", "onebot")
	r.appToken.declare(l, "app-token-env", variable, "The same of Slack's app-level token; by default SLACK_APP_TOKEN.", "slack")
	r.appID.declare(l, "app-id", "ID", "The Feishu app's id, cli_...", "feishu")
	r.appSecret.declare(l, "app-secret-env", variable, "The environment variable that holds the Feishu app's secret; by default FEISHU_SECRET.", "feishu")
	r.url.declare(l, "network-url", "URL", "The network's address, if it isn't the usual one: https://open.larksuite.com for Lark; on Matrix the homeserver's; on OneBot that of the implementation's WebSocket, by default ws://127.0.0.1:3001/.", "discord", "slack", "feishu", "telegram", "matrix", "onebot")
	r.listen.declare(l, "listen", "HOST:PORT", "On OneBot, where the implementation comes to by its reverse WebSocket, instead of --network-url.", "onebot")
	r.server.declare(l, "server", "HOST:PORT", "The IRC server.", "irc")
	r.nick.declare(l, "nick", "NICK", "The nick on IRC; by default the familiar's name.", "irc")
	r.login.declare(l, "login", "NAME", "The registered account on IRC, if it has one.", "irc")
	r.password.declare(l, "password-env", variable, "The environment variable that holds the password on IRC; with --login by default IRC_PASSWORD.", "irc")
	r.channels.declare(l, "channels", "NAMES", "The channels on IRC, with commas between; by default only direct messages are heard.", "irc")
	command.Switch(l, &r.plain, "--plain", "IRC without TLS, for a server on your own machine.")
}

// check refuses flags that can't be used, or that belong to networks that were not
// chosen.
func (r *reach) check(networks []string) error {
	if r.url.value != "" && r.listen.value != "" {
		return errors.New("--listen and --network-url can't be given at once: the implementation of OneBot is dialled, or comes by itself")
	}
	for _, f := range []*flag{&r.token, &r.appToken, &r.appID, &r.appSecret, &r.url, &r.listen, &r.server, &r.nick, &r.login, &r.password, &r.channels} {
		if err := f.check(networks); err != nil {
			return err
		}
	}
	return nil
}

func (f *flag) check(networks []string) error {
	if f.value == "" {
		return nil
	}
	if f.variable && !isVariable(f.value) { // not repeated: it may be the secret
		return fmt.Errorf("--%s wants the name of an environment variable: letters, digits and _", f.name)
	}
	chosen := slices.DeleteFunc(slices.Clone(networks), func(n string) bool { return !slices.Contains(f.of, n) })
	switch {
	case len(chosen) == 0:
		return fmt.Errorf("--%s is for --network %s, which is not chosen", f.name, strings.Join(f.of, " or "))
	case len(chosen) > 1:
		return fmt.Errorf("--%s can't be for %s at once: leave it out and use the usual one, or set up one of them now", f.name, strings.Join(chosen, " and "))
	}
	return nil
}

// steps says what to do on a network before there is anything to ask.
var steps = map[string]string{
	"discord": `
Discord (docs/networks/discord.md has more):
  1. https://discord.com/developers/applications: New Application. Its name is what people mention.
  2. Bot, Privileged Gateway Intents: switch on Message Content and Server Members.
  3. Bot, Reset Token: copy the token. It is shown once.
`,
	"slack": `
Slack (docs/networks/slack.md has more):
  1. https://api.slack.com/apps: Create New App, From a manifest. The page in docs has it to paste.
  2. Install App, Install to Workspace: copy the Bot User OAuth Token, xoxb-...
  3. Basic Information, App-Level Tokens, Generate with connections:write: copy it, xapp-...
`,
	"feishu": `
Feishu and Lark (docs/networks/feishu.md has more):
  1. https://open.feishu.cn/app (Lark: https://open.larksuite.com/app): create a custom app, add the Bot.
  2. Permissions & scopes: those that the page in docs lists. Create a version and publish it.
  3. Credentials: copy the App ID, cli_..., and the App Secret.
`,
	"telegram": `
Telegram (docs/networks/telegram.md has more):
  1. Write /newbot to @BotFather and answer its questions. The name is what people see, the username ends in "bot".
  2. Copy the token it gives: digits, a colon and letters.
  3. Write /setprivacy to it and choose Disable, so that the bot hears more of a group than mentions.
`,
	"matrix": `
Matrix (docs/networks/matrix.md has more):
  1. Register a user for it on a homeserver. Its display name is what people see.
  2. Log in as that user once for this program alone: the page in docs has the call. Copy the access token.
  3. Rooms with end-to-end encryption can't be read: make one without it.
`,
	"onebot": `
OneBot, for QQ (docs/networks/onebot.md has more):
  1. Run an implementation of OneBot v11, such as NapCat, and log in to QQ there. Take an account that you can lose.
  2. In its settings add a forward WebSocket server at 127.0.0.1, port 3001; or a reverse one, a client, to ws://127.0.0.1:6700/.
  3. Draw an access token for it (openssl rand -hex 16), and set messages as arrays.
`,
	"irc": `
IRC (docs/networks/irc.md has more):
  1. Ask the people of the channel whether they want a program there.
  2. If the network has accounts, register a nick once: /msg NickServ REGISTER <password> <mail>
`,
}

// ask asks for what a network's account needs. At a terminal it first says where
// that is found.
func (r *reach) ask(ask *command.Interview, network, id string) newAccount {
	a := newAccount{network: network, channels: []string{"*"}}
	switch network {
	case "discord":
		a.secret(ask, "token", "Token", &r.token, "DISCORD_TOKEN", isDiscordToken)
	case "slack":
		a.secret(ask, "token", "Bot token", &r.token, "SLACK_BOT_TOKEN", beginsWith("xoxb-"))
		a.secret(ask, "app_token", "App-level token", &r.appToken, "SLACK_APP_TOKEN", beginsWith("xapp-"))
	case "feishu":
		appID := given(ask, &r.appID, "App ID:", "", func(s string) error {
			if !strings.HasPrefix(s, "cli_") || !isWord(s) {
				return errors.New("want the app's id, which begins with cli_")
			}
			return nil
		})
		a.set("app_id", strconv.Quote(appID))
		a.secret(ask, "app_secret", "App Secret", &r.appSecret, "FEISHU_SECRET", anySecret)
	case "telegram":
		a.secret(ask, "token", "Token", &r.token, "TELEGRAM_TOKEN", isTelegramToken)
	case "matrix":
		address := given(ask, &r.url, "Which homeserver, as https://...?", "", isHomeserver)
		a.set("url", strconv.Quote(address))
		a.secret(ask, "token", "Access token", &r.token, "MATRIX_TOKEN", anySecret)
		return a
	case "onebot":
		r.askOneBot(ask, &a)
		return a
	case "irc":
		r.askIRC(ask, &a, id)
	}
	if r.url.value != "" {
		a.set("url", strconv.Quote(r.url.value))
	}
	return a
}

// comes begins the answer that an implementation of OneBot is not dialled.
const comes = "listen:"

func (r *reach) askOneBot(ask *command.Interview, a *newAccount) {
	address := ""
	if r.listen.value != "" {
		address = comes + given(ask, &r.listen, "", "", isListen)
	} else {
		question := "Where is its forward WebSocket, as ws://...? Or where is its reverse one to come to, as " + comes + "127.0.0.1:6700?"
		address = given(ask, &r.url, question, "ws://127.0.0.1:3001/", isOneBot)
	}
	if at, is := strings.CutPrefix(address, comes); is {
		a.set("listen", strconv.Quote(at))
	} else {
		a.set("url", strconv.Quote(address))
	}
	a.secret(ask, "token", "Access token", &r.token, "ONEBOT_TOKEN", anySecret)
}

func (r *reach) askIRC(ask *command.Interview, a *newAccount, id string) {
	server := given(ask, &r.server, "Which server, as host:port? 6697 is TLS almost everywhere.", "", func(s string) error {
		host, port, err := net.SplitHostPort(s)
		if n, bad := strconv.Atoi(port); err != nil || host == "" || bad != nil || n < 1 || n > 65535 {
			return errors.New("want host:port, such as irc.libera.chat:6697")
		}
		return nil
	})
	usual := id
	if wrongNick(usual) != nil {
		usual = "familiar"
	}
	nick := given(ask, &r.nick, "Which nick?", usual, wrongNick)
	channels := given(ask, &r.channels, "Which channels, with commas between? Without any only direct messages are heard.", "none", func(s string) error {
		if s == "none" {
			return nil
		}
		for _, c := range channelsIn(s) {
			if !strings.HasPrefix(c, "#") || len(c) < 2 || len(c) > 64 || strings.ContainsAny(c, "*?[]\"\\\x07") {
				return errors.New("want names that begin with #, such as #moths")
			}
		}
		return nil
	})
	login := given(ask, &r.login, "Which account is registered there?", "none", func(s string) error {
		if !isWord(s) {
			return errors.New("want one word, or none")
		}
		return nil
	})
	a.set("server", strconv.Quote(server))
	if r.plain {
		a.set("tls", "false")
	}
	a.set("nick", strconv.Quote(nick))
	if channels != "none" {
		a.channels = nil
		var join []string
		for _, c := range channelsIn(channels) {
			join = append(join, strconv.Quote(c))
			a.channels = append(a.channels, lowASCII(c))
		}
		a.set("join", "["+strings.Join(join, ", ")+"]")
	}
	if login != "none" {
		a.set("login", strconv.Quote(login))
	}
	if login != "none" || r.password.value != "" {
		a.secret(ask, "password", "Password", &r.password, "IRC_PASSWORD", anySecret)
	}
}

// given takes a flag's value, or asks for it; fit says what is wanted of either.
func given(ask *command.Interview, f *flag, question, otherwise string, fit func(string) error) (said string) {
	switch {
	case ask.Err != nil:
	case f.value != "":
		if err := fit(f.value); err != nil {
			ask.Err = fmt.Errorf("--%s %q: %w", f.name, f.value, err)
		}
		return f.value
	default:
		ask.Until(f.name, question, otherwise, func(s string) error {
			said = s
			return fit(s)
		})
	}
	return said
}

func (a *newAccount) set(key, value string) { a.settings = append(a.settings, setting{key, value}) }

// secret takes a secret from the variable of the flag, or asks for it.
func (a *newAccount) secret(ask *command.Interview, key, what string, f *flag, usual string, fit func(string) error) {
	s := newSecret{key: key, env: f.value}
	if s.env == "" {
		s.ask(ask, what, f.name, usual, fit)
	}
	a.secrets = append(a.secrets, s)
}

// ask asks for a secret or for the variable that holds it.
func (s *newSecret) ask(ask *command.Interview, what, flag, usual string, fit func(string) error) {
	question := what + ", which isn't shown as you paste it, or env:VARIABLE for the variable that holds it:"
	ask.Hidden(flag, question, "env:"+usual, func(said string) error {
		if variable, is := strings.CutPrefix(said, "env:"); is {
			if variable == "" || !isVariable(variable) {
				return errors.New("after env: want the name of an environment variable: letters, digits and _")
			}
			s.env = variable
			return nil
		}
		if err := fit(said); err != nil {
			return err
		}
		s.text = said
		return nil
	})
}

// account asks for a network's account until the network takes what is said, or
// can't be asked.
func (c *initCommand) account(ctx context.Context, ask *command.Interview, out io.Writer, network string, p plan) (newAccount, error) {
	if ask.In != nil {
		fmt.Fprint(out, steps[network])
	}
	for range asked {
		a := c.ask(ask, network, p.ID)
		if ask.Err != nil || ask.In == nil && !c.Check {
			return a, ask.Err
		}
		s, err := tryAccount(ctx, out, a, p)
		switch {
		case ctx.Err() != nil:
			return a, errors.New("stopped: nothing was written")
		case err != nil:
			return a, err
		case s.refused && ask.In != nil:
			fmt.Fprintln(out, "Try again, or press Ctrl-C: nothing is written yet.")
			continue
		case s.Error != "" && ask.In == nil:
			return a, fmt.Errorf("%s: %s; nothing was written", network, s.Error)
		}
		return a, nil
	}
	return newAccount{}, fmt.Errorf("%s takes none of what was given: nothing was written", network)
}

package journal

import (
	"fmt"
	"net/url"
	"strings"

	"familiar/messages"
)

// A subject is what somebody asks about, as far as what they gave says it.
type subject struct {
	channel messages.ChannelID // "": not said, then there is a line
	line    messages.LineID    // "": the channel's newest lines

	// Of a link, which names no channel as we do:
	network messages.Network
	place   string // a chat or a thread of it; "": nothing is known
}

// parseSubject reads a channel as network/workspace/chat, the link that Discord,
// Slack or Telegram gives to a message, or a message's id.
func parseSubject(text string) (subject, error) {
	if strings.Contains(text, "://") {
		return parseLink(text)
	}
	if !strings.Contains(text, "/") {
		return subject{line: messages.LineID(text)}, nil
	}
	id := messages.ChannelID(text)
	_, err := messages.ParseChannel(id)
	return subject{channel: id}, err
}

// parseLink reads a link to a message:
//
//	https://discord.com/channels/GUILD/CHANNEL/MESSAGE, "@me" for a guild in direct messages
//	https://TEAM.slack.com/archives/CHANNEL/p1700000000123456?thread_ts=...
//	https://t.me/c/GROUP/MESSAGE, of a topic /c/GROUP/TOPIC/MESSAGE; of a public group, t.me/NAME/MESSAGE, the name says no id
func parseLink(text string) (subject, error) {
	wrong := fmt.Errorf("%q: want a link to a message on Discord, Slack or Telegram", text)
	u, err := url.Parse(text)
	if err != nil || u.Scheme != "https" {
		return subject{}, wrong
	}
	parts := strings.Split(strings.Trim(u.Path, "/"), "/")
	host := strings.ToLower(u.Hostname())
	switch {
	case isUnder(host, "discord.com") || isUnder(host, "discordapp.com"):
		if len(parts) != 4 || parts[0] != "channels" || parts[2] == "" || parts[3] == "" {
			return subject{}, wrong
		}
		return subject{line: messages.LineID(parts[3]), network: "discord", place: parts[2]}, nil
	case isUnder(host, "slack.com"):
		if len(parts) != 3 || parts[0] != "archives" || parts[1] == "" {
			return subject{}, wrong
		}
		stamp, ok := slackStamp(parts[2])
		if !ok {
			return subject{}, wrong
		}
		return subject{line: stamp, network: "slack", place: parts[1]}, nil
	case host == "t.me":
		line := parts[len(parts)-1]
		s := subject{line: messages.LineID(line), network: "telegram"}
		private := parts[0] == "c"
		if private {
			parts = parts[1:]
		}
		if len(parts) < 2 || len(parts) > 3 || !isNumber(line) || private && !isNumber(parts[0]) {
			return subject{}, wrong
		}
		if private {
			s.place = "-100" + parts[0]
		}
		return s, nil
	}
	return subject{}, wrong
}

// isNumber reports whether a text is digits.
func isNumber(text string) bool { return text != "" && strings.Trim(text, "0123456789") == "" }

// isUnder reports whether a host is a domain or one below it.
func isUnder(host, domain string) bool {
	return host == domain || strings.HasSuffix(host, "."+domain)
}

// slackStamp returns the time stamp that is a message's id, of a link's
// "p1700000000123456": the last six digits are a fraction.
func slackStamp(p string) (messages.LineID, bool) {
	digits, ok := strings.CutPrefix(p, "p")
	cut := len(digits) - 6
	if !ok || cut < 1 || strings.Trim(digits, "0123456789") != "" {
		return "", false
	}
	return messages.LineID(digits[:cut] + "." + digits[cut:]), true
}

// fits reports whether the subject may stand in a channel.
func (s subject) fits(id messages.ChannelID) bool {
	if s.channel != "" {
		return id == s.channel
	}
	c, err := messages.ParseChannel(id)
	return err == nil && (s.network == "" || c.Network == s.network) && (s.place == "" || c.Chat == s.place || c.Thread == s.place)
}

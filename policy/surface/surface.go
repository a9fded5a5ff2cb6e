// Package surface names the kinds of places people read a reply in, tells the
// model how to write for each, and says when a reply belongs into a thread.
//
// The rules: every surface has a length the model is told. On one of them, the
// top of a Slack channel, the length is hard: there a longer reply goes to a
// thread off the line it answers. A reply to a mention goes there whatever its
// length, unless configured otherwise. What answers no line (a broadcast, a
// timed turn) stays on top however long. All parts of a turn go where its
// first one goes. Nothing is ever cut or split to fit a surface; splitting is
// for a network's own limit and belongs to its adapter.
//
// It knows kinds of networks and lengths. It does not know channels, lines or
// what a network allows. The program names the [Surface] of a channel by [Of]
// and shows the model its [Config.Hint]; policy/conversation asks
// [Config.OpensThread] before it posts a turn's first part.
package surface

import "familiar/messages"

// A Surface is a kind of place. "" is one we know nothing of.
type Surface string

// The surfaces.
const (
	Unknown            Surface = ""
	SlackChannel       Surface = "slack-channel"
	SlackChannelThread Surface = "slack-channel-thread"
	SlackDM            Surface = "slack-dm"
	SlackPane          Surface = "slack-pane" // the assistant's pane beside the channels
	DiscordChannel     Surface = "discord-channel"
	DiscordThread      Surface = "discord-thread"
	DiscordDM          Surface = "discord-dm"
	TelegramGroup      Surface = "telegram-group"
	TelegramDM         Surface = "telegram-dm"
	FeishuGroup        Surface = "feishu-group"
	FeishuP2P          Surface = "feishu-p2p" // a direct message
	MatrixRoom         Surface = "matrix-room"
	MatrixThread       Surface = "matrix-thread"
	MatrixDM           Surface = "matrix-dm"
	OneBotGroup        Surface = "onebot-group"
	OneBotDM           Surface = "onebot-dm"
	Web                Surface = "web"
	Terminal           Surface = "terminal"
)

// A Place is what tells surfaces apart.
type Place struct {
	Network messages.Network
	Thread  bool // it is a thread of a room
	DM      bool // a direct message, in a thread or not
	Pane    bool // the network shows it in an assistant's pane
}

// Of returns the surface of a place; Unknown where none of the names fits, such
// as a channel on irc.
func Of(p Place) Surface {
	switch p.Network {
	case "slack":
		switch {
		case p.Pane && !p.DM:
			return SlackPane
		default:
			return pick(p, SlackChannel, SlackChannelThread, SlackDM)
		}
	case "discord":
		return pick(p, DiscordChannel, DiscordThread, DiscordDM)
	case "telegram":
		return pick(p, TelegramGroup, TelegramGroup, TelegramDM)
	case "feishu":
		return pick(p, FeishuGroup, FeishuGroup, FeishuP2P)
	case "matrix":
		return pick(p, MatrixRoom, MatrixThread, MatrixDM)
	case "onebot":
		return pick(p, OneBotGroup, OneBotGroup, OneBotDM)
	case "web":
		return Web
	case "terminal":
		return Terminal
	default:
		return Unknown
	}
}

func pick(p Place, channel, thread, dm Surface) Surface {
	switch {
	case p.DM:
		return dm
	case p.Thread:
		return thread
	default:
		return channel
	}
}

package feishu

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"strings"

	larkcore "github.com/larksuite/oapi-sdk-go/v3/core"

	"familiar/actors/adapter"
	"familiar/actors/adapter/feishu/rest"
	"familiar/messages"
)

// emojis are the network's names of common reactions. Another one must be
// given by its own name, such as "JIAYI".
var emojis = map[string]string{
	"👍": "THUMBSUP", "👎": "ThumbsDown", "👌": "OK", "❤": "HEART", "💔": "HEARTBROKEN", "😂": "LOL", "🤣": "LOL", "😄": "SMILE",
	"🙂": "SMILE", "😉": "WINK", "😊": "BLUSH", "😍": "LOVE", "😢": "CRY", "😭": "SOB", "😡": "ANGRY", "😮": "WOW",
	"🤔": "THINKING", "👏": "APPLAUSE", "🙏": "THANKS", "💪": "MUSCLE", "🎉": "PARTY", "🔥": "Fire", "✅": "DONE", "✔": "CheckMark",
	"❌": "CrossMark", "👀": "GLANCE", "🤝": "SHAKE", "👋": "WAVE", "😎": "PROUD", "🌹": "ROSE", "🍺": "BEER", "🎂": "CAKE",
	"🎁": "GIFT", "💯": "Hundred", "☕": "Coffee", "⭐": "Star", "😅": "SWEAT", "😴": "SLEEP", "🤦": "FACEPALM", "✌": "VICTORY",
}

// React implements adapter.Reactor.
func (a *Account) React(ctx context.Context, o messages.React) error {
	name, ok := emojiOf(o.Emoji)
	if !ok {
		return fmt.Errorf("feishu: react to %s: there is no reaction %.40q", o.Line, o.Emoji)
	}
	err := a.rest.Call(ctx, rest.Request{
		Method: http.MethodPost, Path: "/open-apis/im/v1/messages/:message_id/reactions",
		Params: larkcore.PathParams{"message_id": string(o.Line)},
		Body:   map[string]any{"reaction_type": map[string]string{"emoji_type": name}},
	}, nil)
	if err != nil {
		return fmt.Errorf("feishu: react to %s: %w", o.Line, rest.Later(err))
	}
	return nil
}

// emojiOf returns the network's name of a reaction. Skin and shape make no
// difference.
func emojiOf(emoji string) (name string, ok bool) {
	bare := strings.Map(func(r rune) rune {
		if r == '\ufe0f' || r >= '\U0001f3fb' && r <= '\U0001f3ff' {
			return -1
		}
		return r
	}, strings.Trim(emoji, ":"))
	if name, ok := emojis[bare]; ok {
		return name, true
	}
	for _, r := range bare {
		if r > '~' || r <= ' ' {
			return "", false
		}
	}
	return bare, bare != "" && len(bare) <= 40
}

// What the network says of reactions.
const (
	eventReacted   = "im.message.reaction.created_v1"
	eventUnreacted = "im.message.reaction.deleted_v1"
)

type reaction struct {
	Message string `json:"message_id"`
	Type    struct {
		Emoji string `json:"emoji_type"`
	} `json:"reaction_type"`
	Operator string `json:"operator_type"` // "user" or "app"
	User     ids    `json:"user_id"`
	App      string `json:"app_id"`
	Time     string `json:"action_time"`
}

// reactionOf reads a reaction. The network names the message only, so until
// somebody finds out where that stands its id takes the chat's place.
func reactionOf(e envelope, me self) (*arrival, error) {
	var r reaction
	if err := json.Unmarshal(e.Event, &r); err != nil {
		return nil, fmt.Errorf("%w: %s in an unknown form: %w", adapter.ErrRefused, e.Header.EventType, err)
	}
	by := me.sentBy(sender{ID: r.User, Type: r.Operator, App: r.App})
	if r.Message == "" || r.Type.Emoji == "" || by.ID == "" {
		return nil, fmt.Errorf("%w: %s without message, emoji or author", adapter.ErrRefused, e.Header.EventType)
	}
	return &arrival{
		key:     strings.Join([]string{e.Header.EventType, r.Message, string(by.ID), r.Type.Emoji, r.Time}, " "),
		at:      milliseconds(r.Time, e.Header.CreateTime),
		channel: messages.Channel{Network: network, Workspace: e.Header.TenantKey, Chat: r.Message}.ID(),
		people:  []known{{id: by.ID, open: r.User.Open}},
		reacted: &messages.Reacted{Line: messages.LineID(r.Message), By: by, Emoji: shown(r.Type.Emoji), Removed: e.Header.EventType == eventUnreacted},
	}, nil
}

// where returns the channel that e is handed over in; "": nobody can say. Only of
// a reaction to a line that was not seen lately it has to be asked for.
func (l *listening) where(ctx context.Context, e *arrival) messages.ChannelID {
	if e.reacted == nil {
		return e.channel
	}
	id := e.reacted.Line
	if line, ok := l.account.lines.find(id); ok {
		return line.channel
	}
	if channel, ok := l.account.asked.Get(id); ok {
		return channel
	}
	ctx, cancel := context.WithTimeout(ctx, l.account.config.Lookup)
	defer cancel()
	one, err := l.account.message(ctx, id)
	if err != nil || one.Chat == "" {
		l.account.log.Debug("message not found", "line", string(id), "err", err)
		return ""
	}
	at, _ := messages.ParseChannel(e.channel)
	if at.Chat = one.Chat; one.Root != "" {
		at.Thread = one.Thread
	}
	l.account.asked.Put(id, at.ID())
	return at.ID()
}

// reaction returns a reaction to a line of that channel, with who it is by.
func (l *listening) reaction(ctx context.Context, in messages.ChannelID, e *arrival) messages.Event {
	r := *e.reacted
	for _, k := range e.people {
		l.account.people.learn(k)
	}
	if r.By.ID != l.me.author.ID && !r.By.Bot {
		ctx, cancel := context.WithTimeout(ctx, l.account.config.Lookup)
		defer cancel()
		r.By.Name = l.account.nameOf(ctx, chatOf(in), r.By.ID)
	}
	if r.By.Name == "" {
		r.By.Name = string(r.By.ID)
	}
	return r
}

// shown returns a reaction as people see it where its character is known, and
// else by its name.
func shown(name string) string {
	if character, ok := characters[name]; ok {
		return character
	}
	return ":" + name + ":"
}

// characters is emojis the other way round; of two characters for one name, the
// first.
var characters = func() map[string]string {
	of := make(map[string]string, len(emojis))
	for character, name := range emojis {
		if first, taken := of[name]; !taken || character < first {
			of[name] = character
		}
	}
	return of
}()

// askedKept is how many messages' places are remembered that were asked for.
const askedKept = 2_000

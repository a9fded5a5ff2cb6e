package feishu

import (
	"context"
	"fmt"
	"net/http"
	"strings"

	"familiar/messages"

	larkcore "github.com/larksuite/oapi-sdk-go/v3/core"
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
	err := a.rest.call(ctx, request{
		method: http.MethodPost, path: "/open-apis/im/v1/messages/:message_id/reactions",
		params: larkcore.PathParams{"message_id": string(o.Line)},
		body:   map[string]any{"reaction_type": map[string]string{"emoji_type": name}},
	}, nil)
	if err != nil {
		return fmt.Errorf("feishu: react to %s: %w", o.Line, later(err))
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

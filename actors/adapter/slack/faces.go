package slack

import (
	"slices"

	"github.com/slack-go/slack"

	"familiar/actors/adapter"
	"familiar/messages"
)

// customize is the scope that a post under another name than the bot's needs.
const customize = "chat:write.customize"

// ShowsNames implements adapter.Namer.
func (a *Account) ShowsNames() bool { return a.config.Faces }

// shown reports whether a post stands under the name of the one of several who says
// it. What scopes a token has isn't always told; then it is tried.
func (a *Account) shown(as string, me self) bool {
	return a.config.Faces && as != "" && (len(me.scopes) == 0 || slices.Contains(me.scopes, customize))
}

// signed returns a text with the name of who says it, where nothing else shows it.
func (a *Account) signed(as, text string, me self) string {
	if !a.config.Faces || a.shown(as, me) {
		return text
	}
	return adapter.Sign(as, text)
}

// face returns what gives a post its name and picture; none where it is the bot's.
func (a *Account) face(p messages.Post, me self) (options []slack.MsgOption) {
	if !a.shown(p.As, me) {
		return nil
	}
	options = append(options, slack.MsgOptionUsername(p.As))
	if p.Picture != "" {
		options = append(options, slack.MsgOptionIconURL(p.Picture))
	}
	return options
}

package discord

import (
	"context"
	"errors"
	"net/url"
	"sync"
	"time"

	"github.com/bwmarrin/discordgo"

	"familiar/actors/adapter"
	"familiar/messages"

	"familiar/actors/adapter/discord/rest"

	"familiar/actors/adapter/discord/wire"
)

const (
	hooksKept    = 4096      // channels whose webhook is remembered, at least
	noHookFor    = time.Hour // for which a channel that refused one is not asked again
	faceNameMost = 80        // characters of a name that a webhook posts under
)

// Discord shows a name of its own for each message of webhooks alone. A channel needs
// one, its threads use that; a webhook can't reply to a line, and nobody can keep what it
// posts from being said twice but by looking.
//
// The address of a webhook is a secret: whoever has it can post. It is asked for when it
// is needed, and written nowhere.

// faces are the webhooks of the channels, and what was posted by them.
type faces struct {
	making sync.Mutex // one webhook is looked for at a time, so that none is made twice
	hooks  *adapter.Recent[string, hook]
	lines  *adapter.Recent[messages.LineID, bool] // whether a line of ours was posted so

	underway adapter.Posting // by channel or thread
}

// A hook is a channel's webhook of ours; without one, nobody asks before a time.
type hook struct {
	ID          string `json:"id"`
	Token       string `json:"token"`
	Application string `json:"application_id"`

	again time.Time
}

func newFaces() *faces {
	return &faces{hooks: adapter.NewRecent[string, hook](hooksKept), lines: adapter.NewRecent[messages.LineID, bool](sentKept)}
}

// ShowsNames implements adapter.Namer.
func (a *Account) ShowsNames() bool { return a.config.Faces }

// A face is what a message of a webhook is shown with.
type face struct {
	Name    string `json:"username,omitempty"`
	Picture string `json:"avatar_url,omitempty"`
}

// postShown posts p under its name; done is false where that can't be, and nothing was
// posted.
func (a *Account) postShown(ctx context.Context, c, where messages.Channel, p messages.Post) (made wire.Message, done bool, err error) {
	if !a.config.Faces || p.As == "" || c.Workspace == "" {
		return made, false, nil
	}
	by, err := a.hookOf(ctx, c)
	if err != nil || by.Token == "" {
		return made, false, err
	}
	d := a.draft(p)
	d.Nonce, d.EnforceNonce = "", false
	d.face = face{adapter.CleanName(p.As, faceNameMost), p.Picture}
	end := a.faces.underway.Begin(raw(where))
	defer end()
	err = a.send(ctx, by.address(where, ""), by.bucket(), d, p.File, &made)
	switch {
	case err == nil && made.ID != "":
		a.sent.lines.Put(messages.LineID(made.ID), p.ID)
		a.faces.lines.Put(messages.LineID(made.ID), true)
	case rest.IsCode(err, rest.CodeUnknownWebhook): // somebody took it away: the next try makes another
		a.faces.hooks.Put(c.Chat, hook{})
		return made, false, adapter.RetryAfter(0, err)
	case errors.Is(err, adapter.ErrGone): // as of a name that Discord forbids
		a.log.Warn("post not shown under its name, the name is before the text", "channel", string(p.Channel), "as", p.As, "err", err)
		return made, false, nil
	}
	return made, true, err
}

// address is where the webhook posts to a place of its channel, or changes a message
// there.
func (h hook) address(where messages.Channel, message string) string {
	address := discordgo.EndpointWebhookToken(h.ID, h.Token)
	if message != "" {
		address = discordgo.EndpointWebhookMessage(h.ID, h.Token, message)
	}
	q := url.Values{}
	if message == "" {
		q.Set("wait", "true") // for the message that it makes
	}
	if where.Thread != "" {
		q.Set("thread_id", where.Thread)
	}
	return address + "?" + q.Encode()
}

// bucket names the webhook's rate limit, without its secret.
func (h hook) bucket() string { return discordgo.EndpointWebhook(h.ID) }

// hookOf returns the webhook of a channel, and makes it if there is none; one without a
// token: none can be had. An error says that it isn't known now.
func (a *Account) hookOf(ctx context.Context, c messages.Channel) (hook, error) {
	a.faces.making.Lock()
	defer a.faces.making.Unlock()
	if h, known := a.faces.hooks.Get(c.Chat); known && (h.Token != "" || time.Now().Before(h.again)) {
		return h, nil
	}
	h, err := a.findHook(ctx, c.Chat)
	if errors.Is(err, adapter.ErrGone) {
		a.log.Warn("no webhook to post under names with: is the right Manage Webhooks missing?", "channel", string(c.ID()), "err", err)
		h, err = hook{again: time.Now().Add(noHookFor)}, nil
	}
	if err != nil {
		return h, adapter.RetryAfter(adapter.PauseOf(err), err) // nothing was posted
	}
	a.faces.hooks.Put(c.Chat, h)
	return h, nil
}

func (a *Account) findHook(ctx context.Context, channel string) (h hook, err error) {
	if err := a.knownWhole(ctx); err != nil {
		return h, err
	}
	address := discordgo.EndpointChannelWebhooks(channel)
	var all []hook
	if err := a.rest.Call(ctx, "GET", address, address, nil, &all); err != nil {
		return h, err
	}
	for _, h := range all {
		if h.Token != "" && a.me.owns(h.Application) {
			return h, nil
		}
	}
	err = a.rest.Call(ctx, "POST", address, address, map[string]any{"name": string(a.id)}, &h)
	return h, err
}

// knownWhole asks who the account is and which application it is of, if that isn't known.
func (a *Account) knownWhole(ctx context.Context) error {
	if err := a.known(ctx); err != nil {
		return err
	}
	if a.me.belongs() {
		return nil
	}
	_, err := a.application(ctx)
	return err
}

// recognise makes a message of a webhook of ours, and one that answers such, the
// account's own, in place.
func (a *Account) recognise(m *wire.Message) {
	if m.Referenced != nil {
		a.recognise(m.Referenced)
	}
	me := a.self()
	if m.WebhookID == "" || m.Author.ID == me.ID || !a.me.owns(m.ApplicationID) { // the answer to a command is the bot's
		return
	}
	m.Face, m.WebhookID, m.Author = m.Author.Username, "", me
	a.faces.lines.Put(messages.LineID(m.ID), true)
}

// awaitAnswer waits until it is known which post a message that was recognised is: a
// webhook's has no nonce.
func (a *Account) awaitAnswer(ctx context.Context, m *wire.Message) {
	if m.Face != "" {
		a.faces.underway.Await(ctx, m.ChannelID, func() bool { return a.sent.posted(messages.LineID(m.ID)) })
	}
}

// signed returns what is posted where no webhook can: the name is before the text.
func (a *Account) signed(as, text string) string {
	if !a.config.Faces {
		return text
	}
	return adapter.Sign(as, text)
}

// isShown reports whether a line of the account was posted by a webhook.
func (a *Account) isShown(ctx context.Context, c messages.Channel, line messages.LineID) (bool, error) {
	if !a.config.Faces || c.Workspace == "" {
		return false, nil
	}
	if shown, known := a.faces.lines.Get(line); known {
		return shown, nil
	}
	if err := a.knownWhole(ctx); err != nil {
		return false, err
	}
	m, err := a.message(ctx, c, line)
	if err != nil {
		return false, err
	}
	a.faces.lines.Put(line, m.Face != "")
	return m.Face != "", nil
}

// editShown gives a line that a webhook posted another text.
func (a *Account) editShown(ctx context.Context, c messages.Channel, line messages.LineID, in change) error {
	return adapter.Patiently(ctx, func() error {
		by, err := a.hookOf(ctx, c)
		if err != nil {
			return err
		}
		return a.rest.Call(ctx, "PATCH", by.address(c, string(line)), by.bucket(), in, nil)
	})
}

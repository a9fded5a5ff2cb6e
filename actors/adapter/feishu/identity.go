package feishu

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"time"

	"familiar/actors/adapter"
	"familiar/messages"

	"familiar/actors/adapter/feishu/rest"
)

// identityPause is between two tries to find out who the account is.
const identityPause = 2 * time.Second

// Identity implements adapter.Identifier: the bot, by its open_id. It tries
// until the network answers; that the app is gone is an [adapter.ErrGone].
func (a *Account) Identity(ctx context.Context) (messages.Author, error) {
	var me self
	ask := adapter.Backoff{First: identityPause, Most: identityPause, Failed: func(err error, _ time.Duration) {
		a.log.Debug("identity not known yet", "err", err)
	}}
	err := ask.Until(ctx, func() (err error) {
		me, err = a.meet(ctx)
		return err
	})
	if err != nil && !errors.Is(err, adapter.ErrGone) {
		return messages.Author{}, fmt.Errorf("feishu: who the account is: %w: %w", ctx.Err(), err)
	}
	return me.author, err
}

// disabled are the states of an app in which it hears and says nothing.
var disabled = map[int]string{
	1: "the administrator has disabled the app",
	5: "the app's licence has ended",
	6: "the plan of the tenant has ended",
}

// meet asks once who the account is, and remembers the answer.
func (a *Account) meet(ctx context.Context) (self, error) {
	return a.me.Get(func() (self, error) { return a.ask(ctx) })
}

func (a *Account) ask(ctx context.Context) (self, error) {
	var answer struct {
		Bot struct {
			OpenID string `json:"open_id"`
			Name   string `json:"app_name"`
			Status int    `json:"activate_status"`
		} `json:"bot"`
	}
	err := a.rest.Call(ctx, rest.Request{Method: http.MethodGet, Path: "/open-apis/bot/v3/info"}, &answer)
	switch bot := answer.Bot; {
	case rest.OfApp(err):
		return self{}, fmt.Errorf("feishu: %w: %w", adapter.ErrGone, err)
	case err != nil:
		return self{}, fmt.Errorf("feishu: who the account is: %w", rest.Later(err))
	case disabled[bot.Status] != "":
		return self{}, fmt.Errorf("feishu: %w: %s", adapter.ErrGone, disabled[bot.Status])
	case bot.OpenID == "":
		return self{}, errors.New("feishu: identify the account: the network returned no open_id")
	default:
		return self{author: messages.Author{ID: messages.PersonID(bot.OpenID), Name: bot.Name, Bot: true}, app: a.config.AppID}, nil
	}
}

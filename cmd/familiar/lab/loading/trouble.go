package loading

import (
	"context"
	"errors"
	"time"

	"familiar/actors/adapter"
	"familiar/actors/adapter/web"
	"familiar/app"
	"familiar/lab/load"
	"familiar/lab/load/traffic"
	"familiar/messages"
)

// A trouble is what is wrong with one channel of a load, to see whether the
// others notice.
type trouble string

// The troubles; "" is none.
const (
	hang      trouble = "hang"      // its model never answers
	panics    trouble = "panic"     // its actor panics at each decision
	rateLimit trouble = "ratelimit" // its network takes no post for now
	raided    trouble = "raid"      // 100 lines a second are said in it
)

var troubles = []trouble{hang, panics, rateLimit, raided}

// stricken is the channel that has it.
const stricken = 0

// Lines a second in the troubled channel, and which share of them calls.
const (
	raidRate    = 100
	troubleRate = 5
	troubleCall = 0.2
)

func (t trouble) apart(channel int) bool { return t != "" && channel == stricken }

// plan adds what is said in the troubled channel.
func (t trouble) plan(p traffic.Plan) traffic.Plan {
	switch t {
	case "":
		return p
	case raided:
		p.RaidRate = raidRate
	case hang, panics, rateLimit:
		p.RaidRate, p.RaidCalls = troubleRate, troubleCall
	}
	p.Raided = []int{stricken}
	return p
}

// decided is called by the channel's actor once it has decided a line.
func (t trouble) decided(k load.Key) {
	if t == panics && t.apart(k.Channel) {
		panic("load: this channel is to panic")
	}
}

// hung reports whether the model never answers a call.
func (t trouble) hung(k load.Key) bool { return t == hang && t.apart(k.Channel) }

// between returns who stands between the program and its accounts; nil: nobody.
func (t trouble) between(names load.Names) func(app.Connection) app.Connection {
	if t != rateLimit {
		return nil
	}
	limited := web.Channel(names.Chat(stricken), "")
	made := map[messages.AccountID]*rateLimited{}
	return func(c app.Connection) app.Connection {
		account, ok := c.Adapter.(*web.Account)
		if !ok {
			return c
		}
		if old := made[c.Account]; old == nil || old.Account != account {
			made[c.Account] = &rateLimited{account, limited}
		}
		return app.Connection{Account: c.Account, Adapter: made[c.Account]}
	}
}

// A rateLimited account may not post in one channel for now, and never may.
type rateLimited struct {
	*web.Account
	in messages.ChannelID
}

// Post implements adapter.Adapter.
func (a *rateLimited) Post(ctx context.Context, p messages.Post) (adapter.Posted, error) {
	if p.Channel == a.in {
		return adapter.Posted{}, adapter.RetryAfter(5*time.Second, errors.New("load: this channel is rate limited"))
	}
	return a.Account.Post(ctx, p)
}

package slack

import (
	"cmp"
	"context"
	"slices"
	"sync"
	"time"

	"github.com/slack-go/slack"

	"familiar/actors/adapter"

	"familiar/actors/adapter/slack/mrkdwn"
)

const (
	nameKept   = time.Hour   // then a name is asked for again
	nameMissed = time.Minute // the same after a failure
	namesMost  = 20_000      // names kept; beyond it all are asked for again
)

// names remembers what ids are called. Its methods ask Slack when they don't
// know, until ctx ends; then what they don't know stays empty.
type names struct {
	api *slack.Client

	mu     sync.Mutex // asked by the lanes of many channels
	kept   map[string]name
	groups []slack.UserGroup
	listed time.Time // when groups was asked for
}

type name struct {
	name   string
	bot    bool
	closed bool // of a channel: not everybody may join it
	absent bool // of a channel: we are not in it
	until  time.Time
}

func (n *names) open(api *slack.Client) { n.api, n.kept = api, map[string]name{} }

// person returns what people call a user, and whether Slack could say.
func (n *names) person(ctx context.Context, id string) (name, bool) {
	return n.get(ctx, id, func() (name, error) {
		user, err := n.api.GetUserInfoContext(ctx, id)
		if err != nil {
			return name{}, err
		}
		called := cmp.Or(user.Profile.DisplayName, user.Profile.RealName, user.RealName, user.Name)
		return name{name: called, bot: user.IsBot || id == "USLACKBOT"}, nil
	})
}

// bot returns what a bot is called that has no user.
func (n *names) bot(ctx context.Context, id string) (name, bool) {
	return n.get(ctx, id, func() (name, error) {
		bot, err := n.api.GetBotInfoContext(ctx, slack.GetBotInfoParameters{Bot: id})
		if err != nil {
			return name{}, err
		}
		return name{name: bot.Name, bot: true}, nil
	})
}

// channel returns what a channel is called.
func (n *names) channel(ctx context.Context, id string) (name, bool) {
	return n.get(ctx, id, func() (name, error) {
		channel, err := n.api.GetConversationInfoContext(ctx, &slack.GetConversationInfoInput{ChannelID: id})
		switch {
		case refusal(err) == "channel_not_found": // or hidden from us
			return name{absent: true}, nil
		case err != nil:
			return name{}, err
		}
		return name{name: channel.Name, closed: channel.IsPrivate || channel.IsMpIM || channel.IsIM, absent: !channel.IsIM && !channel.IsMember}, nil
	})
}

func (n *names) get(ctx context.Context, id string, ask func() (name, error)) (name, bool) {
	n.mu.Lock()
	known, ok := n.kept[id]
	n.mu.Unlock()
	if ok && time.Now().Before(known.until) {
		return known, known.name != ""
	}
	if ctx.Err() != nil {
		return known, known.name != ""
	}
	asked, err := ask()
	asked.until = time.Now().Add(nameKept)
	if err != nil {
		asked = known // an old name is better than none
	}
	if err != nil || asked.absent { // we may be invited
		asked.until = time.Now().Add(nameMissed)
	}
	asked.name = adapter.CleanName(mrkdwn.Unescape(asked.name), adapter.NameMost)
	n.mu.Lock()
	defer n.mu.Unlock()
	if len(n.kept) >= namesMost {
		clear(n.kept)
	}
	n.kept[id] = asked
	return asked, asked.name != ""
}

// group returns a user group. Without the scope usergroups:read there is none.
func (n *names) group(ctx context.Context, id string) (slack.UserGroup, bool) {
	n.mu.Lock()
	fresh := time.Since(n.listed) < nameKept
	n.mu.Unlock()
	if !fresh {
		groups, err := n.api.GetUserGroupsContext(ctx, slack.GetUserGroupsOptionIncludeUsers(true))
		n.mu.Lock()
		if n.listed = time.Now(); err == nil {
			n.groups = groups
		} else {
			n.listed = n.listed.Add(nameMissed - nameKept)
		}
		n.mu.Unlock()
	}
	n.mu.Lock()
	defer n.mu.Unlock()
	i := slices.IndexFunc(n.groups, func(g slack.UserGroup) bool { return g.ID == id })
	if i < 0 {
		return slack.UserGroup{}, false
	}
	return n.groups[i], true
}

// asking is a mrkdwn.Naming that asks until its context ends, for who reads a chat.
type asking struct {
	context.Context
	*names
	in string
}

func (a asking) PersonName(id string) string {
	known, _ := a.person(a, id)
	return known.name
}

// ChannelName implements mrkdwn.Naming. Slack leaves the name of a private channel out of
// what is said elsewhere, where anybody may write its id; the bot may be in it all the same.
func (a asking) ChannelName(id string) string {
	known, _ := a.channel(a, id)
	if known.closed && id != a.in {
		return ""
	}
	return known.name
}

func (a asking) GroupName(id string) string {
	known, _ := a.group(a, id)
	return known.Handle
}

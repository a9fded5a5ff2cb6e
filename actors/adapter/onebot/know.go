package onebot

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"time"

	"familiar/actors/adapter"
	"familiar/actors/adapter/onebot/wire"
	"familiar/messages"
)

// A group is what is said of a group.
type group struct {
	ID   wire.ID `json:"group_id"`
	Name string  `json:"group_name"`
}

// Members implements adapter.MemberLister. QQ doesn't tell programs from people: with
// more than one besides the account it is a hint.
func (a *Account) Members(ctx context.Context, channel messages.ChannelID) (messages.MembersKnown, error) {
	at, _, err := a.place(ctx, channel, "members")
	if err != nil {
		return messages.MembersKnown{}, err
	}
	known := messages.MembersKnown{Humans: 1, Bots: 1, FetchedAt: messages.InstantOf(time.Now())}
	if at.user != "" {
		return known, nil
	}
	var all []wire.Sender
	if err := a.call(ctx, "get_group_member_list", map[string]any{"group_id": at.group}, &all); err != nil {
		return messages.MembersKnown{}, a.failed("count the members", err)
	}
	known.Humans = max(len(all)-1, 0)
	known.Truncated = known.Humans > 1
	return known, nil
}

// Describe implements adapter.Describer.
func (a *Account) Describe(ctx context.Context, channel messages.ChannelID) (adapter.Place, error) {
	at, _, err := a.place(ctx, channel, "describe")
	if err != nil {
		return adapter.Place{}, err
	}
	if at.user != "" {
		var who wire.Sender
		if err := a.call(ctx, "get_stranger_info", map[string]any{"user_id": at.user}, &who); err != nil {
			return adapter.Place{}, a.failed("describe", err)
		}
		return adapter.Place{Name: who.Nickname, Kind: "dm"}, nil
	}
	var of group
	if err := a.call(ctx, "get_group_info", map[string]any{"group_id": at.group}, &of); err != nil {
		return adapter.Place{}, a.failed("describe", err)
	}
	return adapter.Place{Name: of.Name, Kind: "group"}, nil
}

// Check implements adapter.Checker.
func (a *Account) Check(ctx context.Context) (adapter.Standing, error) {
	if a.reverse != nil {
		if a.connection() == nil {
			defer a.reverse.close() // nobody else needs the address yet
		}
		if _, err := a.reverse.await(ctx, checkWithin); err != nil {
			return adapter.Standing{}, a.failed("wait for the implementation", err)
		}
	}
	me, err := a.who(ctx)
	if err != nil {
		return adapter.Standing{}, err
	}
	var groups []group
	if err := a.call(ctx, "get_group_list", struct{}{}, &groups); err != nil {
		return adapter.Standing{}, a.failed("ask for the groups", err)
	}
	var names []string
	for _, g := range groups {
		names = append(names, adapter.CleanName(g.Name, adapter.NameMost)+" ("+string(me.groupChannel(g.ID))+")")
	}
	standing := adapter.Standing{Me: me.author}
	standing.SetPlaces(names)
	return standing, nil
}

// fileHosts end the names of the hosts from which QQ gives out files.
var fileHosts = []string{".qq.com.cn", ".qpic.cn", ".qq.com"}

// files fetches them.
var files = adapter.NewFileClient()

// Fetch implements adapter.Fetcher, of what QQ itself gives out.
func (a *Account) Fetch(ctx context.Context, _ messages.ChannelID, _ messages.LineID, at messages.Attachment) (io.ReadCloser, error) {
	where, err := url.Parse(at.ID)
	if err != nil || where.Scheme != "https" || where.Port() != "" || !slices.ContainsFunc(fileHosts, func(end string) bool { return strings.HasSuffix(where.Hostname(), end) }) {
		return nil, a.failed("fetch a file", fmt.Errorf("%w: it has no address at QQ", adapter.ErrGone))
	}
	request, err := http.NewRequestWithContext(ctx, http.MethodGet, where.String(), nil)
	if err != nil {
		return nil, a.failed("fetch a file", err)
	}
	answer, err := files.Do(request)
	if err != nil {
		return nil, a.failed("fetch a file", errors.Unwrap(err)) // the address may be a key
	}
	if answer.StatusCode != http.StatusOK {
		_ = answer.Body.Close()
		return nil, a.failed("fetch a file", fmt.Errorf("HTTP %d", answer.StatusCode))
	}
	return answer.Body, nil
}

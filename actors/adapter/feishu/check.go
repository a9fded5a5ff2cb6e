package feishu

import (
	"cmp"
	"context"
	"fmt"
	"net/http"
	"slices"

	"familiar/actors/adapter"

	larkcore "github.com/larksuite/oapi-sdk-go/v3/core"

	"familiar/actors/adapter/feishu/rest"
)

// rights are the scopes that something doesn't work without; one of each is
// enough. docs/networks/feishu.md has the same table.
var rights = []struct {
	any  []string
	what string
}{
	{[]string{"im:message.group_msg", "im:message.group_msg:readonly"}, "only lines that mention it are heard in groups"},
	{[]string{"im:message.p2p_msg:readonly", "im:message.p2p_msg"}, "direct messages are not heard"},
	{[]string{"im:message:send_as_bot", "im:message:send", "im:message"}, "nothing can be posted"},
	{[]string{"im:message:readonly", "im:message"}, "no history, no missed lines, no attachments, and no author of an older line that is replied to"},
	{[]string{"im:message.reactions:write_only", "im:message"}, "no reactions"},
	{[]string{"im:message.reactions:read", "im:message:readonly", "im:message"}, "reactions of others are not heard"},
	{[]string{"im:message:update", "im:message"}, "no line can be edited"},
	{[]string{"im:resource:upload", "im:resource"}, "no file can be posted"},
	{[]string{"im:chat:readonly", "im:chat", "im:chat:read"}, "names and sizes of groups are not known"},
	{[]string{"im:chat.members:read", "im:chat.group_info:readonly", "im:chat:readonly", "im:chat"}, "names of people come one by one"},
	{[]string{"contact:user.base:readonly", "contact:contact:readonly_as_app", "contact:contact.base:readonly"}, "people without a group in common have no name"},
}

const (
	granted    = 1  // the status of a scope
	placePages = 20 // of a hundred, that are counted
)

// Check implements adapter.Checker.
func (a *Account) Check(ctx context.Context) (adapter.Standing, error) {
	me, err := a.meet(ctx)
	if err != nil {
		return adapter.Standing{}, err
	}
	standing := adapter.Standing{Me: me.author}
	chats, err := a.chats(ctx)
	if standing.SetPlaces(chats); err != nil {
		standing.Missing = append(standing.Missing, fmt.Sprintf("the list of chats: %v", err))
	}
	missing, err := a.missing(ctx)
	if err != nil {
		missing = []string{fmt.Sprintf("the list of scopes: %v", err)}
	}
	standing.Missing = append(standing.Missing, missing...)
	return standing, nil
}

// chats gives the names of where the bot is, as far as they could be listed.
func (a *Account) chats(ctx context.Context) (names []string, err error) {
	query := larkcore.QueryParams{"page_size": {"100"}}
	for range placePages {
		var page struct {
			Items []struct {
				Name string `json:"name"`
				ID   string `json:"chat_id"`
			} `json:"items"`
			More  bool   `json:"has_more"`
			Token string `json:"page_token"`
		}
		if err := a.rest.Call(ctx, rest.Request{Method: http.MethodGet, Path: "/open-apis/im/v1/chats", Query: query}, &page); err != nil {
			return names, err
		}
		for _, c := range page.Items {
			names = append(names, cmp.Or(adapter.CleanName(c.Name, adapter.NameMost), c.ID))
		}
		if !page.More || page.Token == "" {
			return names, nil
		}
		query.Set("page_token", page.Token)
	}
	return names, nil
}

// missing lists the rights the app lacks.
func (a *Account) missing(ctx context.Context) ([]string, error) {
	var answer struct {
		Scopes []struct {
			Name   string `json:"scope_name"`
			Status int    `json:"grant_status"`
		} `json:"scopes"`
	}
	if err := a.rest.Call(ctx, rest.Request{Method: http.MethodGet, Path: "/open-apis/application/v6/scopes"}, &answer); err != nil {
		return nil, err
	}
	has := make(map[string]bool, len(answer.Scopes))
	for _, s := range answer.Scopes {
		has[s.Name] = s.Status == granted
	}
	var missing []string
	for _, r := range rights {
		if !slices.ContainsFunc(r.any, func(scope string) bool { return has[scope] }) {
			missing = append(missing, fmt.Sprintf("scope %s: without it %s", r.any[0], r.what))
		}
	}
	return missing, nil
}

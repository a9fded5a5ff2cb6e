package feishu

import (
	"context"
	"net/http"

	"familiar/messages"

	larkcore "github.com/larksuite/oapi-sdk-go/v3/core"

	"familiar/actors/adapter/feishu/rest"
)

// memberPages is how many pages of a hundred are read for names.
const memberPages = 5

// nameOf returns what somebody in a chat is called: as known, by the chat's
// members, or by the contacts. "" without a right to either.
func (a *Account) nameOf(ctx context.Context, chat string, id messages.PersonID) string {
	name, fresh := a.people.name(id)
	if fresh || id == "" {
		return name
	}
	if a.people.unlisted(chat) {
		a.readMembers(ctx, chat)
		if name, fresh := a.people.name(id); fresh {
			return name
		}
	}
	who, err := a.contact(ctx, id)
	switch {
	case err == nil && who.Name != "":
		a.people.learn(known{id: id, open: who.Open, name: who.Name})
		return who.Name
	case err == nil || rest.IsRefusal(err):
		a.people.unnamed(id, nobodyKept)
	default:
		a.people.unnamed(id, brokenKept)
	}
	return name
}

// readMembers learns the names of a chat's first members. What goes wrong
// leaves them to the contacts.
func (a *Account) readMembers(ctx context.Context, chat string) {
	token := ""
	for range memberPages {
		var page struct {
			Items []struct {
				ID   string `json:"member_id"`
				Name string `json:"name"`
			} `json:"items"`
			Token string `json:"page_token"`
			More  bool   `json:"has_more"`
		}
		query := larkcore.QueryParams{"member_id_type": {"union_id"}, "page_size": {"100"}}
		if token != "" {
			query.Set("page_token", token)
		}
		err := a.rest.Call(ctx, rest.Request{
			Method: http.MethodGet, Path: "/open-apis/im/v1/chats/:chat_id/members",
			Params: larkcore.PathParams{"chat_id": chat}, Query: query,
		}, &page)
		if err != nil {
			a.log.Debug("members not read", "chat", chat, "err", err)
			return
		}
		for _, m := range page.Items {
			a.people.learn(known{id: messages.PersonID(m.ID), name: m.Name})
		}
		if token = page.Token; !page.More || token == "" {
			return
		}
	}
}

type contact struct {
	Union string `json:"union_id"`
	Open  string `json:"open_id"`
	Name  string `json:"name"`
}

// contact asks who somebody is, by either kind of id.
func (a *Account) contact(ctx context.Context, id messages.PersonID) (contact, error) {
	kind := "union_id"
	if len(id) > 3 && id[:3] == "ou_" {
		kind = "open_id"
	}
	var found struct {
		User contact `json:"user"`
	}
	err := a.rest.Call(ctx, rest.Request{
		Method: http.MethodGet, Path: "/open-apis/contact/v3/users/:user_id",
		Params: larkcore.PathParams{"user_id": string(id)}, Query: larkcore.QueryParams{"user_id_type": {kind}},
	}, &found)
	return found.User, err
}

// union completes ids of a REST answer, which has open_id only.
func (a *Account) union(ctx context.Context, i ids) ids {
	if i.Union != "" || i.Open == "" {
		return i
	}
	if id, ok := a.people.whoIs(i.Open); ok {
		i.Union = string(id)
		return i
	}
	if who, err := a.contact(ctx, messages.PersonID(i.Open)); err == nil && who.Union != "" {
		a.people.learn(known{id: messages.PersonID(who.Union), open: i.Open, name: who.Name})
		i.Union = who.Union
	}
	return i
}

package feishu

import (
	"context"
	"errors"
	"net/http"
	"sync"
	"time"

	"familiar/messages"

	larkcore "github.com/larksuite/oapi-sdk-go/v3/core"
)

const (
	peopleKept = 20_000
	chatsKept  = 5_000

	nameKept    = 6 * time.Hour    // then a name is asked for again
	nobodyKept  = 10 * time.Minute // the same, where the network gave none
	brokenKept  = 30 * time.Second // the same, where it gave no answer
	memberPages = 5                // of a hundred, that are read for names
)

// people remembers names, and by which id of this app somebody is pinged.
// Events carry neither the name of their author nor, for REST answers, a
// union_id.
type people struct {
	mu     *sync.Mutex // lines of many channels are read at once
	byID   recent[messages.PersonID, person]
	byOpen recent[string, messages.PersonID]
	listed recent[string, time.Time] // when a chat's members were read
}

type person struct {
	open  string
	name  string
	until time.Time // the name's
}

func newPeople() people {
	return people{
		mu:     &sync.Mutex{},
		byID:   newRecent[messages.PersonID, person](peopleKept),
		byOpen: newRecent[string, messages.PersonID](peopleKept),
		listed: newRecent[string, time.Time](chatsKept),
	}
}

// learn keeps what k says; what it leaves out stays as it was.
func (p *people) learn(k known) {
	if k.id == "" {
		return
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	of, _ := p.byID.get(k.id)
	if k.open != "" {
		of.open = k.open
		p.byOpen.put(k.open, k.id)
	}
	if k.name != "" {
		of.name, of.until = k.name, time.Now().Add(nameKept)
	}
	p.byID.put(k.id, of)
}

// unnamed keeps that the network gives no name for now, so that not every
// line waits for one.
func (p *people) unnamed(id messages.PersonID, pause time.Duration) {
	p.mu.Lock()
	defer p.mu.Unlock()
	of, _ := p.byID.get(id)
	of.until = time.Now().Add(pause)
	p.byID.put(id, of)
}

// name gives a name and whether it needn't be asked for.
func (p *people) name(id messages.PersonID) (name string, fresh bool) {
	p.mu.Lock()
	defer p.mu.Unlock()
	of, _ := p.byID.get(id)
	return of.name, time.Now().Before(of.until)
}

// pingID gives the id that pings somebody: the network takes a union_id, too.
func (p *people) pingID(id messages.PersonID) string {
	p.mu.Lock()
	defer p.mu.Unlock()
	if of, _ := p.byID.get(id); of.open != "" {
		return of.open
	}
	return string(id)
}

func (p *people) whoIs(open string) (messages.PersonID, bool) {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.byOpen.get(open)
}

// unlisted reports whether a chat's members should be read for names, and
// takes it as done.
func (p *people) unlisted(chat string) bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	if read, ok := p.listed.get(chat); ok && time.Since(read) < nobodyKept {
		return false
	}
	p.listed.put(chat, time.Now())
	return true
}

// nameOf gives what somebody in a chat is called: as known, by the chat's
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
	_, refused := errors.AsType[*apiError](err)
	switch {
	case err == nil && who.Name != "":
		a.people.learn(known{id: id, open: who.Open, name: who.Name})
		return who.Name
	case err == nil || refused:
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
		err := a.rest.call(ctx, request{
			method: http.MethodGet, path: "/open-apis/im/v1/chats/:chat_id/members",
			params: larkcore.PathParams{"chat_id": chat}, query: query,
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
	err := a.rest.call(ctx, request{
		method: http.MethodGet, path: "/open-apis/contact/v3/users/:user_id",
		params: larkcore.PathParams{"user_id": string(id)}, query: larkcore.QueryParams{"user_id_type": {kind}},
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

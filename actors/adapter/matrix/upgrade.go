package matrix

import (
	"context"
	"net/http"
	"net/url"

	"familiar/actors/adapter"
	"familiar/actors/adapter/matrix/rest"
	"familiar/actors/adapter/matrix/wire"
)

// follow goes where a room was upgraded to, if whoever did that may ask the account
// anywhere: the new room is another channel. Otherwise the operator is told of it, once.
func (l *listener) follow(ctx context.Context, id string, e *wire.Event) {
	next := e.Replacement()
	if next == "" || next == id || l.rooms.upgraded.Has(id+" "+next) {
		return
	}
	l.rooms.upgraded.Put(id+" "+next, true)
	log := l.log.With("was", string(place{room: id}.channel()), "is", string(place{room: next}.channel()), "by", adapter.CleanName(e.Sender, adapter.NameMost))
	const rules = "where the configuration names the old channel, write the new one"
	if !l.inviters.has(e.Sender, string(l.me.ID)) {
		log.Warn("matrix room upgraded and not followed", "help", "invites doesn't have who did that, or, without it, they are of another homeserver: have the account invited to the new room, or join it as the account with any client; "+rules)
		return
	}
	via := []string{serverOf(e.Sender)} // the new room's id may name no server
	request := rest.Request{Method: http.MethodPost, Path: []string{"v3", "join", next}, Query: url.Values{"via": via, "server_name": via}, Body: struct{}{}}
	if err := l.api.Call(ctx, request, nil); err != nil {
		log.Warn("matrix room upgraded and not followed", "err", err, "help", "have the account invited to the new room; "+rules)
		return
	}
	log.Warn("matrix room upgraded", "help", rules)
}

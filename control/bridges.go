package control

import (
	"context"
	"net/http"

	"familiar/control/access"
	"familiar/control/wire"
)

// RootOfBridges is where bridges come to their accounts: docs/bridges.md. What stands
// below it is theirs, and an account's token opens nothing else.
const RootOfBridges = "/v1/bridge"

// bridge lets in a bridge that shows the token of an account. How many requests it may
// have under way is the account's affair; they end when everything is settled.
func (s *Server) bridge(w http.ResponseWriter, r *http.Request) {
	var account http.Handler
	if secret := access.Shown(r); secret != "" && s.Bridge != nil {
		account = s.Bridge(secret)
	}
	if account == nil {
		wire.AnswerAway(w, r, wire.Refuse(http.StatusUnauthorized, `send Authorization: Bearer with the token of an account whose network is "bridge"`))
		return
	}
	defer s.crowd.Hold(r.Context())()
	ctx, cancel := context.WithCancel(r.Context())
	defer cancel()
	go func() {
		select {
		case <-s.parting:
			cancel()
		case <-ctx.Done():
		}
	}()
	account.ServeHTTP(w, r.WithContext(ctx))
}

package app

import (
	"testing"

	"familiar/actors/adapter"
	"familiar/messages"
	"familiar/policy/admission"
)

// TestSlashes: networks offer exactly what a channel carries out when somebody
// types it.
func TestSlashes(t *testing.T) {
	offered := map[messages.Command]bool{}
	for _, s := range adapter.Slashes {
		offered[messages.Command(s.Word)] = true
	}
	for _, c := range admission.Commands {
		phrase := c == admission.Alone || c == admission.Again // people say it in words
		if want := admission.Typed.May(c) && !phrase; offered[c] != want {
			t.Errorf("/%s is offered: %v, want %v", c, offered[c], want)
		}
		delete(offered, c)
	}
	if len(offered) > 0 {
		t.Errorf("offered, and no command: %v", offered)
	}
}

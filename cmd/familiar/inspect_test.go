package main

import (
	"os"
	"testing"

	"familiar/cmd/familiar/command"
)

// TestInspect looks on at a program that runs, from another command.
func TestInspect(t *testing.T) {
	h := newHouse(t)
	p := start(t, "run", h.file("web.toml"))
	v := visit(p)
	v.say("garden", "l1", "@Aria how are you today?")
	p.until(`msg=decision .*channel=web//garden familiar=aria message=l1 act=engage`, 1)

	plain := start(t, "inspect", "-c", h.file("web.toml"), "--since", "1h", "--act", "engage")
	plain.until(`(?m)^\d\d:\d\d:\d\d  garden       aria     engage \(alias\)  line l1$`, 1)
	object := start(t, "inspect", "-c", h.file("web.toml"), "--json", "--channel", "web//garden", "--since", "1h")
	object.until(`"channel":"web//garden".*"line":"l1".*"act":"engage"`, 1)
	v.say("garden", "l2", "@Aria and tomorrow?")
	plain.until(`line l2`, 1)
	object.until(`"line":"l2".*"act":"engage"`, 1)

	refused := start(t, "inspect", "--at", v.base+"/", "--token", "thief")
	refused.until(`familiar: the program refused \(401 Unauthorized\): send Authorization`, 1)
	refused.ends(command.ExitFailure)

	if stat, err := os.Stat(h.file("data/address")); err != nil || stat.Mode().Perm() != 0o600 {
		t.Errorf("the address is left as %v (%v), want it for its owner only", stat, err)
	}
	plain.quit()
	p.quit()
	gone := start(t, "inspect", "-c", h.file("web.toml"))
	gone.until(`familiar: no program with a listener is running with this configuration`, 1)
}

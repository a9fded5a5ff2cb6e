package main

import "testing"

// TestInspectActors looks at what a running program has in memory.
func TestInspectActors(t *testing.T) {
	h := newHouse(t)
	p := start(t, "run", h.file("web.toml"))
	v := visit(p)
	v.say("garden", "l1", "@Aria how are you today?")
	p.until(`msg=decision .*channel=web//garden familiar=aria message=l1 act=engage`, 1)
	tree := start(t, "inspect", "-c", h.file("web.toml"), "--actors")
	tree.until(`(?m)^account +\d+ +backlog +last +panics$`, 1)
	tree.until(`(?m)^  \S+ +listens \S*.*account\.opened +0$`, 1)
	tree.until(`(?m)^  web//garden +at (rest|work).* \d+ +\w+\.\w+ +0$`, 1)
	tree.ends(0)
	p.quit()
}

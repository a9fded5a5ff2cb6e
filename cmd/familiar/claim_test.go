package main

import (
	"regexp"
	"strings"
	"testing"

	"familiar/internal/await"
)

// TestClaim follows a role from the command line through a chat and back.
func TestClaim(t *testing.T) {
	h := newHouse(t)
	file := h.file("web.toml")
	ask(t, "claim", "-c", file).wants(1, `data/journal: there is no journal yet`)
	p := start(t, "run", file)
	v := visit(p)
	garden := v.listen("garden")
	v.say("garden", "l1", "/quiet")
	garden.until("isn't yours to say here: you are member", 1)

	ask(t, "claim", "-c", file, "--list").wants(0, `^nobody has claimed a role\n$`)
	ask(t, "claim", "-c", file, "--role", "king").wants(1, `nobody can claim to be "king"`)
	ask(t, "claim", "-c", file, "--scope", "web:garden author:ana").wants(1, `names an author`)
	ask(t, "claim", "-c", file, "--list", "--revoke", "owner").wants(2, `can't be used together`)
	made := ask(t, "claim", "-c", file, "--role", "trusted")
	made.wants(0, `^claim-\w{4}-\w{4}\nSay it within 10m .* becomes trusted on that network`)
	await.Until(t, "the garden is told of the claim", func() bool {
		return strings.Contains(ask(t, "journal", "export", "-c", file, "web//garden").out, `"kind":"reconfigured"`)
	})
	v.say("garden", "l2", regexp.MustCompile(`claim-\S+`).FindString(made.out))
	garden.until("You are trusted now", 1)
	ask(t, "claim", "-c", file, "--list").wants(0, `^trusted  web:\* author:ana  since 20`)
	v.say("garden", "l3", "/quiet 30m")
	garden.until("is quiet for 30m", 1)

	ask(t, "claim", "-c", file, "--revoke", "owner", "ana").wants(1, `ana has claimed no role "owner"`)
	ask(t, "claim", "-c", file, "--revoke", "owner").wants(1, `--revoke ROLE PERSON together`)
	ask(t, "claim", "-c", file, "--revoke", "trusted", "ana").wants(0, `^ana is no longer trusted`)
	p.quit()
	ask(t, "claim", "-c", file, "--list").wants(0, `^nobody has claimed a role\n$`)
	ask(t, "claim", "-c", file).wants(0, `No program is running with this journal`)
}

package process

import (
	"flag"
	"fmt"
	"maps"
	"os"
	"slices"
	"strings"
	"testing"

	"familiar/actors/adapter"
	"familiar/actors/adapter/bridge"
	"familiar/actors/adapter/discord"
	"familiar/actors/adapter/feishu"
	"familiar/actors/adapter/irc"
	"familiar/actors/adapter/matrix"
	"familiar/actors/adapter/onebot"
	"familiar/actors/adapter/slack"
	"familiar/actors/adapter/telegram"
	"familiar/actors/adapter/terminal"
	"familiar/actors/adapter/web"
	"familiar/config"
	"familiar/messages"
)

var update = flag.Bool("update", false, "rewrite the table in docs/networks.md")

// accounts are one of each network.
var accounts = map[messages.Network]adapter.Adapter{
	"bridge":   (*bridge.Account)(nil),
	"discord":  (*discord.Account)(nil),
	"feishu":   (*feishu.Account)(nil),
	"irc":      (*irc.Account)(nil),
	"matrix":   (*matrix.Account)(nil),
	"slack":    (*slack.Account)(nil),
	"telegram": (*telegram.Account)(nil),
	"onebot":   (*onebot.Account)(nil),
	"terminal": (*terminal.Account)(nil),
	"web":      (*web.Account)(nil),
}

// abilities are what an adapter may be able to do, by the interface that says so.
var abilities = []struct {
	what  string
	has   func(adapter.Adapter) bool
	class string // of the networks with it, in patterns; "": none
}{
	{"knows who it is", can[adapter.Identifier], ""},
	{"shows typing", can[adapter.Typer], "typing"},
	{"reacts", can[adapter.Reactor], "reactions"},
	{"changes what it said", can[adapter.Editor], "edits"},
	{"posts files", can[adapter.FilePoster], "files"},
	{"opens attachments", can[adapter.Fetcher], "attachments"},
	{"shows who of several speaks", can[adapter.Namer], ""},
	{"tells what is a reply", can[adapter.Replier], "replies"},
	{"counts members", can[adapter.MemberLister], ""},
	{"reads history", can[adapter.Historian], "history"},
	{"names places", can[adapter.Describer], ""},
	{"tells who reads a channel", can[adapter.Audiencer], ""},
	{"tells what became of a post in doubt", can[adapter.Reconciler], ""},
	{"`check --online`", can[adapter.Checker], ""},
	{"divided among processes", can[adapter.Sharded], ""},
}

func can[Ability any](a adapter.Adapter) bool {
	_, is := a.(Ability)
	return is
}

// TestClasses: a class of networks in patterns is those whose adapter has the ability, of
// bridges and what else is brought from outside neither.
func TestClasses(t *testing.T) {
	var all []string
	for _, ability := range abilities {
		if ability.class == "" {
			continue
		}
		all = append(all, ability.class)
		for n, a := range accounts {
			can, cannot := config.InClass(ability.class, n), config.InClass("no-"+ability.class, n)
			if outside := n == "bridge"; can != (ability.has(a) && !outside) || cannot != (!ability.has(a) && !outside) {
				t.Errorf("%s: %s is in the class: %v; in the other: %v; it %s: %v", ability.class, n, can, cannot, ability.what, ability.has(a))
			}
		}
	}
	slices.Sort(all)
	if !slices.Equal(all, config.Classes()) {
		t.Errorf("there are classes %v, abilities of %v", config.Classes(), all)
	}
}

// TestAbilities keeps the table of docs/networks.md and the adapters equal.
func TestAbilities(t *testing.T) {
	known := slices.Sorted(maps.Keys(accounts))
	if all := slices.Sorted(slices.Values(config.Networks)); !slices.Equal(known, all) {
		t.Fatalf("the table has %v, want %v", known, all)
	}
	var table strings.Builder
	table.WriteString("| |")
	for _, n := range config.Networks {
		fmt.Fprintf(&table, " %s |", n)
	}
	table.WriteString("\n|---|" + strings.Repeat("---|", len(config.Networks)) + "\n")
	for _, ability := range abilities {
		fmt.Fprintf(&table, "| %s |", ability.what)
		for _, n := range config.Networks {
			fmt.Fprintf(&table, " %s |", map[bool]string{true: "yes"}[ability.has(accounts[n])])
		}
		table.WriteString("\n")
	}
	const file, begin, end = "../../../docs/networks.md", "<!-- abilities -->\n", "<!-- end -->\n"
	page, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	above, rest, begun := strings.Cut(string(page), begin)
	_, below, ended := strings.Cut(rest, end)
	if !begun || !ended {
		t.Fatalf("%s has no %q and %q", file, begin, end)
	}
	want := above + begin + table.String() + end + below
	if *update {
		if err := os.WriteFile(file, []byte(want), 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	if string(page) != want {
		t.Errorf("%s has another table than\n%s(-update to accept)", file, &table)
	}
}

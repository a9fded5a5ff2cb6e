package app

import (
	"context"
	"log/slog"
	"strings"
	"testing"
	"time"

	"familiar/actors/adapter/irc"
	"familiar/config"
	"familiar/internal/ngircd"
	"familiar/journal/memory"
	"familiar/llm"
	"familiar/llm/offline"
	"familiar/messages"
)

// TestIRCUnknown: a connection is lost between a post and its proof. The
// program says that it doesn't know, never posts it again, and goes on.
func TestIRCUnknown(t *testing.T) {
	server := ngircd.Start(t, ngircd.Config{})
	c, err := config.Parse("test.toml", []byte(ircConfig))
	if err != nil {
		t.Fatal(err)
	}
	quiet := slog.New(slog.DiscardHandler)
	aria, err := irc.Open("aria-irc", irc.Config{
		Server: server.Cable(t, "PRIVMSG #moths"), Plain: true, Nick: "Aria", Join: []string{"#moths"}, Name: "den", Again: time.Millisecond, Log: quiet,
	})
	if err != nil {
		t.Fatal(err)
	}
	kept := kept{memory.New(memory.Config{Keep: true})}
	echo := func(name string, _ config.Model) (llm.Model, error) {
		return offline.Model{Called: name, Script: func(_, _, text string) (offline.Part, bool) { return offline.Part{Reply: "you said: " + text}, true }}, nil
	}
	a, err := New(Options{Config: c, Journal: kept, Log: quiet, Client: echo, Connect: func(*config.Config) ([]Connection, error) {
		return []Connection{{Account: "aria-irc", Adapter: aria}}, nil
	}})
	if err != nil {
		t.Fatal(err)
	}
	bob := server.Person(t, "bob", "#moths")
	running, stop := context.WithCancel(context.Background())
	ended := make(chan error, 1)
	go func() { ended <- a.Run(running) }()
	bob.Until(":Aria!", 1)
	bob.Say("#moths", "Aria: what is a moth?")
	bob.Until(":Aria!~Aria@127.0.0.1 JOIN", 2) // its cable is cut, and it is back
	bob.Say("#moths", "Aria: and what is a lamp?")
	bob.Until(":Aria!~Aria@127.0.0.1 PRIVMSG", 2)
	stop()
	if err := <-ended; err != nil {
		t.Errorf("the program ended with %v", err)
	}
	bob.Until(":Aria!~Aria@127.0.0.1 QUIT", 2) // it doesn't just vanish

	told := bob.Told(":Aria!~Aria@127.0.0.1 PRIVMSG")
	if len(told) != 2 || !strings.Contains(told[0], "what is a moth") || !strings.Contains(told[1], "what is a lamp") {
		t.Errorf("bob was told %q, want one answer to each", told)
	}
	var unknown, delivered int
	id := messages.Channel{Network: "irc", Workspace: "den", Chat: "#moths"}.ID()
	for r, err := range kept.Replay(t.Context(), id, 0) {
		if err != nil {
			t.Fatal(err)
		}
		switch e := r.Event.(type) {
		case messages.DeliveryFailed:
			if e.Unknown {
				unknown++
			}
		case messages.Delivered:
			delivered++
		}
	}
	if unknown != 1 || delivered != 1 {
		t.Errorf("the journal has %d unknown posts and %d delivered, want one of each", unknown, delivered)
	}
}

package app

import (
	"context"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"sync"
	"testing"

	"familiar/actors/adapter/irc"
	"familiar/config"
	"familiar/internal/long"
	"familiar/internal/ngircd"
	"familiar/journal/memory"
	"familiar/messages"
)

// A confessor is a model that answers everything and keeps what it was asked.
type confessor struct {
	*httptest.Server
	mu    sync.Mutex
	asked []string
}

func newConfessor(t *testing.T) *confessor {
	c := &confessor{}
	c.Server = httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		body, _ := io.ReadAll(r.Body)
		c.mu.Lock()
		c.asked = append(c.asked, string(body))
		c.mu.Unlock()
		w.Header().Set("Content-Type", "text/event-stream")
		_, _ = fmt.Fprint(w, "data: {\"choices\":[{\"delta\":{\"content\":\"I see\"},\"finish_reason\":\"stop\"}]}\n\ndata: [DONE]\n\n")
	}))
	t.Cleanup(c.Close)
	return c
}

// of returns what was asked in the name of whoever has that card.
func (c *confessor) of(card string) (all []string) {
	c.mu.Lock()
	defer c.mu.Unlock()
	return slices.DeleteFunc(slices.Clone(c.asked), func(body string) bool { return !strings.Contains(body, card) })
}

const (
	ariasCard   = "Aria keeps moths."
	vespersCard = "Vesper keeps a lighthouse."
)

// earsConfig has both wherever their accounts are.
const earsConfig = `
[models.writer]
kind = "openai"
model = "m"
url = %q
key = "env:EARS_KEY"

[familiars.aria]
name = "Aria"
preset = "ladder"
model = "writer"
persona = "Aria keeps moths."

[familiars.vesper]
name = "Vesper"
preset = "ladder"
model = "writer"
persona = "Vesper keeps a lighthouse."

[accounts.first]
network = "irc"
familiars = ["aria"]
server = "127.0.0.1:6667"

[accounts.second]
network = "irc"
familiars = ["vesper"]
server = "127.0.0.1:6667"

[[channels]]
match = "irc:*"
familiars = ["aria", "vesper"]
`

// TestWhoseEars: two familiars with an account each, on a real server. A direct
// message to one account, and what is said in a channel that only this one is
// in, is shown to its own familiar's model alone, also by the next process; in
// a channel both are in each answers what is for it. The answers there take
// longer than anybody would wait for a copy.
func TestWhoseEars(t *testing.T) {
	long.Test(t)
	server, model := ngircd.Start(t, ngircd.Config{}), newConfessor(t)
	t.Setenv("EARS_KEY", "key")
	ana := server.Person(t, "ana", "#both", "#aria")
	kept := kept{memory.New(memory.Config{Keep: true})}
	var mu sync.Mutex
	elsewhere := map[string]bool{} // what Vesper noted where only Aria is
	observe := func(notes []*messages.Note) {
		mu.Lock()
		defer mu.Unlock()
		for _, n := range notes {
			if n.Familiar == "vesper" && !strings.Contains(string(n.Channel), "#both") {
				elsewhere[fmt.Sprintf("%s by %s in %s", n.Act, n.Rung, n.Channel)] = true
			}
		}
	}
	for process := 1; process <= 2; process++ {
		stop := listenWithBoth(t, fmt.Sprintf(earsConfig, model.URL), server, kept, observe)
		talkWithBoth(ana, process, "the safe is at number four")
		stop()
	}
	if all := strings.Join(model.of(ariasCard), "\n"); !strings.Contains(all, "number four") || !strings.Contains(all, "the mat") {
		t.Errorf("Aria was never shown what was said to her:\n%s", all)
	}
	vespers := model.of(vespersCard)
	if len(vespers) < 2 {
		t.Errorf("Vesper's model was asked %d times, want once by each process at least", len(vespers))
	}
	for _, body := range vespers {
		if strings.Contains(body, "number four") || strings.Contains(body, "the mat") {
			t.Errorf("Vesper's model was shown what only Aria's account has heard:\n%s", body)
		}
	}
	mu.Lock()
	defer mu.Unlock()
	if len(elsewhere) > 0 {
		t.Errorf("Vesper decided where its account is not: %v", elsewhere)
	}
}

// talkWithBoth has ana tell Aria a secret, and talk with her and with Vesper in
// channels, and waits for each answer: it is the one of that process, counted from 1.
func talkWithBoth(ana *ngircd.Person, process int, secret string) {
	for _, joined := range []string{":Aria!~Aria@127.0.0.1 JOIN :#both", ":Aria!~Aria@127.0.0.1 JOIN :#aria", ":Vesper!~Vesper@127.0.0.1 JOIN :#both"} {
		ana.Until(joined, process)
	}
	ana.Say("Aria", secret)
	ana.Until(":Aria!~Aria@127.0.0.1 PRIVMSG ana :", process)
	ana.Say("#aria", "Aria: tell Vesper nothing of the mat")
	ana.Until(":Aria!~Aria@127.0.0.1 PRIVMSG #aria :", process)
	ana.Say("#both", "Vesper: how is the light?")
	ana.Until(":Vesper!~Vesper@127.0.0.1 PRIVMSG #both :", process)
	ana.Say("#both", "Aria: and the moths?")
	ana.Until(":Aria!~Aria@127.0.0.1 PRIVMSG #both :", process)
}

// listenWithBoth runs the program with that configuration until stop.
func listenWithBoth(t *testing.T, text string, server *ngircd.Server, kept kept, observe func([]*messages.Note)) (stop func()) {
	t.Helper()
	c, err := config.Parse("test.toml", []byte(text))
	if err != nil {
		t.Fatal(err)
	}
	quiet, circle := slog.New(slog.DiscardHandler), irc.NewCircle()
	open := func(id messages.AccountID, nick string, join ...string) Connection {
		a, err := irc.Open(id, irc.Config{Server: server.Address, Plain: true, Nick: nick, Join: join, Name: "den", Circle: circle, Log: quiet})
		if err != nil {
			t.Fatal(err)
		}
		return Connection{Account: id, Adapter: a}
	}
	both := []Connection{open("first", "Aria", "#both", "#aria"), open("second", "Vesper", "#both")}
	a, err := New(Options{
		Config: c, Journal: kept, Observe: observe, Log: quiet,
		Connect: func(*config.Config) ([]Connection, error) { return both, nil },
	})
	if err != nil {
		t.Fatal(err)
	}
	running, cancel := context.WithCancel(context.Background())
	ended := make(chan error, 1)
	go func() { ended <- a.Run(running) }()
	return func() {
		cancel()
		if err := <-ended; err != nil {
			t.Errorf("the program ended with %v", err)
		}
	}
}

package operate

import (
	"cmp"
	"context"
	"maps"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"sync"
	"time"

	"familiar/actors/adapter"
	"familiar/app/models"
	"familiar/cmd/familiar/diagnosis"
	"familiar/cmd/familiar/process"
	"familiar/config"
	"familiar/messages"
)

// lookOnline does what check --online does, and asks the same servers the time.
// An account on IRC that the running program has isn't connected again: it would
// get another nick.
func lookOnline(ctx context.Context, c *config.Config, table map[messages.Network]func(process.Surroundings) process.Network, running bool) []diagnosis.Finding {
	accounts, asked, servers := accountsOf(c, table), modelsOf(c), serversOf(c)
	for i := range accounts {
		if running && accounts[i].Network == "irc" {
			accounts[i].checker, accounts[i].Error = nil, ""
		}
	}
	var asking sync.WaitGroup
	asking.Go(func() { askEach(accounts, func(s *standing) { s.ask(ctx) }) })
	asking.Go(func() { askEach(asked, func(s *modelStanding) { s.ask(ctx) }) })
	asking.Go(func() { askEach(servers, func(o *diagnosis.Offset) { *o = askTime(ctx, o.Server) }) })
	asking.Wait()
	var all []diagnosis.Finding
	for _, o := range servers {
		all = append(all, o)
	}
	for _, s := range accounts {
		all = append(all, diagnosis.Account{
			Name: s.Account, Network: s.Network, As: s.Name, Places: len(s.Places) + s.More, Hidden: s.Hidden, Missing: s.Missing, Invite: s.Invite, Error: s.Error,
			Held: running && s.Network == "irc",
		})
	}
	for _, m := range asked {
		found := diagnosis.Model{Name: m.Model, Server: m.Server, Took: m.Took, Error: m.Error}
		if len(m.Offers) > 0 {
			found.Offers = m.offered()
		}
		all = append(all, found)
	}
	return all
}

// networkSites are where networks that speak HTTP are, unless an account has a
// url.
var networkSites = map[messages.Network]string{"discord": "https://discord.com", "slack": "https://slack.com", "feishu": "https://open.feishu.cn", "telegram": "https://api.telegram.org"}

// serversOf returns the servers that accounts and models are asked at, each once.
func serversOf(c *config.Config) (all []diagnosis.Offset) {
	sites := map[string]bool{}
	add := func(address string) {
		if at, err := url.Parse(address); err == nil && at.Host != "" && strings.HasPrefix(at.Scheme, "http") {
			sites[at.Scheme+"://"+at.Host] = true
		}
	}
	for _, a := range c.Accounts {
		add(cmp.Or(a.URL, networkSites[a.Network]))
	}
	for _, m := range modelsOf(c) {
		add(cmp.Or(m.settings.URL, "https://"+models.ServerOf(m.settings)))
	}
	for _, site := range slices.Sorted(maps.Keys(sites)) {
		all = append(all, diagnosis.Offset{Server: site})
	}
	return all
}

// timeWithin is how long a server has to tell the time; what takes longer is too
// inexact to be of use.
const timeWithin = 10 * time.Second

// askTime compares this clock with a server's, by the Date of any answer of it. It
// sends no key. The Date counts whole seconds, and was written somewhere between
// question and answer.
func askTime(ctx context.Context, site string) diagnosis.Offset {
	o := diagnosis.Offset{Server: site}
	request, err := http.NewRequestWithContext(ctx, http.MethodHead, site, nil)
	if err != nil {
		o.Error = oneLine(err.Error())
		return o
	}
	began := time.Now()
	answer, err := (&http.Client{Timeout: timeWithin, CheckRedirect: adapter.Stay}).Do(request)
	took := time.Since(began)
	if err != nil {
		o.Error = oneLine(err.Error())
		return o
	}
	_ = answer.Body.Close() // a HEAD has none
	said, err := http.ParseTime(answer.Header.Get("Date"))
	if err != nil {
		o.Error = "its answer has no Date"
		return o
	}
	const second = time.Second / 2 // on average it was written half a second after what it says
	o.Ahead = began.Add(took / 2).Sub(said.Add(second)).Round(time.Millisecond)
	o.Within = (took/2 + second).Round(time.Millisecond)
	return o
}

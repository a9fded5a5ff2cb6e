package operate

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"maps"
	"slices"
	"strings"
	"sync"
	"text/tabwriter"
	"time"

	"familiar/actors/adapter"
	"familiar/cmd/familiar/command"
	"familiar/cmd/familiar/process"
	"familiar/config"
	"familiar/control/feed"
	"familiar/messages"
)

const (
	checkWithin = 30 * time.Second // for one account to say how it stands
	checkAtOnce = 4                // accounts, and as many models
	shownPlaces = 5                // of those an account is in; JSON has them all
)

// A standing is what an account's network says of it.
type standing struct {
	Account messages.AccountID `json:"account"`
	Network messages.Network   `json:"network"`
	ID      messages.PersonID  `json:"id,omitempty"`
	Name    string             `json:"name,omitempty"`
	Places  []string           `json:"places,omitempty"`  // where it is
	More    int                `json:"more,omitempty"`    // places beyond those
	Hidden  bool               `json:"hidden,omitempty"`  // its network doesn't say where it is
	Shards  *shards            `json:"shards,omitempty"`  // its network is divided among; absent: it isn't
	Missing []string           `json:"missing,omitempty"` // rights it lacks
	Invite  string             `json:"invite,omitempty"`  // where to invite one that is nowhere
	Error   string             `json:"error,omitempty"`   // why it can't connect

	refused bool // what it showed is worth nothing: trying again won't help
	checker adapter.Checker
}

// A shards is how many connections a network wants, and the sessions it still lets
// begin.
type shards struct {
	Of     int       `json:"of"`
	Left   int       `json:"left"`
	Total  int       `json:"total"`
	Resets time.Time `json:"resets"` // when there are Total again
}

func (s *shards) String() string {
	says := command.Count(s.Of, "shard")
	if s.Total > 0 {
		says += fmt.Sprintf(", and %d of %d sessions left for the next %v", s.Left, s.Total, time.Until(s.Resets).Round(time.Minute))
	}
	return says
}

// checkOnline connects every account that can be checked, asks every model that
// is used, and prints how they stand. The error says how many want something
// mended.
func checkOnline(ctx context.Context, c *config.Config, table map[messages.Network]func(process.Surroundings) process.Network, out io.Writer, asJSON bool) error {
	accounts, models := accountsOf(c, table), modelsOf(c)
	var asking sync.WaitGroup
	asking.Go(func() { askEach(accounts, func(s *standing) { s.ask(ctx) }) })
	asking.Go(func() { askEach(models, func(s *modelStanding) { s.ask(ctx) }) })
	asking.Wait()
	if err := tellOnline(accounts, models, out, asJSON); err != nil {
		return err
	}
	if len(accounts)+len(models) == 0 {
		return errors.New("no account to connect and no model to ask: add [accounts.NAME] (docs/networks/) or [models.NAME] (docs/models.md)")
	}
	return wanting(accounts, models)
}

// askEach asks all of them, a few at the same time: networks and providers
// answer slowly.
func askEach[T any](all []T, ask func(*T)) {
	slots := make(chan struct{}, checkAtOnce)
	var asking sync.WaitGroup
	for i := range all {
		asking.Go(func() {
			slots <- struct{}{}
			defer func() { <-slots }()
			ask(&all[i])
		})
	}
	asking.Wait()
}

// wanting says how many can't work; nil when all can.
func wanting(accounts []standing, models []modelStanding) error {
	var bad []string
	tell := func(n, all int, one, what string) {
		if n > 0 {
			bad = append(bad, fmt.Sprintf("%s of %d %s", command.Count(n, one), all, what))
		}
	}
	unable := 0
	for _, s := range accounts {
		if s.Error != "" || len(s.Missing) > 0 {
			unable++
		}
	}
	tell(unable, len(accounts), "account", "can't work as configured")
	unable = 0
	for _, m := range models {
		if m.Error != "" {
			unable++
		}
	}
	tell(unable, len(models), "model", "can't be asked")
	if len(bad) == 0 {
		return nil
	}
	return errors.New(strings.Join(bad, ", "))
}

// accountsOf opens the configuration's accounts, sorted by name. The web's, the
// terminal's and those of bridges, which connect to nobody, are not among them.
func accountsOf(c *config.Config, table map[messages.Network]func(process.Surroundings) process.Network) []standing {
	opened := make(map[messages.Network]map[messages.AccountID]adapter.Adapter)
	failed := make(map[messages.Network]error)
	var all []standing
	for _, name := range slices.Sorted(maps.Keys(c.Accounts)) {
		on := c.Accounts[name].Network
		if on == "terminal" || on == "web" || on == "bridge" {
			continue
		}
		if _, done := opened[on]; !done {
			opened[on], failed[on] = openAll(c, table[on])
		}
		s := standing{Account: name, Network: on}
		can, is := opened[on][s.Account]
		s.checker, _ = can.(adapter.Checker)
		switch {
		case table[on] == nil:
			s.Error = "this program has no adapter for its network"
		case failed[on] != nil:
			s.Error = failed[on].Error()
		case !is:
			s.Error = "no rule puts its familiar in a channel of its network"
		case s.checker == nil:
			s.Error = "its network can't be checked"
		}
		all = append(all, s)
	}
	return all
}

// openAll opens the accounts of one network without listening.
func openAll(c *config.Config, open func(process.Surroundings) process.Network) (map[messages.AccountID]adapter.Adapter, error) {
	adapters := make(map[messages.AccountID]adapter.Adapter)
	if open == nil {
		return adapters, nil
	}
	nobody := func(messages.ChannelID) []messages.AccountID { return nil }
	silent := slog.New(slog.DiscardHandler) // what they would log is what is printed
	connections, err := open(process.Surroundings{In: strings.NewReader(""), Out: io.Discard, Feed: feed.New(), Present: nobody, Log: silent}).Connect(c)
	for _, connection := range connections {
		adapters[connection.Account] = connection.Adapter
	}
	return adapters, err
}

// ask fills in what the network says.
func (s *standing) ask(ctx context.Context) {
	if s.checker == nil {
		return
	}
	ctx, cancel := context.WithTimeout(ctx, checkWithin)
	defer cancel()
	var said adapter.Standing
	err := adapter.Fenced(slog.Default(), s.Account, "check", func() (err error) {
		said, err = s.checker.Check(ctx)
		return err
	})
	if err != nil {
		s.Error, s.refused = oneLine(err.Error()), errors.Is(err, adapter.ErrGone)
		return
	}
	if len(said.Places) == 0 {
		s.Invite = said.Invite
	}
	s.ID, s.Name, s.More, s.Hidden = said.Me.ID, oneLine(said.Me.Name), said.More, said.Hidden
	if said.Shards.Of > 0 {
		s.Shards = &shards{said.Shards.Of, said.Shards.Left, said.Shards.Total, said.Shards.Resets.UTC().Truncate(time.Second)}
	}
	for _, place := range said.Places {
		s.Places = append(s.Places, oneLine(place))
	}
	for _, right := range said.Missing {
		s.Missing = append(s.Missing, oneLine(right))
	}
}

// oneLine makes what a network sent fit to be printed.
func oneLine(text string) string { return adapter.CleanName(text, 300) }

// tellOnline prints how all stand.
func tellOnline(accounts []standing, models []modelStanding, out io.Writer, asJSON bool) error {
	if asJSON {
		return command.PrintJSON(out, struct {
			Accounts []standing      `json:"accounts"`
			Models   []modelStanding `json:"models"`
		}{append([]standing{}, accounts...), append([]modelStanding{}, models...)}) // none is [], not null
	}
	if len(accounts) > 0 || len(models) == 0 {
		if err := tellAccounts(accounts, out); err != nil {
			return err
		}
	}
	if len(accounts) > 0 && len(models) > 0 {
		fmt.Fprintln(out)
	}
	return tellModels(models, out)
}

func tellAccounts(all []standing, out io.Writer) error {
	w := tabwriter.NewWriter(out, 0, 0, 2, ' ', 0)
	fmt.Fprint(w, "ACCOUNT\tNETWORK\tIS\tIN\n")
	for _, s := range all {
		if s.Error == "" {
			fmt.Fprintf(w, "%s\t%s\t%s (%s)\t%s\n", s.Account, s.Network, s.Name, s.ID, s.where())
		} else {
			fmt.Fprintf(w, "%s\t%s\t-\t-\n", s.Account, s.Network)
		}
	}
	for _, s := range all {
		if s.Error != "" {
			fmt.Fprintf(w, "\n%s can't connect: %s\n", s.Account, s.Error)
		}
		if s.Shards != nil {
			fmt.Fprintf(w, "\n%s has %s\n", s.Account, s.Shards)
		}
		if len(s.Missing) > 0 {
			fmt.Fprintf(w, "\n%s lacks:\n", s.Account)
		}
		for _, right := range s.Missing {
			fmt.Fprintf(w, "  %s\n", right)
		}
		if s.Invite != "" {
			fmt.Fprintf(w, "\nInvite %s at %s\n", s.Account, s.Invite)
		}
	}
	return w.Flush()
}

// where returns the first places, and how many more there are.
func (s *standing) where() string {
	shown := s.Places[:min(len(s.Places), shownPlaces)]
	switch {
	case s.Hidden:
		return "the network doesn't say"
	case len(shown) == 0:
		return "nowhere yet: invite it"
	}
	text := strings.Join(shown, ", ")
	if more := len(s.Places) - len(shown) + s.More; more > 0 {
		text += fmt.Sprintf(" and %d more", more)
	}
	return text
}

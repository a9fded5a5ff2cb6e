package operate

import (
	"context"
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"
	"text/tabwriter"
	"time"

	"familiar/app/models"
	"familiar/config"
	"familiar/policy/seating"
)

// shownOffers is how many models of a server are named where it doesn't have
// the one that is configured.
const shownOffers = 12

// A modelStanding is what came of asking a model.
type modelStanding struct {
	Model    string   `json:"model"` // as the configuration calls it
	Kind     string   `json:"kind"`
	Asks     string   `json:"asks"` // the provider's name for it
	Server   string   `json:"server"`
	Took     float64  `json:"seconds"`            // until it had answered
	Cost     float64  `json:"cost,omitempty"`     // US dollars; 0: unknown
	Error    string   `json:"error,omitempty"`    // why it doesn't answer
	Offers   []string `json:"offers,omitempty"`   // what its server has, where that doesn't know it
	Wordy    bool     `json:"wordy,omitempty"`    // a familiar's judge that is to answer in one word, and can't
	Toolless bool     `json:"toolless,omitempty"` // a familiar's that writes with tools, and can't be given any

	word   bool // it is such a judge
	tools  bool // it is such a writer
	embeds bool // it is asked for vectors only

	settings config.Model
}

// modelsOf returns the models that a familiar uses and that are on a network,
// sorted by name.
func modelsOf(c *config.Config) (all []modelStanding) {
	for _, name := range slices.Sorted(maps.Keys(c.Models)) {
		m := c.Models[name]
		s := modelStanding{Model: name, Kind: m.Kind, Asks: m.Model, Server: models.ServerOf(m), settings: m, embeds: true}
		used := false
		for _, f := range c.Familiars {
			writes, judges := slices.Contains(f.Writers(), name), slices.Contains(f.Asks(), name)
			s.tools = s.tools || writes && len(f.Tools) > 0
			s.word = s.word || judges && f.Verdict == seating.Word
			s.embeds = s.embeds && !writes && !judges
			used = used || f.Uses(name)
		}
		if used && m.Kind != config.Offline {
			all = append(all, s)
		}
	}
	return all
}

// ask fills in what the model answers, within the time that a reply's call has.
func (s *modelStanding) ask(ctx context.Context) {
	ctx, cancel := context.WithTimeout(ctx, s.settings.Timeout)
	defer cancel()
	try := models.Try
	if s.embeds {
		try = models.TryEmbedding
	}
	t := try(ctx, s.Model, s.settings)
	s.Took, s.Cost = t.Took.Seconds(), t.Usage.Cost
	if t.Err == nil {
		s.Wordy = s.word && models.IsWordy(ctx, s.Model, s.settings)
		s.Toolless = s.tools && !models.TakesTools(ctx, s.Model, s.settings)
		return
	}
	s.Error = strings.TrimPrefix(oneLine(t.Err.Error()), s.Kind+" "+s.Model+": ") // as its client begins
	if ctx.Err() != nil {
		s.Error = fmt.Sprintf("no answer within %v", s.settings.Timeout)
	}
	for _, name := range t.Offers {
		s.Offers = append(s.Offers, oneLine(name))
	}
	slices.SortStableFunc(s.Offers, func(a, b string) int { return alike(b, s.Asks) - alike(a, s.Asks) })
}

// alike returns how many bytes two names begin with in common.
func alike(a, b string) (n int) {
	for n < len(a) && n < len(b) && a[n] == b[n] {
		n++
	}
	return n
}

// tellModels prints how they stand; of none it says nothing.
func tellModels(all []modelStanding, out io.Writer) error {
	if len(all) == 0 {
		return nil
	}
	w := tabwriter.NewWriter(out, 0, 0, 2, ' ', 0)
	fmt.Fprint(w, "MODEL\tKIND\tASKS\tAT\tANSWERS\n")
	for _, s := range all {
		answers := "no"
		if s.Error == "" {
			answers = "in " + time.Duration(s.Took*float64(time.Second)).Round(10*time.Millisecond).String()
		}
		fmt.Fprintf(w, "%s\t%s\t%s\t%s\t%s\n", s.Model, s.Kind, s.Asks, s.Server, answers)
	}
	for _, s := range all {
		if s.Error == "" {
			continue
		}
		fmt.Fprintf(w, "\n%s doesn't answer: %s\n", s.Model, s.Error)
		if len(s.Offers) > 0 {
			fmt.Fprintf(w, "  %s has: %s\n", s.Server, s.offered())
		}
	}
	for _, s := range all {
		if s.Wordy {
			fmt.Fprintf(w, "\n%s doesn't answer in one word as a judge, maybe because it thinks first: it will be asked for a reason each time. Set verdict = \"reason\" to save the first try after each start.\n", s.Model)
		}
	}
	for _, s := range all {
		if s.Toolless {
			fmt.Fprintf(w, "\n%s can't be given tools: whoever writes with it answers or stays silent by its text alone. With vLLM, start it with --enable-auto-tool-choice and a --tool-call-parser.\n", s.Model)
		}
	}
	return w.Flush()
}

// offered names the first that its server has, and how many more.
func (s *modelStanding) offered() string {
	shown := s.Offers[:min(len(s.Offers), shownOffers)]
	text := strings.Join(shown, ", ")
	if more := len(s.Offers) - len(shown); more > 0 {
		text += fmt.Sprintf(" and %d more", more)
	}
	return text
}

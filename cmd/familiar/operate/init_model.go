package operate

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"os"
	"strings"
	"time"

	"familiar/app/models"
	"familiar/cmd/familiar/command"
	"familiar/config"
	"familiar/internal/loopback"
)

const (
	pulledWithin = 2 * time.Second // for Ollama to say what it has
	maxPulled    = 1 << 20         // of its list, in bytes
	shownPulled  = 20              // models to choose from
)

// pulled lists what the Ollama at an address of its OpenAI interface has; nothing
// if that is not this machine or doesn't answer.
func pulled(ctx context.Context, at string) (names []string) {
	u, err := url.Parse(at)
	if err != nil || !loopback.Is(u.Hostname()) {
		return nil
	}
	ctx, cancel := context.WithTimeout(ctx, pulledWithin)
	defer cancel()
	request, err := http.NewRequestWithContext(ctx, http.MethodGet, strings.TrimSuffix(strings.TrimRight(at, "/"), "/v1")+"/api/tags", nil)
	if err != nil {
		return nil
	}
	response, err := http.DefaultClient.Do(request)
	if err != nil {
		return nil
	}
	defer response.Body.Close()
	var list struct {
		Models []struct {
			Name string `json:"name"`
		} `json:"models"`
	}
	if response.StatusCode != http.StatusOK || json.NewDecoder(io.LimitReader(response.Body, maxPulled)).Decode(&list) != nil {
		return nil
	}
	for _, m := range list.Models {
		if isWord(m.Name) && m.Name == oneLine(m.Name) && len(names) < shownPulled {
			names = append(names, m.Name)
		}
	}
	return names
}

// choosePulled offers what Ollama has, where somebody can be asked and it has any.
func choosePulled(ask *command.Interview, to *string, at string) {
	if ask.Err != nil || ask.In == nil || *to != "" {
		return
	}
	var options []command.Option
	for _, name := range pulled(ask.Ctx, at) {
		options = append(options, command.Option{Word: name})
	}
	if len(options) > 0 {
		ask.Choose(to, "model-name", "Which model? Ollama has:", options)
		return
	}
	fmt.Fprintf(ask.Out, "No Ollama with a model answers at %s: start it, or pull one later (ollama pull NAME).\n", at)
}

// keyFile is where a typed key goes, from the configuration's folder.
const keyFile = "secrets/main-key"

// askKey asks for the provider's key, or for the variable that holds it.
func (p *plan) askKey(ask *command.Interview, usual string) {
	s := newSecret{key: "key"}
	s.ask(ask, "Key", "key-env", usual, anySecret)
	p.KeyEnv, p.Key = s.env, s.text
}

// tryModel asks the model once for a few words and tells what came of it. A fault is
// an error only where nobody can be asked: a model can be mended later.
func (c *initCommand) tryModel(ask *command.Interview, p plan) error {
	if p.Offline() || ask.In == nil && !c.Check {
		return nil
	}
	if p.KeyEnv != "" && os.Getenv(p.KeyEnv) == "" {
		fmt.Fprintf(ask.Out, "%s isn't set yet, so the model wasn't asked.\n", p.KeyEnv)
		return nil
	}
	asked := p
	if p.Key != "" {
		asked.KeyEnv = "FAMILIAR_INIT_KEY" // of this process, which no other sees
		if err := os.Setenv(asked.KeyEnv, p.Key); err != nil {
			return err
		}
		defer os.Unsetenv(asked.KeyEnv)
	}
	trial, err := config.Parse("init", []byte(asked.modelTable()+"[familiars.trial]\nname = \"Trial\"\npersona = \"Is set up.\"\n[[channels]]\nmatch = \"terminal:*\"\nfamiliars = [\"trial\"]\n"))
	if err != nil {
		return err
	}
	ctx, cancel := context.WithTimeout(ask.Ctx, checkWithin)
	defer cancel()
	fmt.Fprintf(ask.Out, "Asking %s for a few words ...\n", p.ModelName)
	t := models.Try(ctx, "main", trial.Models["main"])
	switch {
	case ask.Ctx.Err() != nil:
		return errors.New("stopped: nothing was written")
	case t.Err == nil:
		fmt.Fprintf(ask.Out, "It answers, in %v.\n", t.Took.Round(10*time.Millisecond))
		return nil
	case ask.In == nil:
		return fmt.Errorf("the model doesn't answer: %s; nothing was written", oneLine(t.Err.Error()))
	}
	fmt.Fprintf(ask.Out, "It doesn't answer: %s\n", oneLine(t.Err.Error()))
	if len(t.Offers) > 0 {
		s := modelStanding{Offers: t.Offers}
		fmt.Fprintf(ask.Out, "Its server has: %s\n", oneLine(s.offered()))
	}
	fmt.Fprint(ask.Out, "It is written as it is: mend it in [models.main]; docs/models.md has more.\n")
	return nil
}

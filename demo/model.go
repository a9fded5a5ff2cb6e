package demo

import (
	"context"
	"fmt"
	"net/http"
	"strings"
	"time"
)

// A Kind is where replies come from.
type Kind string

// The kinds.
const (
	Offline   Kind = "offline"   // no model: the scenes' own replies, and a stand-in that says it is one; free
	OpenAI    Kind = "openai"    // by the key in OPENAI_API_KEY
	Anthropic Kind = "anthropic" // by the key in ANTHROPIC_API_KEY
	Ollama    Kind = "ollama"    // a model that runs on OLLAMA_HOST, by default this machine
)

// Kinds returns all of them, those that cost money last.
func Kinds() []Kind { return []Kind{Offline, Ollama, OpenAI, Anthropic} }

// A Choice is the model the familiars and their judges use. The zero Choice
// is the offline stand-in.
type Choice struct {
	Kind  Kind   // "": Offline
	Model string // its name at the provider; the caller may name another; offline has none
	URL   string // of Ollama: where it answers in the form of OpenAI's interface
	Why   string // one plain clause: what was found, or missed
}

// A provider is somebody whose model costs money. Prices are US dollars per
// million tokens as the provider publishes them, for a small model that does
// well in chat.
type provider struct {
	kind                  Kind
	env, model            string
	input, cached, output float64
}

var providers = []provider{
	{OpenAI, "OPENAI_API_KEY", "gpt-4.1-mini", 0.40, 0.10, 1.60},
	{Anthropic, "ANTHROPIC_API_KEY", "claude-haiku-4-5", 1.00, 0.10, 5.00},
}

// perMinute bounds what an unattended demonstration can spend: calls of a
// paid model in a minute.
const perMinute = 30

// offlineLatency is how long the stand-in pretends to type, at speed 1.
const offlineLatency = 1200 * time.Millisecond

// FindModel looks for a model: a key in the environment, then Ollama, which
// has 300 ms to answer; else it is the offline stand-in. A nil client is the
// default one.
func FindModel(ctx context.Context, getenv func(string) string, client *http.Client) Choice {
	for _, p := range providers {
		if getenv(p.env) != "" {
			return p.choice()
		}
	}
	found, err := findOllama(ctx, getenv("OLLAMA_HOST"), client)
	if err != nil {
		return Choice{Kind: Offline, Why: fmt.Sprintf("neither OPENAI_API_KEY nor ANTHROPIC_API_KEY is set, and %v", err)}
	}
	return found
}

// FindModels returns every model there is, those that cost money first, in the
// order in which [FindModel] prefers them, and offline last.
func FindModels(ctx context.Context, getenv func(string) string, client *http.Client) []Choice {
	var found []Choice
	for _, p := range providers {
		if getenv(p.env) != "" {
			found = append(found, p.choice())
		}
	}
	local, err := findOllama(ctx, getenv("OLLAMA_HOST"), client)
	if err == nil {
		found = append(found, local)
	}
	return append(found, Choice{Kind: Offline, Why: "as you chose"})
}

// Brief says in a few words what a choice is, to choose by.
func (c Choice) Brief() string {
	if _, costs := c.paid(); costs {
		return fmt.Sprintf("%s writes them: costs money, at most %d calls a minute", c.Model, perMinute)
	}
	if c.Kind == Ollama {
		return c.Model + " writes them, at " + c.URL + ": costs nothing"
	}
	return "as the scenes have them, written beforehand: costs nothing, and a stranger is only told that no model is there"
}

// ChooseModel is [FindModel] when want is "", and else the model of that
// kind. A kind that isn't one, a key that isn't set and an Ollama that has no
// model are errors.
func ChooseModel(ctx context.Context, want Kind, getenv func(string) string, client *http.Client) (Choice, error) {
	switch want {
	case "":
		return FindModel(ctx, getenv, client), nil
	case Offline:
		return Choice{Kind: Offline, Why: "as you asked"}, nil
	case Ollama:
		found, err := findOllama(ctx, getenv("OLLAMA_HOST"), client)
		if err != nil {
			return Choice{}, fmt.Errorf("model ollama: %w", err)
		}
		return found, nil
	case OpenAI, Anthropic: // below, with what is none
	}
	p, costs := Choice{Kind: want}.paid()
	if !costs {
		return Choice{}, fmt.Errorf("model %q: want one of %v", want, Kinds())
	}
	if getenv(p.env) == "" {
		return Choice{}, fmt.Errorf("model %s: the environment variable %s is not set", want, p.env)
	}
	return p.choice(), nil
}

func (p provider) choice() Choice {
	return Choice{Kind: p.kind, Model: p.model, Why: p.env + " is set"}
}

// paid returns who asks money for the choice.
func (c Choice) paid() (provider, bool) {
	for _, p := range providers {
		if p.kind == c.Kind {
			return p, true
		}
	}
	return provider{}, false
}

// String says plainly what was found and what it costs.
func (c Choice) String() string {
	why := ""
	if c.Why != "" {
		why = " (" + c.Why + ")"
	}
	if _, costs := c.paid(); costs {
		return fmt.Sprintf("Replies come from %s by %s%s. That costs money for as long as this runs, at most %d calls a minute; the model offline costs nothing.", c.Model, c.Kind, why, perMinute)
	}
	if c.Kind == Ollama {
		return fmt.Sprintf("Replies come from %s by Ollama at %s%s. That costs nothing.", c.Model, c.URL, why)
	}
	return "No model writes the replies: what the familiars say was written beforehand, and is marked scripted. When they\n" +
		"speak, and when not, is decided as ever. What you say yourself gets a stand-in's answer, marked offline" + why + "."
}

// toml returns the model's knobs as the configuration has them.
func (c Choice) toml(speed float64) string {
	var b strings.Builder
	p, costs := c.paid()
	switch {
	case costs:
		fmt.Fprintf(&b, "kind = %q\nmodel = %s\nkey = %q\nper_minute = %d\n", c.Kind, quoted(c.Model), "env:"+p.env, perMinute)
		if c.Model == p.model { // of another one the price isn't known
			fmt.Fprintf(&b, "price_input = %.2f\nprice_cached = %.2f\nprice_output = %.2f\n", p.input, p.cached, p.output)
		}
	case c.Kind == Ollama:
		fmt.Fprintf(&b, "kind = %q\nmodel = %s\nurl = %s\nconcurrency = 2\n", OpenAI, quoted(c.Model), quoted(c.URL))
	default:
		fmt.Fprintf(&b, "kind = %q\nlatency = %q\n", Offline, scaled(offlineLatency, speed))
	}
	return strings.TrimSuffix(b.String(), "\n")
}

// quoted returns text from outside as a TOML string; what can't stand in one is
// left out.
func quoted(text string) string {
	return `"` + strings.Map(func(r rune) rune {
		if r < ' ' || r == '"' || r == '\\' || r == 0x7f || r == '\uFFFD' {
			return -1
		}
		return r
	}, text) + `"`
}

package config

import (
	"maps"
	"net/netip"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"time"

	"familiar/config/document"
	"familiar/internal/bounds"
	"familiar/llm"
	"familiar/llm/anthropic"
	"familiar/llm/gate"
	"familiar/llm/openai"
	"familiar/policy/budget"
)

// A Model is a language model familiars and judges may use.
type Model struct {
	Kind      string        `toml:"kind"`       // offline, openai or anthropic; always to be given
	Model     string        `toml:"model"`      // the provider's name for it; offline has none, the others need one
	Key       Secret        `toml:"key"`        // what the provider wants to see; offline needs none
	URL       string        `toml:"url"`        // where the provider listens; default the kind's own provider
	MaxTokens int           `toml:"max_tokens"` // of one answer; default 0: as many as the provider gives, of anthropic 4096
	Latency   time.Duration `toml:"latency"`    // of offline: pause before the first word; default 0

	Temperature     float64 `toml:"temperature"`      // of what it writes, 0 to 2, of anthropic to 1; 0 is a value; default -1: the provider's
	ReasoningEffort string  `toml:"reasoning_effort"` // how much it spends on thoughts, in the provider's word: [openai.Efforts] or [anthropic.Efforts]; default "": the provider's

	SpareAfter time.Duration `toml:"spare_after"` // of a model that has a spare: how long it is waited for, for a slot and again for its first word; default 30s; 0: a third of the time

	Images bool `toml:"images"` // it can be shown pictures; default false

	PriceInput  float64 `toml:"price_input"`  // US dollars per million tokens; default 0: unknown
	PriceCached float64 `toml:"price_cached"` // the same of what the provider had in its cache; default 0: as input
	PriceOutput float64 `toml:"price_output"` // the same of what it writes; default 0: unknown

	Day float64 `toml:"day"` // US dollars a day, beyond which a familiar's next model is asked; default 0: no limit

	gate.Config // every knob of it stands beside these
}

// The kinds of models. Offline is also the name of the model there is when a
// file defines none.
const (
	Offline   = "offline"   // the stand-in that needs no key
	OpenAI    = "openai"    // OpenAI's chat completions, and everybody who speaks them
	Anthropic = "anthropic" // Anthropic's messages
)

// Start implements [document.Starter].
func (m *Model) Start(map[string]any) {
	m.Config, m.Temperature, m.SpareAfter = gate.Default(), -1, 30*time.Second
}

// Degrees returns the temperature to ask for; nil: the provider's.
func (m Model) Degrees() *float64 {
	if m.Temperature < 0 {
		return nil
	}
	return &m.Temperature
}

// Price returns what its answers cost.
func (m Model) Price() llm.Price {
	return llm.Price{Input: m.PriceInput, Cached: m.PriceCached, Output: m.PriceOutput}
}

// Validate says what is wrong, all of it.
func (m Model) Validate() error {
	const dollars = "0 or more, in US dollars per million tokens"
	return bounds.Check(
		bounds.OneOf("kind", m.Kind, Offline, OpenAI, Anthropic),
		bounds.OrMore("latency", m.Latency, 0),
		bounds.OrMore("max_tokens", m.MaxTokens, 0),
		bounds.OrMore("day", m.Day, 0).Of("US dollars"),
		bounds.OrMore("spare_after", m.SpareAfter, 0),
		bounds.Must(m.Temperature == -1 || m.Temperature >= 0 && m.Temperature <= m.warmest(), "temperature = %v: want 0 to %v, or -1 for the provider's", m.Temperature, m.warmest()),
		bounds.Must(m.ReasoningEffort == "" || slices.Contains(m.efforts(), m.ReasoningEffort), "reasoning_effort = %q: %s", m.ReasoningEffort, m.wantEffort()),
		bounds.OrMore("price_input", m.PriceInput, 0).Want(dollars),
		bounds.OrMore("price_cached", m.PriceCached, 0).Want(dollars),
		bounds.OrMore("price_output", m.PriceOutput, 0).Want(dollars),
		bounds.Err(m.Config.Validate()),
	)
}

// warmest is the highest temperature that the API of its kind takes.
func (m Model) warmest() float64 {
	if m.Kind == Anthropic {
		return 1
	}
	return 2
}

// efforts returns what the API of its kind takes as an effort; none for one
// that doesn't think.
func (m Model) efforts() []string {
	switch m.Kind {
	case OpenAI:
		return openai.Efforts()
	case Anthropic:
		return anthropic.Efforts()
	}
	return nil
}

func (m Model) wantEffort() string {
	if all := m.efforts(); len(all) > 0 {
		return `want "" for the provider's, or one of ` + strings.Join(all, ", ")
	}
	return "a model of kind " + m.Kind + " doesn't think: leave it out"
}

// remote checks what only a model on another machine has.
func (v *validation) remote(path string, m Model) {
	if m.Kind != OpenAI && m.Kind != Anthropic {
		return
	}
	if m.Model == "" {
		v.wrong(document.Inside(path, "model"), "is not set: want the provider's name for the model")
	}
	if m.URL == "" {
		if m.Key.String() == "" {
			v.wrong(document.Inside(path, "key"), `is not set: want "env:NAME" or "file:PATH"; a server that needs no key needs its url set`)
		}
		return
	}
	at, err := checkEndpoint(m.URL, "a key belongs in key")
	switch {
	case err != nil:
		v.wrong(document.Inside(path, "url"), "%v", err)
	case slices.Contains(providers, strings.ToLower(at.Hostname())) && m.Key.String() == "":
		v.wrong(document.Inside(path, "key"), `is not set: %s needs one, "env:NAME" or "file:PATH"`, at.Hostname())
	default:
		v.encrypted(document.Inside(path, "url"), at, "the key and the chat")
	}
}

// isPort reports whether an address's port can be one; "" is the usual one.
func isPort(text string) bool {
	n, err := strconv.ParseUint(text, 10, 16)
	return text == "" || err == nil && n > 0
}

// providers are the kinds' own hosts, which never do without a key.
var providers = []string{"api.openai.com", "api.anthropic.com"}

// encrypted warns of what others can read on its way to an address.
func (v *validation) encrypted(path string, at *url.URL, what string) {
	if at.Scheme == "http" && !private(at.Hostname()) {
		v.odd(path, "%s are sent to %s unencrypted: use https", what, at.Hostname())
	}
}

// private reports whether a host is this one or in a network of one's own, as
// far as its name tells.
func private(host string) bool {
	if ip, err := netip.ParseAddr(host); err == nil {
		return ip.IsLoopback() || ip.IsPrivate() || ip.IsLinkLocalUnicast()
	}
	host = strings.ToLower(host)
	return !strings.Contains(host, ".") || slices.ContainsFunc([]string{".localhost", ".local", ".internal", ".lan", ".home.arpa"},
		func(suffix string) bool { return strings.HasSuffix(host, suffix) })
}

// budget checks the limits, and gives the budget the prices that stand with the
// models.
func (v *validation) budget() {
	v.values("budget", v.Budget.Validate())
	v.Budget.Prices = map[string]budget.Price{}
	v.Budget.Models = nil
	for _, name := range slices.Sorted(maps.Keys(v.Models)) {
		m := v.Models[name]
		if m.Day > 0 {
			if v.Budget.Models == nil {
				v.Budget.Models = map[string]float64{}
			}
			v.Budget.Models[name] = m.Day
		}
		price := budget.Price{Input: m.PriceInput, Cached: m.PriceCached, Output: m.PriceOutput}
		if price != (budget.Price{}) || m.Kind == Offline {
			v.Budget.Prices[name] = price
		} else if (v.Budget.Limited() || v.Budget.Person > 0 || m.Day > 0) && v.asks(name) {
			v.odd(document.Inside("models", name), "it has no price, so its cost doesn't count towards the budget: set price_input and price_output")
		}
	}
}

// asks reports whether any familiar writes or judges with that model.
func (v *validation) asks(model string) bool {
	for _, f := range v.Familiars {
		if f.Uses(model) {
			return true
		}
	}
	return false
}

package config

import (
	"maps"
	"slices"
	"strings"
	"time"
	"unicode/utf8"

	"familiar/config/document"
	"familiar/internal/bounds"
)

// Safety is what looks at a reply before it is posted: words, then a service, then
// a model, each that is given. Default: nothing does.
type Safety struct {
	Words   []string      `toml:"words"`    // no reply has one of these; default none
	Replace string        `toml:"replace"`  // what stands in place of such a word; default "": the reply is stopped
	URL     string        `toml:"url"`      // of a service that is asked over HTTP; default "": none
	Token   Secret        `toml:"token"`    // shown to it as a bearer's; default none
	Model   string        `toml:"model"`    // a model that is asked; default "": none
	Rules   string        `toml:"rules"`    // what that model is told may not be posted
	Within  time.Duration `toml:"within"`   // for all of them, 100ms to 30s; default 5s
	OnError OnCheckError  `toml:"on_error"` // what becomes of a reply that can't be checked; default stop
}

// OnCheckError says what becomes of a reply that can't be checked.
type OnCheckError string

// What becomes of it.
const (
	StopUnchecked OnCheckError = "stop" // it is not posted
	PassUnchecked OnCheckError = "pass" // it is posted as it is
)

// What a list of words may hold.
const (
	wordsMost  = 5000
	wordLength = 100 // code points
)

// IsOn reports whether anything looks at replies.
func (s *Safety) IsOn() bool { return len(s.Words) > 0 || s.URL != "" || s.Model != "" }

func defaultSafety() Safety {
	return Safety{
		Rules:  "Messages may not harass or threaten anybody, may not be sexual where that isn't wanted, may not give away where people live or how they can be reached, and may not explain how to hurt people.",
		Within: 5 * time.Second, OnError: StopUnchecked,
	}
}

// Validate says what is wrong with its knobs, all of it.
func (s *Safety) Validate() error {
	fields := []bounds.Field{
		bounds.Must(len(s.Words) <= wordsMost, "words: %d words, want at most %d", len(s.Words), wordsMost),
		bounds.Between("within", s.Within, 100*time.Millisecond, 30*time.Second),
		bounds.Either("on_error", s.OnError, StopUnchecked, PassUnchecked),
		bounds.Must(s.Model == "" || strings.TrimSpace(s.Rules) != "", "rules is empty: want what the model is to keep from being posted"),
	}
	for i, word := range s.Words {
		long := utf8.RuneCountInString(word)
		fields = append(fields, bounds.Must(strings.TrimSpace(word) != "" && long <= wordLength, "words[%d]: want 1 to %d characters", i+1, wordLength))
	}
	return bounds.Check(fields...)
}

// safety checks what looks at replies.
func (v *validation) safety() {
	s := &v.Safety
	v.values("safety", s.Validate())
	if s.URL != "" {
		if at, err := checkEndpoint(s.URL, tokenBelongs); err != nil {
			v.wrong("safety.url", "%v", err)
		} else {
			v.encrypted("safety.url", at, "the token and what familiars say")
		}
	}
	v.resolve("safety.token", &s.Token)
	if s.Model != "" {
		v.model("safety.model", s.Model)
	}
	for _, id := range slices.Sorted(maps.Keys(v.Familiars)) {
		if f := v.Familiars[id]; s.IsOn() && f.ComposeWithin <= 2*s.Within {
			v.odd(document.Inside("familiars", string(id), "compose_within"), "leaves little time to write: safety.within of it is for looking at the reply")
		}
	}
}

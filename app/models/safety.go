package models

import (
	"familiar/actors/safety"
	"familiar/config"
	"familiar/llm"
	"familiar/llm/chain"
)

// safetyOf makes what looks at replies, but for a model; nil: nothing does.
func safetyOf(c *config.Safety) *safety.Hook {
	if !c.IsOn() {
		return nil
	}
	h := &safety.Hook{Within: c.Within, Open: c.OnError == config.PassUnchecked}
	if len(c.Words) > 0 {
		h.Checkers = append(h.Checkers, safety.NewWords(c.Words, c.Replace))
	}
	if c.URL != "" {
		h.Checkers = append(h.Checkers, safety.NewService(c.URL, c.Token.Reveal()))
	}
	return h
}

// Safety returns what looks at replies before they are posted; nil: nothing does.
// asked makes the model of its link one that is paid for; it is called only where
// a model is to look.
func (m *Models) Safety(asked func([]chain.Link) llm.Model) *safety.Hook {
	name := m.Config.Safety.Model
	if m.safety == nil || name == "" {
		return m.safety
	}
	h := *m.safety
	judge := &safety.Judge{Model: asked(m.links([]string{name})), Rules: m.Config.Safety.Rules, Collect: m.Turns.Collect}
	h.Checkers = append(h.Checkers[:len(h.Checkers):len(h.Checkers)], judge)
	return &h
}

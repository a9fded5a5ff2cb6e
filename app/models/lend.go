package models

import (
	"context"
	"log/slog"
	"maps"
	"slices"

	"familiar/actors/agent"
	"familiar/actors/agent/outside"
	"familiar/config"
	"familiar/messages"
)

// reachOut makes the servers whose tools familiars may use. One that old has
// just so goes on, with the list of tools it gave.
func (m *Models) reachOut(old *Models, log *slog.Logger) {
	m.outside = make([]*outside.Server, len(m.Config.Tools.MCP))
	for i, o := range m.Config.Tools.MCP {
		if old != nil && i < len(old.outside) && same(o, old.Config.Tools.MCP[i], tokenOf) {
			m.outside[i] = old.outside[i]
			continue
		}
		m.outside[i] = outside.New(outside.Options{Name: o.Name, URL: o.URL, Token: o.Token.Reveal(), Tools: o.Tools, Timeout: o.Timeout, Log: log})
	}
}

func tokenOf(o *config.Outside) *config.Secret { return &o.Token }

// Lend adds the tools of outside servers to a turn's. A turn that may only
// speak or be silent gets none, nor does one that nobody is to notice.
func (m *Models) Lend(ctx context.Context, o messages.Compose, to agent.Toolbox) {
	if bare(o.Without) || o.Shadow {
		return
	}
	for i, server := range m.outside {
		if m.Config.Tools.MCP[i].For(o.Familiar) {
			maps.Copy(to, server.Tools(ctx))
		}
	}
}

// bare reports whether a turn goes without everything but send and skip.
func bare(without []messages.Tool) bool {
	return !slices.ContainsFunc(messages.Tools(), func(tool messages.Tool) bool {
		return tool != messages.ToolSend && tool != messages.ToolSkip && !slices.Contains(without, tool)
	})
}

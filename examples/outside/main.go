// Command outside is familiar with one more network, in a module of its own:
// docs/outside.md. All commands are there, and configurations may say network = "hall".
package main

import (
	"log/slog"

	"familiar/actors/adapter"
	"familiar/cmd/familiar/entry"
	"familiar/cmd/familiar/process"
	"familiar/messages"
)

func main() {
	entry.Main(entry.Build{Version: "v0.1.0", Line: "outside v0.1.0, familiar with a hall"}, process.Added{
		Name: "hall", Need: []string{"server"}, May: []string{"nick"},
		Open: func(id messages.AccountID, s process.AddedSettings, _ *slog.Logger) (adapter.Adapter, error) {
			if s.Nick == "" {
				s.Nick = string(id)
			}
			return &Hall{server: s.Server, nick: s.Nick}, nil
		},
	})
}

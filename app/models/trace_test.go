package models

import (
	"testing"

	"familiar/config"
	"familiar/telemetry"
)

// TestServerOf: without a url it is the provider's own, and the offline model
// has none.
func TestServerOf(t *testing.T) {
	for _, tt := range []struct {
		what   string
		config config.Model
		want   telemetry.Server
	}{
		{"OpenAI's own", config.Model{Kind: config.OpenAI}, telemetry.Server{Address: "api.openai.com", Port: 443}},
		{"Anthropic's own", config.Model{Kind: config.Anthropic}, telemetry.Server{Address: "api.anthropic.com", Port: 443}},
		{"one in the house", config.Model{Kind: config.OpenAI, URL: "http://[fd00::7]:11434/v1"}, telemetry.Server{Address: "fd00::7", Port: 11434}},
		{"one without a port", config.Model{Kind: config.OpenAI, URL: "http://ollama/v1"}, telemetry.Server{Address: "ollama", Port: 80}},
		{"the stand-in", config.Model{Kind: config.Offline}, telemetry.Server{}},
	} {
		t.Run(tt.what, func(t *testing.T) {
			if got := serverOf(tt.config); got != tt.want {
				t.Errorf("got %+v, want %+v", got, tt.want)
			}
		})
	}
}

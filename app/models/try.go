package models

import (
	"context"
	"encoding/json"
	"errors"
	"net"
	"strconv"
	"time"

	"familiar/actors/monitor"
	"familiar/config"
	"familiar/llm"
	"familiar/messages"
)

// tryTokens is how long the answer of a model that is tried may get. Models that
// think refuse to begin with fewer.
const tryTokens = 16

// A Trial is what came of asking a model once.
type Trial struct {
	Took   time.Duration
	Usage  llm.Usage // zero where nobody said
	Err    error     // why it doesn't answer; nil: it does
	Offers []string  // what its server has, where that doesn't know it and says so
}

// Try asks a model of a configuration for a few words, once and past every
// gate. That it had more to say, nothing, or nothing it wanted to is an answer,
// too.
func Try(ctx context.Context, name string, settings config.Model) Trial {
	return try(ctx, name, settings, Hello("", 0))
}

// TryEmbedding asks a model of a configuration for a vector, in the same way.
func TryEmbedding(ctx context.Context, name string, settings config.Model) Trial {
	return try(ctx, name, settings, llm.Request{Embed: []string{"hello"}, Priority: llm.Interjection})
}

func try(ctx context.Context, name string, settings config.Model, r llm.Request) Trial {
	model, err := Client(name, settings)
	if err != nil {
		return Trial{Err: err}
	}
	var t Trial
	began := time.Now()
	for delta, err := range model.Generate(ctx, r) {
		if delta.Usage != nil {
			t.Usage = *delta.Usage
		}
		if !answers(err) {
			t.Err = err
		}
	}
	t.Took = time.Since(began)
	lister, lists := model.(interface {
		Offers(context.Context) ([]string, error)
	})
	if lists && errors.Is(t.Err, llm.ErrUnknownModel) {
		t.Offers, _ = lister.Offers(ctx) // what it fails with says nothing new
	}
	return t
}

// Hello is the least that a model can be asked, in a channel's name, to find out
// whether it answers; it may take that long to its first word.
func Hello(in messages.ChannelID, patience time.Duration) llm.Request {
	return llm.Request{
		Messages: []llm.Message{{Role: llm.User, Text: "Say hello."}}, MaxTokens: tryTokens,
		Priority: llm.Interjection, Channel: string(in), Spare: patience,
	}
}

// IsWordy asks a model of a configuration once, past every gate, and reports
// whether as a judge it can't answer in one word. See [monitor.Wordy].
func IsWordy(ctx context.Context, name string, settings config.Model) bool {
	model, err := Client(name, settings)
	return err == nil && monitor.IsWordy(ctx, model)
}

// TakesTools asks a model of a configuration once, past every gate, and reports whether it
// can be given tools, as far as its provider says.
func TakesTools(ctx context.Context, name string, settings config.Model) bool {
	model, err := Client(name, settings)
	teller, tells := model.(interface{ TakesTools() bool })
	if err != nil || !tells {
		return true
	}
	r := Hello("", 0)
	r.Tools = []llm.Tool{{Name: "hello", Description: "Says hello.", Schema: json.RawMessage(`{"type":"object","properties":{}}`)}}
	for range model.Generate(ctx, r) { // what it answers doesn't matter
	}
	return teller.TakesTools()
}

// ServerOf returns where a model is asked, as HOST:PORT; "" for one that is asked
// nowhere.
func ServerOf(settings config.Model) string {
	at := serverOf(settings)
	if at.Address == "" {
		return ""
	}
	return net.JoinHostPort(at.Address, strconv.Itoa(at.Port))
}

// answers reports whether what an answer ended with is one of a model that
// works.
func answers(err error) bool {
	return err == nil || llm.Is(err, llm.ErrLimit, llm.ErrEmpty, llm.ErrRefused)
}

package app

import (
	"context"
	"slices"
	"strings"
	"time"

	"familiar/actors/vectors"
	"familiar/app/models"
	"familiar/internal/shorten"
	"familiar/llm"
	"familiar/messages"
	"familiar/policy/memory"
)

// This file has what a turn is shown of what its familiar keeps be chosen by vectors, too,
// where a model for that is configured. They are a cache: a turn waits for that of its own
// question only, and where it doesn't come in time memories come to mind by their words.

const (
	alikeWithin = 300 * time.Millisecond // that a turn waits
	alikeMost   = 2000                   // characters of what a turn answers that are compared
	embedMost   = 50                     // texts in one call
)

// alike returns an order with what is alike to what it answers among its memories.
func (a *App) alike(ctx context.Context, now *models.Models, o messages.Compose) messages.Compose {
	seat := a.Channel(o.Channel).SeatOf(o.Familiar)
	if len(o.Kept) == 0 || seat == nil {
		return o
	}
	name := seat.Policy.Memory.Embeddings
	links := now.Embedder(name)
	if len(links) == 0 || a.pressure.Over(name) {
		return o
	}
	model, _ := a.asked(now.Config, links, payer{familiar: o.Familiar, channel: o.Channel})
	known, fill := a.vectors.Look(vectors.Shelf{Channel: o.Channel, Familiar: o.Familiar, Model: name}, o.Kept)
	if fill != nil {
		a.trying.Go(func() { a.fillVectors(model, o.Channel, fill) })
	}
	if !slices.ContainsFunc(known, func(v []float32) bool { return v != nil }) {
		return o
	}
	ctx, cancel := context.WithTimeout(ctx, alikeWithin)
	defer cancel()
	asked, err := llm.Embed(ctx, model, llm.Request{Embed: []string{askedOf(o)}, Channel: string(o.Channel)})
	if err != nil {
		a.Log.Info("what is alike is not known, memories come to mind by their words", "channel", string(o.Channel), "familiar", string(o.Familiar), "err", err)
		return o
	}
	o.Memories = memory.Alike(o.Memories, o.Kept, known, asked[0])
	return o
}

// askedOf is what a turn answers, the newest of it.
func askedOf(o messages.Compose) string {
	var texts []string
	for i := range o.Addressed {
		texts = append(texts, o.Addressed[i].Text)
	}
	if o.Prompt != "" {
		texts = append(texts, o.Prompt)
	}
	slices.Reverse(texts)
	return shorten.Runes(strings.Join(texts, "\n"), alikeMost)
}

// fillVectors asks for vectors that are missing. No turn waits for that.
func (a *App) fillVectors(model llm.Model, id messages.ChannelID, fill *vectors.Filling) {
	var all [][]float32
	for texts := range slices.Chunk(fill.Texts, embedMost) {
		some, err := llm.Embed(a.thinking, model, llm.Request{Embed: texts, Channel: string(id), Priority: llm.Interjection})
		if err != nil {
			a.Log.Info("vectors of memories are missing, the next turn has them asked for again", "channel", string(id), "err", err)
			break
		}
		all = append(all, some...)
	}
	fill.Done(all)
}

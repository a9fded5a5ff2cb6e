package openai

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"time"

	"familiar/llm"
	"familiar/llm/wire"
)

// An embedding asks for the vectors of texts.
type embedding struct {
	Model string   `json:"model"`
	Input []string `json:"input"`
}

// embedded is the answer, whose vectors may come in any order.
type embedded struct {
	Model string `json:"model"`
	Data  []struct {
		Index  int       `json:"index"`
		Vector []float32 `json:"embedding"`
	} `json:"data"`
	Usage struct {
		Input int `json:"prompt_tokens"`
	} `json:"usage"`
}

// embed says the vectors of texts.
func (m *Model) embed(ctx context.Context, texts []string, say wire.Say) (usage llm.Usage, err error) {
	asked := time.Now()
	body, id, err := m.provider.PostWhole(ctx, m.client, m.options.URL, "embeddings", m.authorized(), embedding{m.options.Model, texts})
	if err != nil {
		return m.provider.Unanswered(err)
	}
	usage.RequestID = id
	var answer embedded
	if err := json.Unmarshal(body, &answer); err != nil {
		return usage, m.provider.Unreadable(err)
	}
	vectors := make([][]float32, len(texts))
	for _, d := range answer.Data {
		if d.Index < 0 || d.Index >= len(vectors) || vectors[d.Index] != nil {
			return usage, fmt.Errorf("%w: it has a vector %d of %d", llm.ErrMalformed, d.Index+1, len(vectors))
		}
		vectors[d.Index] = d.Vector
	}
	if slices.ContainsFunc(vectors, func(v []float32) bool { return len(v) == 0 }) {
		return usage, fmt.Errorf("%w of embeddings: vectors are missing", llm.ErrForeign)
	}
	usage.Input = max(answer.Usage.Input, 0)
	usage.Response = llm.Response{Model: answer.Model, First: time.Since(asked)}
	return usage, say(llm.Delta{Vectors: vectors})
}

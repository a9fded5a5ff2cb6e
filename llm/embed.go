package llm

import (
	"context"
	"fmt"
)

// Embed has a model embed the request's texts, of which there has to be one, and returns
// the vector of each, in their order; all are equally long. A model that gives anything
// else is an [ErrForeign].
func Embed(ctx context.Context, model Model, r Request) (vectors [][]float32, err error) {
	for delta, err := range model.Generate(ctx, r) {
		if err != nil {
			return nil, err
		}
		if delta.Vectors != nil {
			vectors = delta.Vectors
		}
	}
	if len(vectors) != len(r.Embed) {
		return nil, fmt.Errorf("%s: %w of embeddings: %d vectors for %d texts", model.Name(), ErrForeign, len(vectors), len(r.Embed))
	}
	for _, v := range vectors {
		if len(v) == 0 || len(v) != len(vectors[0]) {
			return nil, fmt.Errorf("%s: %w of embeddings: vectors of %d and %d numbers", model.Name(), ErrForeign, len(vectors[0]), len(v))
		}
	}
	return vectors, nil
}

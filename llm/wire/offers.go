package wire

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"

	"familiar/llm"
)

// Bounds of a list of models: of its body in bytes, and of how many are read.
const (
	maxList   = 1 << 20
	maxOffers = 1000
)

// Offers asks an address for the models that its provider has, in its order:
// at most 1,000. Both kinds of API answer {"data": [{"id": NAME}]}. The headers
// say who asks.
func (p Provider) Offers(ctx context.Context, address string, headers http.Header) ([]string, error) {
	request, err := http.NewRequestWithContext(ctx, http.MethodGet, address, http.NoBody)
	if err != nil {
		return nil, fmt.Errorf("%s: %w: %s", p.Name, llm.ErrInvalid, p.Clean(err.Error()))
	}
	request.Header = headers
	response, err := HTTPClient().Do(request)
	if err != nil {
		_, err = p.Unanswered(err)
		return nil, fmt.Errorf("%s: %w", p.Name, err)
	}
	defer response.Body.Close()
	body, err := io.ReadAll(io.LimitReader(response.Body, maxList))
	if err != nil {
		return nil, fmt.Errorf("%s: %w: %s", p.Name, llm.ErrCut, p.Clean(err.Error()))
	}
	if response.StatusCode != http.StatusOK {
		return nil, fmt.Errorf("%s: %w", p.Name, p.Failed(response.StatusCode, response.Header, body))
	}
	var list struct {
		Data []struct {
			ID string `json:"id"`
		} `json:"data"`
	}
	if err := json.Unmarshal(body, &list); err != nil {
		return nil, fmt.Errorf("%s: %w: %s", p.Name, llm.ErrForeign, p.Clean(err.Error()))
	}
	var names []string
	for _, m := range list.Data[:min(len(list.Data), maxOffers)] {
		if name := p.Clean(m.ID); name != "" {
			names = append(names, name)
		}
	}
	return names, nil
}

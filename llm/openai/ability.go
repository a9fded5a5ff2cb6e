package openai

import (
	"errors"

	"github.com/openai/openai-go/v3"

	"familiar/llm/wire"
)

// An ability is something that not every server behind this API has; a set of
// them is their sum.
type ability uint32

const (
	schemas  ability = 1 << iota // response_format json_schema
	objects                      // response_format json_object
	usages                       // stream_options
	oldLimit                     // max_tokens, for which newer models have max_completion_tokens
)

// lacking says which ability a refused request was refused for: at most one,
// none if it is for another reason. The server has to name the field.
func lacking(err error, sent openai.ChatCompletionNewParams) ability {
	f, ok := errors.AsType[*wire.Failure](err)
	format := sent.ResponseFormat
	switch {
	case !ok:
		return 0
	case format.OfJSONSchema != nil && (f.Names("response_format") || f.Names("json_schema")):
		return schemas
	case format.OfJSONObject != nil && (f.Names("response_format") || f.Names("json_object")):
		return objects
	case sent.StreamOptions.IncludeUsage.Valid() && (f.Names("stream_options") || f.Names("include_usage")):
		return usages
	case sent.MaxTokens.Valid() && f.Names("max_completion_tokens"):
		return oldLimit
	}
	return 0
}

package openai

import (
	"errors"

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
func lacking(err error, sent completion) ability {
	f, ok := errors.AsType[*wire.Failure](err)
	switch {
	case !ok:
		return 0
	case sent.ResponseFormat.is("json_schema") && (f.Names("response_format") || f.Names("json_schema")):
		return schemas
	case sent.ResponseFormat.is("json_object") && (f.Names("response_format") || f.Names("json_object")):
		return objects
	case sent.StreamOptions != nil && (f.Names("stream_options") || f.Names("include_usage")):
		return usages
	case sent.MaxTokens != 0 && f.Names("max_completion_tokens"):
		return oldLimit
	}
	return 0
}

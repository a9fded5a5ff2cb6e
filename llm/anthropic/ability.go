package anthropic

import (
	"errors"

	"familiar/llm/wire"
)

// An ability is something that not every model of this API has; a set of them is their sum.
type ability uint32

const (
	forcing   ability = 1 << iota // tool_choice of a tool; Claude 5.1, 5.5 and whoever thinks always can't be made to call
	disabling                     // thinking "disabled"
	between                       // thinking "between_tools", in its place since Claude Sonnet 5.5
)

// lacking says which ability a refused request was refused for: at most one, none if it is
// for another reason. The API has to name the field.
func lacking(err error, sent *question) ability {
	f, ok := errors.AsType[*wire.Failure](err)
	switch {
	case !ok:
		return 0
	case sent.ToolChoice != nil && f.Names("tool_choice"):
		return forcing
	case sent.Thinking == nil || !f.Names("thinking"):
		return 0
	case sent.Thinking.Type == thinkingOff:
		return disabling
	default:
		return between
	}
}

// The types of thinking that are as little as there is, the least first.
const (
	thinkingOff     = "disabled"
	thinkingBetween = "between_tools"
)

// least returns as little thinking as a model without those abilities can be told to do;
// nil: it does what it does.
func least(without ability) *thinking {
	switch {
	case without&disabling == 0:
		return &thinking{thinkingOff}
	case without&between == 0:
		return &thinking{thinkingBetween}
	}
	return nil
}

package openai

import (
	"encoding/json"

	"github.com/openai/openai-go/v3"
	"github.com/openai/openai-go/v3/shared"

	"familiar/llm/wire"
)

// verdictWords ask for the same where a schema can't. OpenAI wants the word
// JSON in the prompt of a json_object request.
const verdictWords = `Answer with a JSON object {"speak": true or false, "reason": "one short sentence"} and nothing else.`

// verdictFormat returns the strictest format that the provider has.
func verdictFormat(without ability) (format openai.ChatCompletionNewParamsResponseFormatUnion) {
	switch {
	case without&schemas == 0:
		format.OfJSONSchema = &shared.ResponseFormatJSONSchemaParam{
			JSONSchema: shared.ResponseFormatJSONSchemaJSONSchemaParam{Name: "verdict", Strict: openai.Bool(true), Schema: json.RawMessage(wire.VerdictSchema)},
		}
	case without&objects == 0:
		format.OfJSONObject = &shared.ResponseFormatJSONObjectParam{}
	}
	return format
}

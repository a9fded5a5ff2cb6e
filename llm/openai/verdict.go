package openai

import (
	"encoding/json"

	"familiar/llm/wire"
)

// verdictWords ask for the same where a schema can't. OpenAI wants the word
// JSON in the prompt of a json_object request.
const verdictWords = `Answer with a JSON object {"speak": true or false, "reason": "one short sentence"} and nothing else.`

// verdictFormat returns the strictest format that the provider has; nil: none.
func verdictFormat(without ability) *format {
	switch {
	case without&schemas == 0:
		return &format{Type: "json_schema", JSONSchema: &jsonSchema{Name: "verdict", Strict: true, Schema: json.RawMessage(wire.VerdictSchema)}}
	case without&objects == 0:
		return &format{Type: "json_object"}
	}
	return nil
}

package openai

import "familiar/llm/wire"

// verdictFormat returns the strictest format that the provider has for a verdict
// that names one of who, or for yes or no; nil: none.
func verdictFormat(who []string, without ability) *format {
	switch {
	case without&schemas == 0:
		return &format{Type: "json_schema", JSONSchema: &jsonSchema{Name: "verdict", Strict: true, Schema: wire.VerdictSchema(who)}}
	case without&objects == 0:
		return &format{Type: "json_object"}
	}
	return nil
}

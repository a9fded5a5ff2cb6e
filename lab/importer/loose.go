package importer

import (
	"bytes"
	"encoding/json"
)

// A loose is a text or a number, which exports of different age write for the
// same thing; null reads as "".
type loose string

// UnmarshalJSON is called by encoding/json.
func (l *loose) UnmarshalJSON(b []byte) error {
	if len(b) > 0 && b[0] == '"' {
		var text string
		err := json.Unmarshal(b, &text)
		*l = loose(text)
		return err
	}
	var number json.Number
	if bytes.Equal(b, []byte("null")) {
		*l = ""
		return nil
	}
	err := json.Unmarshal(b, &number)
	*l = loose(number)
	return err
}

package adapter

import (
	"encoding/json"
	"errors"
)

// DecodeLenient decodes what fits and leaves out what has another form than is
// known: networks change, and a line is not lost for one field.
func DecodeLenient(data []byte, out any) error {
	err := json.Unmarshal(data, out)
	if _, partly := errors.AsType[*json.UnmarshalTypeError](err); partly {
		return nil
	}
	return err
}

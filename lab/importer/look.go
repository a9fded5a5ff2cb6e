package importer

import (
	"bytes"
	"encoding/json"
	"slices"
)

// What a file's first bytes look like.

func looksJSON(head []byte) bool {
	head = bytes.TrimLeft(head, " \t\r\n")
	return len(head) > 0 && (head[0] == '[' || head[0] == '{')
}

// rooted reports of a JSON object whether it has all of the keys near its
// start.
func rooted(keys ...string) func(head []byte) bool {
	return func(head []byte) bool {
		found := rootKeys(head)
		return !slices.ContainsFunc(keys, func(key string) bool { return !slices.Contains(found, key) })
	}
}

func looksElement(head []byte) bool {
	return rooted("room_name", "exported_by")(head) || rooted("room_name", "room_creator")(head)
}

func looksTelegram(head []byte) bool {
	return rooted("chats")(head) || rooted("about", "personal_information")(head) || rooted("name", "type", "id")(head)
}

// looksJSONL: the first line is an object of our form.
func looksJSONL(head []byte) bool {
	line, _, _ := bytes.Cut(bytes.TrimLeft(head, "\r\n"), []byte("\n"))
	var first struct {
		Schema  string
		Channel string `json:"ch"`
		Kind    string
	}
	return json.Unmarshal(line, &first) == nil && (first.Schema != "" || first.Channel != "" && first.Kind != "")
}

// rootKeys returns the keys of a JSON object whose start is head, as far as it
// can be read.
func rootKeys(head []byte) (keys []string) {
	dec := json.NewDecoder(bytes.NewReader(head))
	if t, err := dec.Token(); err != nil || t != json.Delim('{') {
		return nil
	}
	depth, key := 1, true // key: a key comes next
	for {
		t, err := dec.Token()
		if err != nil {
			return keys
		}
		switch t {
		case json.Delim('{'), json.Delim('['):
			depth++
			continue
		case json.Delim('}'), json.Delim(']'):
			if depth--; depth == 0 {
				return keys
			}
		}
		switch text, ok := t.(string); {
		case depth > 1:
		case key && ok:
			keys, key = append(keys, text), false
		default:
			key = true
		}
	}
}

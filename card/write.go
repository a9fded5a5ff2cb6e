package card

import (
	"bytes"
	"encoding/base64"
	"encoding/binary"
	"encoding/json"
	"fmt"
	"hash/crc32"
	"strings"
)

// FromText returns a card of a text in the program's own form, as [Card.Text] writes
// it: a text under one of its headings is that part, the rest is the description.
// name is whose card it is, and never "".
func FromText(name, text string) *Card {
	c := &Card{Version: V3, Name: name}
	text = strings.TrimSpace(plain(text))
	for heading := "# " + oneLine(name) + "\n"; strings.HasPrefix(text+"\n", heading); {
		text = strings.TrimSpace((text + "\n")[len(heading):])
	}
	for _, section := range Sections(text) {
		c.put(section.Part, section.Text)
	}
	return c
}

// put sets a part. The world becomes entries, one for each heading in it.
func (c *Card) put(p Part, text string) {
	switch p {
	case Description:
		c.Description = text
	case Personality:
		c.Personality = text
	case Scenario:
		c.Scenario = text
	case Instructions:
		c.System = text
	case Examples:
		c.Examples = text
	case Last:
		c.Last = text
	case World:
		c.Book = &Book{Entries: worldEntries(text)}
	}
}

func worldEntries(text string) []Entry {
	var all []Entry
	name, content := "", ""
	end := func() {
		if content = strings.TrimSpace(content); content != "" && len(all) < MaxEntries {
			all = append(all, Entry{Name: name, Content: content, Constant: true, Enabled: true, Order: len(all)})
		}
		content = ""
	}
	for line := range strings.Lines(text) {
		if heading, ok := strings.CutPrefix(line, "### "); ok && len(all) < MaxEntries-1 {
			end()
			name = strings.TrimSpace(heading)
			continue
		}
		content += line
	}
	end()
	return all
}

// JSON returns the card as V3 has it, whatever it was read from. What is listed as
// unsupported isn't in it. A card that [Read] would refuse as too large is an
// [ErrTooLarge].
func (c *Card) JSON() ([]byte, error) { return c.as("chara_card_v3", "3.0") }

// as returns the card's JSON under the name of a specification: V2 is read with the
// fields of V3, too, which its programs ignore.
func (c *Card) as(spec, version string) ([]byte, error) {
	data := map[string]any{
		"name": c.Name, "description": c.Description, "personality": c.Personality, "scenario": c.Scenario, "mes_example": c.Examples,
		"first_mes": "", "alternate_greetings": []string{}, "group_only_greetings": listed(c.GroupGreetings),
		"system_prompt": c.System, "post_history_instructions": c.Last,
		"creator": c.Creator, "character_version": c.Edition, "creator_notes": c.Notes, "tags": listed(c.Tags), "extensions": struct{}{},
	}
	if len(c.Greetings) > 0 {
		data["first_mes"], data["alternate_greetings"] = c.Greetings[0], listed(c.Greetings[1:])
	}
	if c.Nickname != "" {
		data["nickname"] = c.Nickname
	}
	if c.Book != nil {
		data["character_book"] = c.Book.written()
	}
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	e.SetIndent("", "  ")
	if err := e.Encode(map[string]any{"spec": spec, "spec_version": version, "data": data}); err != nil {
		return nil, fmt.Errorf("card: %w", err)
	}
	if _, err := sized(b.Bytes()); err != nil {
		return nil, fmt.Errorf("card: %w", err)
	}
	return b.Bytes(), nil
}

func (b *Book) written() map[string]any {
	entries := make([]map[string]any, len(b.Entries))
	for i, e := range b.Entries {
		entries[i] = map[string]any{
			"name": e.Name, "comment": e.Comment, "content": e.Content, "keys": listed(e.Keys), "secondary_keys": listed(e.Secondary),
			"selective": e.Selective, "constant": e.Constant, "enabled": e.Enabled, "use_regex": e.Regex, "case_sensitive": e.CaseSensitive,
			"insertion_order": e.Order, "priority": e.Priority, "extensions": e.extended(),
		}
		if e.ID != "" {
			entries[i]["id"] = e.ID
		}
		if e.Position != Anywhere && e.Position != InChat {
			entries[i]["position"] = e.Position
		}
	}
	return map[string]any{
		"name": b.Name, "description": b.Description, "scan_depth": b.ScanDepth, "token_budget": b.TokenBudget,
		"recursive_scanning": b.Recursive, "extensions": struct{}{}, "entries": entries,
	}
}

// listed is a list that JSON writes as one, even if it is empty.
func listed(all []string) []string { return append([]string{}, all...) }

// PNG returns a picture that holds the card in place of any that it held: as V3, and
// as V2 for older programs. A picture that isn't a whole PNG is an [ErrNoCard]; for
// what is too large see [Card.JSON].
func (c *Card) PNG(picture []byte) ([]byte, error) {
	rest, ok := bytes.CutPrefix(picture, []byte(pngBegins))
	if !ok {
		return nil, fmt.Errorf("card: the template is no PNG: %w", ErrNoCard)
	}
	older, err := c.as("chara_card_v2", "2.0")
	if err != nil {
		return nil, err
	}
	text, err := c.JSON()
	if err != nil {
		return nil, err
	}
	out := []byte(pngBegins)
	for piece := range chunksOf(rest) {
		if piece.kind == lastChunk {
			out = append(out, textChunk(chunkV2, older)...)
			out = append(out, textChunk(chunkV3, text)...)
			return append(out, piece.whole...), nil
		}
		keyword, _, _ := bytes.Cut(piece.content, []byte{0})
		isText := piece.kind == "tEXt" || piece.kind == "zTXt" || piece.kind == "iTXt"
		if isText && (strings.EqualFold(string(keyword), chunkV2) || strings.EqualFold(string(keyword), chunkV3)) {
			continue
		}
		out = append(out, piece.whole...)
	}
	return nil, fmt.Errorf("card: the template is cut off: %w", ErrNoCard)
}

func textChunk(keyword string, text []byte) []byte {
	content := "tEXt" + keyword + "\x00" + base64.StdEncoding.EncodeToString(text)
	out := binary.BigEndian.AppendUint32(nil, uint32(len(content)-4))
	out = append(out, content...)
	return binary.BigEndian.AppendUint32(out, crc32.ChecksumIEEE([]byte(content)))
}

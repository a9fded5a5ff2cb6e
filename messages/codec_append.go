package messages

import "strconv"

// Nearly all events are lines, so they are written without encoding/json, byte
// for byte what it makes of a [writtenLine].

// appendLine writes l.
func appendLine(b []byte, l *Line) []byte {
	b = append(appendQuoted(append(b, `{"id":`...), string(l.ID)), ',')
	b = appendText(b, `"channel":`, l.Channel)
	b = appendText(b, `"account":`, l.Account)
	if l.Author != (Author{}) {
		b = append(b, `"author":{`...)
		b = appendText(b, `"id":`, l.Author.ID)
		b = appendText(b, `"name":`, l.Author.Name)
		b = appendFlag(b, `"bot":true`, l.Author.Bot)
		b = append(closed(b, '}'), ',')
	}
	b = appendText(b, `"text":`, l.Text)
	b = appendNumber(b, `"at":`, int64(l.At))
	b = appendTexts(b, `"mentions":[`, l.Mentions)
	b = appendFlag(b, `"everyone":true`, l.Everyone)
	b = appendTexts(b, `"roles":[`, l.Roles)
	if l.ReplyTo != (Reply{}) {
		b = append(b, `"reply_to":{`...)
		b = appendText(b, `"id":`, l.ReplyTo.ID)
		b = appendText(b, `"author":`, l.ReplyTo.Author)
		b = appendFlag(b, `"thread_root":true`, l.ReplyTo.ThreadRoot)
		b = append(closed(b, '}'), ',')
	}
	b = appendAttachments(b, l.Attachments)
	b = appendText(b, `"nonce":`, l.Nonce)
	b = appendFlag(b, `"dm":true`, l.DM)
	b = appendFlag(b, `"explicit_only":true`, l.ExplicitOnly)
	b = appendFlag(b, `"lull_endpoint":true`, l.LullEndpoint)
	b = appendFlag(b, `"backfilled":true`, l.Backfilled)
	b = appendFlag(b, `"crowded":true`, l.Crowded)
	b = appendFlag(b, `"notice":true`, l.Notice)
	b = appendFlag(b, `"overdrawn":true`, l.Overdrawn)
	b = appendFlag(b, `"shares_day":true`, l.SharesDay)
	b = appendFlag(b, `"pane":true`, l.Pane)
	b = appendText(b, `"audience":`, l.Audience)
	b = appendNumber(b, `"agreed":`, int64(l.Agreed))
	b = appendText(b, `"root":`, l.Root)
	if l.Meta != (Meta{}) {
		b = append(l.Meta.append(append(b, `"meta":"`...)), '"', ',')
	}
	return closed(b, '}')
}

func appendAttachments(b []byte, list []Attachment) []byte {
	if len(list) == 0 {
		return b
	}
	b = append(b, `"attachments":[`...)
	for _, a := range list {
		b = appendText(append(b, '{'), `"id":`, a.ID)
		b = appendText(b, `"name":`, a.Name)
		b = appendText(b, `"type":`, a.Type)
		b = appendNumber(b, `"bytes":`, a.Bytes)
		b = append(closed(b, '}'), ',')
	}
	return append(closed(b, ']'), ',')
}

// Each of these writes a field and a comma, or nothing for a field at zero.

func appendText[S ~string](b []byte, name string, s S) []byte {
	if s == "" {
		return b
	}
	return append(appendQuoted(append(b, name...), string(s)), ',')
}

func appendTexts[S ~string](b []byte, name string, list []S) []byte {
	if len(list) == 0 {
		return b
	}
	b = append(b, name...)
	for _, s := range list {
		b = append(appendQuoted(b, string(s)), ',')
	}
	return append(closed(b, ']'), ',')
}

func appendNumber(b []byte, name string, n int64) []byte {
	if n == 0 {
		return b
	}
	return append(strconv.AppendInt(append(b, name...), n, 10), ',')
}

func appendFlag(b []byte, field string, set bool) []byte {
	if !set {
		return b
	}
	return append(append(b, field...), ',')
}

// closed ends an object or an array, replacing the last field's comma.
func closed(b []byte, with byte) []byte {
	if last := len(b) - 1; b[last] == ',' {
		b[last] = with
		return b
	}
	return append(b, with)
}

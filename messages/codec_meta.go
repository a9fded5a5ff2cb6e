package messages

import (
	"bytes"
	"encoding/hex"
	"errors"
	"fmt"
	"strconv"
)

// traceparentLen is the length of "00-<trace>-<span>-<flags>", W3C Trace
// Context level 1, section 3.2.
const traceparentLen = 2 + 1 + 32 + 1 + 16 + 1 + 2

var errMeta = errors.New("want traceparent, instant and id")

// MarshalText returns m as "traceparent instant id", for instance
//
//	00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01 1700000000000 7
//
// and a zero Meta as nothing. It never fails.
func (m Meta) MarshalText() ([]byte, error) {
	if m == (Meta{}) {
		return nil, nil
	}
	return m.append(make([]byte, 0, 96)), nil
}

func (m Meta) append(b []byte) []byte {
	b = append(b, "00-"...)
	b = hex.AppendEncode(b, m.TraceID[:])
	b = append(b, '-')
	b = hex.AppendEncode(b, m.SpanID[:])
	b = append(b, '-')
	b = hex.AppendEncode(b, []byte{m.Flags})
	b = append(b, ' ')
	b = strconv.AppendInt(b, int64(m.At), 10)
	b = append(b, ' ')
	return strconv.AppendUint(b, uint64(m.ID), 10)
}

// UnmarshalText reads what [Meta.MarshalText] wrote.
func (m *Meta) UnmarshalText(text []byte) error {
	*m = Meta{}
	if len(text) == 0 {
		return nil
	}
	parent, rest, _ := bytes.Cut(text, []byte(" "))
	at, id, parted := bytes.Cut(rest, []byte(" "))
	if len(parent) != traceparentLen || string(parent[:3]) != "00-" || parent[35] != '-' || parent[52] != '-' || !parted {
		return fmt.Errorf("meta %q: %w", text, errMeta)
	}
	if _, err := hex.Decode(m.TraceID[:], parent[3:35]); err != nil {
		return fmt.Errorf("meta %q: %w", text, err)
	}
	if _, err := hex.Decode(m.SpanID[:], parent[36:52]); err != nil {
		return fmt.Errorf("meta %q: %w", text, err)
	}
	flags, err := strconv.ParseUint(string(parent[53:]), 16, 8)
	if err != nil {
		return fmt.Errorf("meta %q: flags: %w", text, err)
	}
	instant, err := strconv.ParseInt(string(at), 10, 64)
	if err != nil {
		return fmt.Errorf("meta %q: instant: %w", text, err)
	}
	number, err := strconv.ParseUint(string(id), 10, 32)
	if err != nil {
		return fmt.Errorf("meta %q: id: %w", text, err)
	}
	m.Flags, m.At, m.ID = byte(flags), Instant(instant), uint32(number)
	return nil
}

// Package layout knows how a store is laid out: which streams it has, how they
// are made, and the subject of every message. It reaches no server.
//
// After its prefix P a store has:
//
//	stream      subjects                                         keeps
//	P-lines-<k> P.line.<k>.<channel>                             the events of partition k
//	            P.line.<k>.=owned                                whose partition k is from then on
//	P-snaps-<k> P.snap.<k>.<channel>                             states, append-only; the newest of a subject counts
//	P-due       P.due.<channel>                                  the earliest deadline of a snapshot, or for ten minutes that it is gone
//	P-outbox    P.out.<channel>.<post>.<account>, … .=done       posts, and the mark of those removed
//	P-notes     P.note.<channel>                                 the ledger
//	P-observed  P.seen.<channel>                                 the ledger's observing notes, packed
//	P-dead      P.dead.<channel>.<post or =seq>                  dead letters
//	P-audit     P.audit.entry                                    what people had the program do, as a chain of hashes
//	P-key-<s>   P.key.<s>.root, P.key.<s>.index.<version>        what leads to the keys of all texts, twice
//	P-tree-<s>  P.tree.<s>.<part>.<version>                      the keys
//	P-meta      P.meta.<word>                                    form, epoch, owner, checkpoint-<k>, now, audit-key, pool-<name>.<word>, restoring
//	            P.meta.seals.<process>                           under which epoch a process seals texts, on an outside server
//
// In no stream are P.ask.index, where the processes that have the store are asked for
// what their indexes know, P.ask.channel, where for what they have written of a channel,
// and P.told.keys, where they tell that something is forgotten. Events, states, notes, posts and dead letters are sealed.
//
// Once a store was repartitioned <k> is <generation>-<k>.
//
// A channel is three tokens, or four for a thread: network, workspace, chat,
// thread.
package layout

import (
	"fmt"
	"strconv"
	"strings"

	"familiar/messages"
)

// Token writes s as one token of a subject: what is not a letter, a digit, '-'
// or '_' becomes '=' and two hex digits; nothing at all is "=".
func Token(s string) string {
	var room [usualSubject]byte
	return string(appendToken(room[:0], s))
}

// odd reports whether a byte is written as '=' and two hex digits.
func odd(c byte) bool {
	return (c < 'a' || c > 'z') && (c < 'A' || c > 'Z') && (c < '0' || c > '9') && c != '-' && c != '_'
}

// appendToken is [Token] after b.
func appendToken(b []byte, s string) []byte {
	if s == "" {
		return append(b, '=')
	}
	plain := 0
	for plain < len(s) && !odd(s[plain]) {
		plain++
	}
	b = append(b, s[:plain]...) // all of it, mostly
	for i := plain; i < len(s); i++ {
		if c := s[i]; odd(c) {
			b = append(b, '=', hex[c>>4], hex[c&15])
		} else {
			b = append(b, c)
		}
	}
	return b
}

const hex = "0123456789abcdef"

// Untoken is the way back.
func Untoken(t string) (string, error) {
	if t == "=" {
		return "", nil
	}
	if !strings.Contains(t, "=") {
		return t, nil
	}
	var b strings.Builder
	for i := 0; i < len(t); i++ {
		if t[i] != '=' {
			b.WriteByte(t[i])
			continue
		}
		if i+2 >= len(t) {
			return "", fmt.Errorf("token %q is truncated", t)
		}
		c, err := strconv.ParseUint(t[i+1:i+3], 16, 8)
		if err != nil {
			return "", fmt.Errorf("token %q: %w", t, err)
		}
		b.WriteByte(byte(c))
		i += 2
	}
	return b.String(), nil
}

// maxSubject bounds what a channel's id may grow to; a network's are far
// shorter.
const maxSubject = 2048

// ChannelTokens writes a channel's id as tokens of a subject. The parts of an id
// don't hold a slash.
func ChannelTokens(channel messages.ChannelID) (string, error) {
	var room [usualSubject]byte
	b, err := appendChannel(room[:0], channel)
	return string(b), err
}

// usualSubject is how long nearly all subjects are at most.
const usualSubject = 128

// appendChannel is [ChannelTokens] after b.
func appendChannel(b []byte, channel messages.ChannelID) ([]byte, error) {
	if slashes := strings.Count(string(channel), "/"); slashes < 2 || slashes > 3 {
		return nil, fmt.Errorf("channel %q: want network/workspace/chat or network/workspace/chat/thread", channel)
	}
	start := len(b)
	for rest, more := string(channel), true; more; {
		var part string
		part, rest, more = strings.Cut(rest, "/")
		if b = appendToken(b, part); more {
			b = append(b, '.')
		}
	}
	if size := len(b) - start; size > maxSubject {
		return nil, fmt.Errorf("channel: its id takes %d bytes, at most %d are allowed", size, maxSubject)
	}
	return b, nil
}

// ChannelOf reads the tokens of a channel.
func ChannelOf(tokens []string) (messages.ChannelID, error) {
	parts := make([]string, len(tokens))
	for i, t := range tokens {
		part, err := Untoken(t)
		if err != nil {
			return "", err
		}
		parts[i] = part
	}
	return messages.ChannelID(strings.Join(parts, "/")), nil
}

// ChannelIn reads the channel that stands in a subject after so many tokens.
func ChannelIn(subject string, before int) (messages.ChannelID, error) {
	tokens := subject
	for range before {
		var more bool
		if _, tokens, more = strings.Cut(tokens, "."); !more {
			return "", fmt.Errorf("subject %q doesn't name a channel", subject)
		}
	}
	if !strings.Contains(tokens, "=") {
		return messages.ChannelID(strings.ReplaceAll(tokens, ".", "/")), nil
	}
	return ChannelOf(strings.Split(tokens, "."))
}

// Package bridgetest is a network in memory with a bridge to it: what tests of
// familiar's own use where an author has a real one. The bridge is written from
// docs/bridges.md and knows nothing else of ours, as theirs is.
package bridgetest

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"
)

// A Hall is the network: chats with lines in them, and who is there.
type Hall struct {
	mu      sync.Mutex // people and bridges come from goroutines of their own
	last    int
	lines   []*said
	ailing  int            // posts that it will answer with an error of its own
	made    map[string]int // lines by the id of the post that made them
	bridges []*Bridge
}

// A said is a line as the hall keeps it.
type said struct {
	id, chat, author, text string
	dm                     bool
	file                   string
	at                     int64
	post                   string
}

// NewHall returns an empty one.
func NewHall() *Hall { return &Hall{made: make(map[string]int)} }

// Say has somebody say a text in a chat, with the name of a file or "", and returns the
// line's id. Who hears it are the bridges that are in that chat; an "@" before the id of
// one's account calls it.
func (h *Hall) Say(chat, author, text, file string, dm bool) string {
	h.mu.Lock()
	defer h.mu.Unlock()
	return h.say(&said{chat: chat, author: author, text: strings.ToValidUTF8(text, "\uFFFD"), file: file, dm: dm}).id
}

// say adds a line. The lock is held.
func (h *Hall) say(l *said) *said {
	h.last++
	l.id, l.at = strconv.Itoa(h.last), time.Now().UnixMilli()
	h.lines = append(h.lines, l)
	e := map[string]any{"type": "line", "chat": l.chat, "dm": l.dm, "id": l.id, "at": l.at, "author": whois(l.author), "text": l.text, "mentions": h.called(l.text)}
	if l.post != "" {
		e["post"], e["author"] = l.post, map[string]any{"id": l.author, "bot": true}
	}
	if l.file != "" {
		e["attachments"] = []any{map[string]any{"id": "f" + l.id, "name": l.file, "type": "text/plain", "bytes": 7}}
	}
	h.tell(l.chat, e)
	return l
}

// called returns whom a text calls. The lock is held.
func (h *Hall) called(text string) []string {
	ids := []string{}
	for _, b := range h.bridges {
		if strings.Contains(text, "@"+b.Me) {
			ids = append(ids, b.Me)
		}
	}
	return ids
}

// Change has whoever said a line give it another text.
func (h *Hall) Change(line, text string) {
	h.mu.Lock()
	defer h.mu.Unlock()
	for _, l := range h.lines {
		if l.id == line {
			l.text = text
			h.tell(l.chat, map[string]any{"type": "edit", "chat": l.chat, "dm": l.dm, "id": l.id, "author": whois(l.author), "text": text, "mentions": h.called(text)})
		}
	}
}

// Delete has whoever said a line take it back.
func (h *Hall) Delete(line string) {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.lines = slices.DeleteFunc(h.lines, func(l *said) bool {
		if l.id == line {
			h.tell(l.chat, map[string]any{"type": "delete", "chat": l.chat, "dm": l.dm, "id": l.id})
		}
		return l.id == line
	})
}

// part has a bridge be nowhere any more.
func (h *Hall) part(b *Bridge) {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.bridges = slices.DeleteFunc(h.bridges, func(other *Bridge) bool { return other == b })
}

// whois returns somebody with an id that holds nothing of their name, as networks do.
func whois(name string) map[string]any {
	sum := sha256.Sum256([]byte(name))
	return map[string]any{"id": hex.EncodeToString(sum[:6]), "name": name}
}

// tell has the bridges in a chat report something. The lock is held.
func (h *Hall) tell(chat string, event map[string]any) {
	for _, b := range h.bridges {
		if slices.Contains(b.Chats, chat) {
			b.events <- event
		}
	}
}

// React has somebody react to a line, or take that back.
func (h *Hall) React(chat, line, emoji string, removed bool) {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.tell(chat, map[string]any{"type": "reaction", "chat": chat, "id": line, "author": whois("ana"), "emoji": emoji, "removed": removed})
}

// PassOn has somebody pass a message of another place on.
func (h *Hall) PassOn(chat, author, text, mention string) {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.last++
	h.tell(chat, map[string]any{
		"type": "line", "chat": chat, "id": strconv.Itoa(h.last), "author": whois(author),
		"text": text, "mentions": []string{mention}, "forwarded": true,
	})
}

// Ail has the hall answer the next posts with an error and make none of them.
func (h *Hall) Ail(posts int) {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.ailing = posts
}

// Posted returns the texts, or with files the files, that somebody's bridge posted.
func (h *Hall) Posted(author string, files bool) (texts []string) {
	h.mu.Lock()
	defer h.mu.Unlock()
	for _, l := range h.lines {
		if l.author == author && (l.file != "") == files {
			texts = append(texts, l.text)
		}
	}
	return texts
}

// PostedIn returns the texts that somebody's bridge posted in a chat.
func (h *Hall) PostedIn(chat, author string) (texts []string) {
	h.mu.Lock()
	defer h.mu.Unlock()
	for _, l := range h.lines {
		if l.chat == chat && l.author == author && l.file == "" {
			texts = append(texts, l.text)
		}
	}
	return texts
}

// Stands returns the text of a line now.
func (h *Hall) Stands(line string) string {
	h.mu.Lock()
	defer h.mu.Unlock()
	for _, l := range h.lines {
		if l.id == line {
			return l.text
		}
	}
	return ""
}

// carryOut does what an order of a bridge says and returns the answer.
func (h *Hall) carryOut(b *Bridge, o order) map[string]any {
	h.mu.Lock()
	defer h.mu.Unlock()
	if !slices.Contains(b.Chats, o.Chat) {
		return map[string]any{"error": "I am not in " + o.Chat, "gone": true}
	}
	switch o.Type {
	case "post":
		return h.post(b, o)
	case "find":
		line, found := h.made[o.Post]
		return map[string]any{"found": found, "line": strconv.Itoa(line)}
	case "edit":
		for _, l := range h.lines {
			if l.id == o.Line && l.author == b.Me {
				l.text = o.Text
				return map[string]any{}
			}
		}
		return map[string]any{"error": "there is no such line of mine", "gone": true}
	case "members":
		return map[string]any{"members": map[string]any{"people": 2, "bots": len(h.bridges)}}
	case "history":
		var lines []any
		for _, l := range h.lines {
			if l.chat == o.Chat {
				lines = append(lines, map[string]any{"id": l.id, "author": whois(l.author), "text": l.text, "at": l.at})
			}
		}
		return map[string]any{"lines": lines[max(0, len(lines)-o.Tail):]}
	case "fetch":
		return map[string]any{"content": []byte("moth...")}
	}
	return map[string]any{} // a reaction, a sign of typing
}

// post makes a line of an order. The lock is held.
func (h *Hall) post(b *Bridge, o order) map[string]any {
	if h.ailing > 0 {
		h.ailing--
		return map[string]any{"error": "the network answers 503"}
	}
	l := &said{chat: o.Chat, dm: o.DM, author: b.Me, text: o.Text, post: o.Post}
	if o.File != nil {
		l.file, l.text = o.File.Name, fmt.Sprintf("%s: %s", o.File.Name, o.File.Text)
	}
	h.say(l)
	h.made[o.Post], _ = strconv.Atoi(l.id)
	return map[string]any{"line": l.id}
}

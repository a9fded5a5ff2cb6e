package agent

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"mime"
	"net/http"
	"slices"
	"strings"
	"unicode/utf8"

	"familiar/llm"
	"familiar/llm/quote"
	"familiar/messages"
)

const (
	historyMost  = 50      // lines of one look
	historyLooks = 8       // in one turn
	historyCut   = 800     // characters of a line
	openMost     = 8       // attachments in one turn
	textMost     = 1 << 20 // bytes of a text that is opened
	imageMost    = 5 << 20 // bytes of a picture
)

// pictures are the media types a model can be shown.
var pictures = []string{"image/png", "image/jpeg", "image/gif", "image/webp"}

// An attached is a file and the number of its line.
type attached struct {
	messages.Attachment
	line int
}

// attachments are those of the lines shown, in their order; the tools know
// each by its place.
func (t *Turn) attachments() []attached {
	var all []attached
	for i, q := range t.shown {
		for _, a := range q.Attachments {
			all = append(all, attached{a, i + 1})
		}
	}
	return all
}

var listAttachments Tool = verb{
	"List the files attached to the lines you were shown, with the ids by which they can be opened.",
	nothing,
	func(_ context.Context, turn *Turn, _ json.RawMessage) (string, error) {
		var b strings.Builder
		for i, a := range turn.attachments() {
			size := "size unknown"
			if a.Bytes > 0 {
				size = fmt.Sprintf("%d bytes", a.Bytes)
			}
			fmt.Fprintf(&b, "a%d: %s, %s, %s, by %s\n", i+1, quote.OneLine(a.Name, 100), quote.OneLine(a.Type, 100), size, quote.Name(turn.shown[a.line-1].Author.Name))
		}
		if b.Len() == 0 {
			return "nothing is attached", nil
		}
		return b.String(), nil
	},
}

// openAttachment reads one: a text is the result, a picture is shown beside
// it.
func openAttachment(p Ports) Tool {
	use := func(ctx context.Context, turn *Turn, arguments json.RawMessage) (string, error) {
		a, err := read[struct {
			ID string `json:"id"`
		}](arguments)
		if err != nil {
			return "", err
		}
		all := turn.attachments()
		var at int
		if _, err := fmt.Sscanf(a.ID, "a%d", &at); err != nil || at < 1 || at > len(all) {
			return "", errors.New("there is no attachment of that id: want one that attachments_list gives")
		}
		if err := turn.spend(messages.ToolAttachmentsOpen, openMost); err != nil {
			return "", err
		}
		return turn.open(ctx, p, all[at-1])
	}
	return verb{
		"Open a file attached to a line you were shown: a text, or a picture if you can see.",
		`{"type":"object","properties":{"id":{"type":"string","description":"its id, from attachments_list"}},"required":["id"],"additionalProperties":false}`,
		use,
	}
}

func (t *Turn) open(ctx context.Context, p Ports, a attached) (string, error) {
	kind, _, _ := mime.ParseMediaType(a.Type)
	picture := slices.Contains(pictures, kind)
	most := int64(textMost)
	switch {
	case picture && !p.Images:
		return "", errors.New("it is a picture, and you can't see")
	case picture:
		most = imageMost
	case !isText(kind):
		return "", fmt.Errorf("it is neither a text nor a picture, but %q", quote.OneLine(a.Type, 100))
	}
	if a.Bytes > most {
		return "", fmt.Errorf("it is too large: %d bytes, at most %d can be opened", a.Bytes, most)
	}
	content, err := p.Fetch(ctx, t.shown[a.line-1].ID, a.Attachment)
	if err != nil {
		return "", fmt.Errorf("it can't be fetched: %w", err)
	}
	defer content.Close()
	whole, err := io.ReadAll(io.LimitReader(content, most+1))
	switch {
	case err != nil:
		return "", fmt.Errorf("it can't be read: %w", err)
	case int64(len(whole)) > most:
		return "", fmt.Errorf("it is too large: more than %d bytes", most)
	case picture:
		return t.see(whole)
	case !utf8.Valid(whole):
		return "", errors.New("it is not a text in UTF-8")
	}
	return string(whole), nil
}

// see has a picture shown as what it is: providers turn down a whole request
// for one of another type than it says, or of none.
func (t *Turn) see(picture []byte) (string, error) {
	kind := http.DetectContentType(picture)
	if !slices.Contains(pictures, kind) {
		return "", fmt.Errorf("it is none of %s, whatever it is called", strings.Join(pictures, ", "))
	}
	t.images = append(t.images, llm.Image{Type: kind, Data: picture})
	return "you are shown it", nil
}

// isText reports whether a media type is one of text; of none nobody knows.
func isText(kind string) bool {
	return kind == "" || strings.HasPrefix(kind, "text/") || strings.HasSuffix(kind, "+json") || strings.HasSuffix(kind, "+xml") ||
		slices.Contains([]string{"application/json", "application/xml", "application/yaml", "application/toml"}, kind)
}

// history looks further back than the page. What it finds is numbered on, so
// that it can be spoken of, and looked back from.
func history(look func(context.Context, messages.LineID, int) ([]messages.Quoted, error)) Tool {
	use := func(ctx context.Context, turn *Turn, arguments json.RawMessage) (string, error) {
		a, err := read[struct {
			Before number `json:"before"`
			N      int    `json:"n"`
		}](arguments)
		if err != nil {
			return "", err
		}
		if a.N < 1 || a.N > historyMost {
			return "", fmt.Errorf("n: want 1 to %d lines, got %d", historyMost, a.N)
		}
		var before messages.LineID
		if a.Before != 0 || len(turn.shown) > 0 {
			if a.Before < 1 {
				a.Before = turn.oldest()
			}
			q, err := turn.line(a.Before)
			if err != nil {
				return "", err
			}
			before = q.ID
		}
		if err := turn.spend(messages.ToolHistory, historyLooks); err != nil {
			return "", err
		}
		lines, err := look(ctx, before, a.N)
		if err != nil {
			return "", err
		}
		return turn.quoteLines(lines), nil
	}
	return verb{
		"Read earlier lines of this channel than you were shown.",
		`{"type":"object","properties":{"before":{"type":"integer","description":"the number of a line, behind # in front of it; 0 for the first you were shown"},"n":{"type":"integer","description":"how many lines, 1 to 50"}},"required":["before","n"],"additionalProperties":false}`,
		use,
	}
}

// oldest returns the number of the first line that was shown, but for the one the
// thread hangs off: that is shown however long ago it was said.
func (t *Turn) oldest() number {
	if len(t.shown) > 1 && t.shown[0].Root {
		return 2
	}
	return 1
}

// quoteLines returns lines a line each, and has the turn know them as shown.
func (t *Turn) quoteLines(lines []messages.Quoted) string {
	if len(lines) == 0 {
		return "there are no earlier lines"
	}
	var b strings.Builder
	for _, q := range lines {
		t.shown = append(t.shown, q)
		who := quote.Name(q.Author.Name)
		if q.Own {
			who = "[you] " + who // no name has a bracket
		}
		if q.Root {
			who = "[the thread's start] " + who
		}
		fmt.Fprintf(&b, "#%d %s %s: %s\n", len(t.shown), q.At.Time().Format("2006-01-02 15:04"), who, quote.OneLine(q.Text, historyCut))
	}
	return b.String()
}

package agent

import (
	"context"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"

	"familiar/llm/quote"
	"familiar/messages"
)

// Ports are what a turn's place offers besides talking. A port that is nil, or
// false, offers nothing, and its tool is not there.
type Ports struct {
	// Engage opens the window of a channel of the order's room for the order's
	// familiar. refused is "" or, as a clause that names who has it, why not;
	// an error says that nobody knows.
	Engage func(ctx context.Context, order messages.Compose, channel messages.ChannelID) (refused string, err error)
	// History gives up to n lines of the channel from before a line, "" for
	// the newest, oldest first; none of what is deleted or was hidden.
	History func(ctx context.Context, before messages.LineID, n int) ([]messages.Quoted, error)
	// Fetch opens what is attached to a line; the caller closes it.
	Fetch func(ctx context.Context, line messages.LineID, a messages.Attachment) (io.ReadCloser, error)

	Images bool // the model can be shown pictures
	React  bool // the network has reactions
	Fork   bool // replies may be corrected aside
	Edit   bool // the network lets the account change its lines
	Files  bool // the account can post files
}

// Offer returns the basic tools and those that the ports have.
func Offer(p Ports) Toolbox {
	box := Basic()
	if p.Engage != nil {
		box[string(messages.ToolEngage)] = engage(p.Engage)
	}
	if p.Fork {
		box[string(messages.ToolFork)] = fork
	}
	if p.React {
		box[string(messages.ToolReact)] = react
	}
	if p.Fetch != nil {
		box[string(messages.ToolAttachmentsList)] = listAttachments
		box[string(messages.ToolAttachmentsOpen)] = openAttachment(p)
	}
	if p.Edit {
		box[string(messages.ToolEdit)] = editMessage
	}
	if p.Files {
		box[string(messages.ToolFile)] = sendFile
	}
	if p.History != nil {
		box[string(messages.ToolHistory)] = history(p.History)
	}
	return box
}

// Only keeps these; nil keeps all.
func (b Toolbox) Only(names []messages.Tool) Toolbox {
	if names == nil {
		return b
	}
	return b.filter(func(tool messages.Tool) bool { return slices.Contains(names, tool) })
}

// Without leaves these out.
func (b Toolbox) Without(names []messages.Tool) Toolbox {
	if len(names) == 0 {
		return b
	}
	return b.filter(func(tool messages.Tool) bool { return !slices.Contains(names, tool) })
}

func (b Toolbox) filter(these func(messages.Tool) bool) Toolbox {
	kept := Toolbox{}
	for name, tool := range b {
		if these(messages.Tool(name)) {
			kept[name] = tool
		}
	}
	return kept
}

// numbers reports whether a tool speaks of lines by their number.
func (b Toolbox) numbers() bool {
	for _, tool := range []messages.Tool{messages.ToolFork, messages.ToolReact, messages.ToolEdit, messages.ToolHistory} {
		if _, has := b[string(tool)]; has {
			return true
		}
	}
	return false
}

// shown returns the lines that a page has, in its order.
func shown(order messages.Compose) []messages.Quoted {
	return slices.Concat(order.Earlier, order.Recent, order.Addressed)
}

// begin has the turn know what its page shows, in the page's order.
func (t *Turn) begin(name string, order messages.Compose, tag string) {
	t.name, t.order, t.tag, t.used = name, order, tag, map[messages.Tool]int{}
	t.shown = shown(order)
}

// line returns the line of that number.
func (t *Turn) line(n number) (messages.Quoted, error) {
	if n < 1 || int(n) > len(t.shown) {
		return messages.Quoted{}, fmt.Errorf("there is no line %d: want the number behind # in front of a line, 1 to %d", n, len(t.shown))
	}
	return t.shown[n-1], nil
}

// ownLine returns the line of that number if the familiar said it.
func (t *Turn) ownLine(n number) (messages.Quoted, error) {
	q, err := t.line(n)
	if err == nil && !q.Own {
		err = fmt.Errorf("line %d is not yours", n)
	}
	return q, err
}

// spend counts one use of a tool that a turn has only so many of.
func (t *Turn) spend(tool messages.Tool, most int) error {
	if t.used[tool] >= most {
		return fmt.Errorf("%s can be used %d times in a turn, and was", tool, most)
	}
	t.used[tool]++
	return nil
}

// A number is how a model names a line: 3, "3" or "#3".
type number int

// UnmarshalJSON implements json.Unmarshaler.
func (n *number) UnmarshalJSON(b []byte) error {
	text := strings.TrimPrefix(strings.Trim(string(b), `" `), "#")
	v, err := strconv.Atoi(text)
	if err != nil {
		return fmt.Errorf("%s is no number of a line", quote.OneLine(string(b), 40))
	}
	*n = number(v)
	return nil
}

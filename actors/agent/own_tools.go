package agent

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"familiar/messages"
	"familiar/policy/file"
	"familiar/policy/revision"
)

// editMessage asks for another text of an own line; it is given when the turn
// has ended.
var editMessage Tool = verb{
	"Change the text of a message of yours from the last hour, where a mistake is mended better than by another message. People see that it was edited, and nobody is told.",
	`{"type":"object","properties":{"line":{"type":"integer","description":"the number of your line, behind # in front of it"},"text":{"type":"string","description":"the whole new text"}},"required":["line","text"],"additionalProperties":false}`,
	func(_ context.Context, turn *Turn, arguments json.RawMessage) (string, error) {
		a, err := read[struct {
			Line number `json:"line"`
			Text string `json:"text"`
		}](arguments)
		if err != nil {
			return "", err
		}
		a.Text = turn.own(a.Text)
		q, err := turn.ownLine(a.Line)
		switch {
		case err != nil:
			return "", err
		case q.At != 0 && !revision.Fresh(q.At, messages.InstantOf(time.Now())):
			return "", fmt.Errorf("line %d is older than an hour: say it in a new message", a.Line)
		case strings.TrimSpace(a.Text) == "":
			return "", errors.New("text: want the whole new text")
		case slices.ContainsFunc(turn.composed.Edits, func(r messages.Revision) bool { return r.Line == q.ID }):
			return "", fmt.Errorf("line %d is changed in this turn already", a.Line)
		}
		if err := turn.spend(messages.ToolEdit, revision.Most); err != nil {
			return "", err
		}
		turn.composed.Edits = append(turn.composed.Edits, messages.Revision{Line: q.ID, Text: a.Text})
		return "it is changed when this turn has ended, unless it is too long for one message here", nil
	},
}

// sendFile adds a part that is a file.
var sendFile Tool = verb{
	"Post a text you wrote as a file and go on: code, a table, a long list; what a message can't hold well.",
	`{"type":"object","properties":{"name":{"type":"string","description":"the file's name, without a folder; it may end with ` + strings.Join(file.Extensions(), " ") + `, any other gets .txt"},"text":{"type":"string","description":"what stands in the file"}},"required":["name","text"],"additionalProperties":false}`,
	func(_ context.Context, turn *Turn, arguments json.RawMessage) (string, error) {
		a, err := read[messages.File](arguments)
		if err != nil {
			return "", err
		}
		a.Text = turn.untagged(a.Text)
		if err := file.Check(a.Text); err != nil {
			return "", err
		}
		a.Name = file.Name(a.Name)
		for _, sent := range turn.composed.Files {
			if sent.Name == a.Name {
				return "", fmt.Errorf("a file %s is posted in this turn already", a.Name)
			}
		}
		if journaled(turn.composed.Files)+journaled(a) > file.MostTurn {
			return "", errors.New("the files of this turn would be too long together: send less of it")
		}
		if err := turn.spend(messages.ToolFile, file.Most); err != nil {
			return "", err
		}
		turn.attach(a)
		return "sent as " + a.Name, nil
	},
}

// journaled returns how long something is as the journal writes it.
func journaled(what any) int {
	written, _ := json.Marshal(what) // strings always encode
	return len(written)
}

// attach adds a part that is a file.
func (t *Turn) attach(f messages.File) {
	if t.composed.Files == nil {
		t.composed.Files = map[int]messages.File{}
	}
	t.composed.Files[len(t.composed.Parts)] = f
	t.Send(file.Shown(f))
}

package app

import (
	"bytes"
	"encoding/json"
	"regexp"
	"slices"
	"strings"
	"testing"

	"familiar/llm"
	"familiar/llm/llmtest/server"
	"familiar/messages"
)

// scripted answers a line that has a word with a call, and the call's result
// with its words; any other line is answered with "fine".
func scripted(calls map[string]llm.Call) *server.Server {
	return server.Func(func(r server.Request) server.Answer {
		last := r.Messages[len(r.Messages)-1]
		if last.Role == llm.ToolRole {
			_, result, _ := strings.Cut(last.Text, "[tool] ")
			return server.Say("told: " + result)
		}
		if strings.Contains(last.Text, "! [fix]") {
			return server.Say("In 1912.")
		}
		_, asked, _ := strings.Cut(last.Text, "# Current")
		for word, call := range calls {
			if strings.Contains(asked, word) {
				if own := ownLine.FindStringSubmatch(last.Text); own != nil {
					call.Arguments = bytes.Replace(call.Arguments, []byte(itsOwn), []byte(own[1]), 1)
				}
				return server.Answer{Calls: []llm.Call{call}}
			}
		}
		return server.Say("fine")
	})
}

// itsOwn, as an argument, stands for the number of the first of its own lines
// that the model is shown. Whether the person's next one comes before it depends
// on how soon the network says that it is delivered.
const itsOwn = `"its own"`

var ownLine = regexp.MustCompile(`\[#(\d+) [^]]*you\] `)

func call(tool string, arguments map[string]any) llm.Call {
	raw, _ := json.Marshal(arguments) // a map of plain values always marshals
	return llm.Call{ID: "call-1", Name: tool, Arguments: raw}
}

// TestTools plays each tool that reaches out of a turn through the whole
// program, with a model behind HTTP.
func TestTools(t *testing.T) {
	t.Setenv("MODEL_KEY", secretKey)
	calls := map[string]llm.Call{
		"hold": call("engage", map[string]any{"channel": "web//mira", "thread": ""}),
		"back": call("history", map[string]any{"before": 2, "n": 50}),
		"wave": call("react", map[string]any{"line": 1, "emoji": ":wave:"}),
		"file": call("attachments_list", nil),
		"year": call("fork", map[string]any{"line": "its own", "why": "the year"}),
	}
	w := wire(t, seated("mira", "openai", server.Start(t, scripted(calls)), `preset = "window"`))
	told := func(story, line, want string) {
		t.Helper()
		before := w.count("mira")
		w.say(t, "mira", line)
		w.posted(t, "mira", before+1)
		if got := w.post(before); !strings.Contains(got.Text, want) {
			t.Errorf("%s: it says %q, want %q in it", story, got.Text, want)
		}
	}
	told("a line that needs no tool", "plain", "fine")
	told("a line is read back", "back", "Ana: @Fmira is it plain?")
	told("the window is opened", "hold", "done: every line there is for you now")
	if decided := w.decided("mira"); !strings.Contains(decided, "settled command: engage") {
		t.Errorf("got\n%swant the channel to have decided on engage", decided)
	}
	told("the network hands out no files", "file", "there is no tool")
	told("a reaction is added", "wave", "it is added")
	w.until(t, "mira", "a reaction", func() bool { return len(w.reacted) == 1 })
	told("a fork is asked for", "year", "it is asked for")
	w.until(t, "mira", "a correction", func() bool { return w.said[len(w.said)-1].Text == "In 1912." })
	if got := w.post(w.count("mira") - 1); got.ReplyTo == "" || got.Channel != channelOf("mira") {
		t.Errorf("the correction is %+v, want it in reply to the wrong line", got)
	}
}

// TestEngageIsRefusedTruly: another familiar holds the window, and the model is
// told which.
func TestEngageIsRefusedTruly(t *testing.T) {
	t.Setenv("MODEL_KEY", secretKey)
	held := call("engage", map[string]any{"channel": "web//mira", "thread": ""})
	address := server.Start(t, scripted(map[string]llm.Call{"hold": held}))
	text := seated("mira", "openai", address, `preset = "window"`) + seated("bo", "openai", address, `preset = "window"`)
	w := wire(t, strings.Replace(text, `familiars = ["mira"]`, `familiars = ["mira", "bo"]`, 1))
	seats := w.app.inForce.Now().Channel(channelOf("mira")).Seats
	if err := w.app.Tell(w.ctx, channelOf("mira"), messages.Commanded{Command: messages.EngageHere, Familiar: seats[1].Familiar}); err != nil {
		t.Fatal(err)
	}
	w.say(t, "mira", "hold")
	w.posted(t, "mira", 1)
	w.until(t, "mira", "mira's words", func() bool {
		return slices.ContainsFunc(w.said, func(p messages.Post) bool {
			return p.Familiar == "mira" && strings.Contains(p.Text, "refused: bo holds the window")
		})
	})
}

// count returns how many posts a channel has.
func (w *wired) count(channel string) int {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.posts[channelOf(channel)]
}

// post returns the post after so many, of all channels.
func (w *wired) post(after int) messages.Post {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.said[after]
}

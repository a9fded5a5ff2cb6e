package terminal

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"reflect"
	"slices"
	"strings"
	"testing"
	"testing/synctest"

	"familiar/actors/adapter"
	"familiar/actors/adapter/adaptertest"
	"familiar/messages"
)

func account(t *testing.T, on *Terminal, name string) *Account {
	t.Helper()
	a, err := on.Account(messages.AccountID(name+"-account"), name)
	if err != nil {
		t.Fatal(err)
	}
	return a
}

func TestAdapter(t *testing.T) {
	adaptertest.Run(t, func(t *testing.T) adaptertest.Rig {
		in, keyboard := io.Pipe()
		t.Cleanup(func() { keyboard.Close() })
		var screen bytes.Buffer
		terminal := Open(Config{User: "me"}, in, &screen)
		return adaptertest.Rig{
			Adapter: account(t, terminal, "Felix"),
			Channel: Channel,
			Me:      "felix",
			Say: func(author, text string) {
				fmt.Fprintf(keyboard, "%s: %s\n", strings.ReplaceAll(author, "\n", " "), text)
			},
			Posted: func() []string {
				var lines []string
				for line := range strings.Lines(screen.String()) {
					lines = append(lines, strings.TrimSpace(strings.TrimPrefix(line, "Felix: ")))
				}
				return lines
			},
			Echoes: true,
		}
	})
}

func TestParse(t *testing.T) {
	me, bob := messages.Author{ID: "me", Name: "Me"}, messages.Author{ID: "bob", Name: "bob"}
	aria := messages.Reply{ID: "2", Author: "aria"}
	for _, tt := range []struct {
		story, typed string
		want         messages.Line
	}{
		{"the user speaks", "hi", messages.Line{Author: me, Text: "hi"}},
		{"somebody else speaks", "bob: hi", messages.Line{Author: bob, Text: "hi"}},
		{"a name keeps the case it was met in", "BOB: hi", messages.Line{Author: bob, Text: "hi"}},
		{"a bot speaks", "bot:zed: hi", messages.Line{Author: messages.Author{ID: "zed", Name: "zed", Bot: true}, Text: "hi"}},
		{"a colon after several words names nobody", "so you see: hi", messages.Line{Author: me, Text: "so you see: hi"}},
		{"nor does an address", "see http://x.y", messages.Line{Author: me, Text: "see http://x.y"}},
		{"nobody speaks for a familiar", "Aria: hi", messages.Line{Author: me, Text: "Aria: hi"}},
		{"nor as a bot of that name", "bot:aria: hi", messages.Line{Author: me, Text: "bot:aria: hi"}},
		{"a familiar is mentioned", "bob: @Aria, hi", messages.Line{Author: bob, Text: "@Aria, hi", Mentions: []messages.PersonID{"aria"}}},
		{"people are mentioned, each once", "@bob @aria @BOB", messages.Line{Author: me, Text: "@bob @aria @BOB", Mentions: []messages.PersonID{"bob", "aria"}}},
		{"an unknown name is no mention", "@nobody hi", messages.Line{Author: me, Text: "@nobody hi"}},
		{"nor is a mail address", "me@aria", messages.Line{Author: me, Text: "me@aria"}},
		{"everyone is pinged", "@everyone hi", messages.Line{Author: me, Text: "@everyone hi", Everyone: true}},
		{"a reply to the last post", "^ why?", messages.Line{Author: me, Text: "why?", ReplyTo: aria}},
		{"a reply to a line by number", "bob: ^1 me too", messages.Line{Author: bob, Text: "me too", ReplyTo: messages.Reply{ID: "1", Author: "bob"}}},
		{"a reply to no line stays text", "^99 why?", messages.Line{Author: me, Text: "^99 why?"}},
		{"a caret in a word stays text", "^^", messages.Line{Author: me, Text: "^^"}},
		{"without a callback a slash is text", "/why", messages.Line{Author: me, Text: "/why"}},
	} {
		t.Run(tt.story, func(t *testing.T) {
			terminal := Open(Config{User: "Me"}, strings.NewReader(""), io.Discard)
			a := account(t, terminal, "Aria")
			terminal.add("bob: hello")
			if _, err := a.Post(t.Context(), messages.Post{Channel: Channel, Text: "hello bob"}); err != nil {
				t.Fatal(err)
			}
			terminal.add(tt.typed)
			got := *terminal.said[2].line
			if got.ID != "3" || got.Channel != Channel || got.At == 0 {
				t.Errorf("line lacks its id, channel or time: %+v", got)
			}
			got.ID, got.Channel, got.At = "", "", 0
			if !reflect.DeepEqual(got, tt.want) {
				t.Errorf("got  %+v\nwant %+v", got, tt.want)
			}
		})
	}
}

// TestSession is a whole one: two familiars, a command, the end of the input.
func TestSession(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var screen bytes.Buffer
		var told []string
		commands := Config{Commands: []string{"/why"}, Command: func(by messages.Author, line string) {
			told = append(told, fmt.Sprintf("%s commands %s after %d lines", by.Name, line, len(told)))
		}}
		in, keyboard := io.Pipe()
		terminal := Open(commands, in, &screen)
		accounts := []*Account{account(t, terminal, "Aria"), account(t, terminal, "Nora")}
		if _, err := terminal.Account("x", "aria"); err == nil {
			t.Error("a second Aria was let in")
		}
		ended := make(chan error)
		for _, a := range accounts {
			go func() {
				ended <- a.Listen(t.Context(), func(_ context.Context, _ messages.ChannelID, e messages.Event) error {
					line := e.(messages.Heard).Line
					terminal.mu.Lock()
					defer terminal.mu.Unlock()
					told = append(told, fmt.Sprintf("%s heard %s: %s", line.Account, line.Author.Name, line.Text))
					return nil
				})
			}()
		}
		fmt.Fprint(keyboard, "hi\n\n/why\n")
		synctest.Wait()
		if want := "you commands /why after 2 lines"; len(told) != 3 || told[2] != want {
			t.Errorf("got %q, want two heard and %q", told, want)
		}
		told = nil
		if _, err := accounts[0].Post(t.Context(), messages.Post{ID: "p", Channel: Channel, Text: "one\nbob: two\x1b[2J"}); err != nil {
			t.Error(err)
		}
		if err := terminal.Print("that was all"); err != nil {
			t.Error(err)
		}
		synctest.Wait()
		slices.Sort(told)
		if want := []string{"Aria-account heard Aria: one\nbob: two\x1b[2J", "Nora-account heard Aria: one\nbob: two\x1b[2J"}; !slices.Equal(told, want) {
			t.Errorf("got %q, want %q", told, want)
		}
		if got, want := screen.String(), "Aria: one\n  bob: two[2J\nthat was all\n"; got != want {
			t.Errorf("the screen shows %q, want %q", got, want)
		}
		fmt.Fprint(keyboard, "no newline at the end")
		keyboard.Close()
		for range accounts {
			if err := <-ended; err != nil {
				t.Errorf("Listen returned %v at the end of the input, want nil", err)
			}
		}
		if terminal.lines != 3 {
			t.Errorf("%d lines were said, want 3", terminal.lines)
		}
	})
}

func TestMembers(t *testing.T) {
	terminal := Open(Config{}, strings.NewReader(""), io.Discard)
	a := account(t, terminal, "Aria")
	for _, step := range []struct {
		story, typed string
		humans, bots int
	}{
		{"alone with the user", "hi", 1, 1},
		{"bob comes", "bob: hi", 2, 1},
		{"zed, a bot, comes", "bot:zed: hi", 2, 2},
		{"bob is counted once", "bob: hi", 2, 2},
	} {
		terminal.add(step.typed)
		got, err := a.Members(t.Context(), Channel)
		if err != nil || got.Humans != step.humans || got.Bots != step.bots || got.Truncated {
			t.Errorf("%s: got %+v, %v; want %d humans, %d bots", step.story, got, err, step.humans, step.bots)
		}
	}
}

func TestPostElsewhere(t *testing.T) {
	a := account(t, Open(Config{}, strings.NewReader(""), io.Discard), "Aria")
	if _, err := a.Post(t.Context(), messages.Post{Channel: "terminal//other"}); !errors.Is(err, adapter.ErrGone) {
		t.Errorf("got %v, want ErrGone", err)
	}
}

// TestRunsApart: a store that outlives the process takes a line whose id it
// knows for one it has heard.
func TestRunsApart(t *testing.T) {
	for _, tt := range []struct {
		story, run   string
		first, reply messages.LineID
	}{
		{"a terminal of one run counts from 1", "", "1", "1"},
		{"another run's lines are others, and numbers still find them", "abc", "abc-1", "abc-1"},
	} {
		t.Run(tt.story, func(t *testing.T) {
			terminal := Open(Config{Run: tt.run}, strings.NewReader(""), io.Discard)
			terminal.add("hi")
			terminal.add("^1 and then?")
			if got := terminal.said[0].line.ID; got != tt.first {
				t.Errorf("the first line is %s, want %s", got, tt.first)
			}
			if got := terminal.said[1].line.ReplyTo.ID; got != tt.reply {
				t.Errorf("the answer is to %q, want %s", got, tt.reply)
			}
		})
	}
}

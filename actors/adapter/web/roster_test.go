package web

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
	"testing/synctest"

	"familiar/actors/adapter"
	"familiar/messages"
)

func TestAccount(t *testing.T) {
	n := Open(Config{})
	add(t, n, "web/aria", "Aria")
	for _, tt := range []struct {
		story  string
		id     messages.AccountID
		name   string
		person messages.PersonID // "": an error
	}{
		{"an id of its own", "bo", "Bo", "bo"},
		{"the network's name is left out", "web/cy", "Cy", "cy"},
		{"once", "web/web/di", "Di", "web/di"},
		{"two may have one name", "bo2", "Bo", "bo2"},
		{"an id that is taken", "web/aria", "Other", ""},
		{"a person that is taken", "aria", "Other", ""},
		{"no id", "web/", "Nobody", ""},
		{"no name", "x", "", ""},
	} {
		t.Run(tt.story, func(t *testing.T) {
			a, err := n.Account(tt.id, tt.name)
			if (err != nil) != (tt.person == "") {
				t.Fatalf("got %v", err)
			}
			if err != nil {
				return
			}
			if me, err := a.Identity(t.Context()); err != nil || me != (messages.Author{ID: tt.person, Name: tt.name, Bot: true}) {
				t.Errorf("got %+v, %v; want %s", me, err, tt.person)
			}
		})
	}
}

// TestReload: accounts come and go while somebody speaks. Who is there all
// the time hears everything once; who comes hears what follows.
func TestReload(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		const rounds, lines = 20, 20 * 3 * 10
		n := Open(Config{})
		aria, _ := listens(t, add(t, n, "aria", "Aria"))
		synctest.Wait()
		spoken, progress := make(chan struct{}), make(chan struct{})
		go func() {
			defer close(spoken)
			for i := range lines {
				untilTaken(t, n, line(fmt.Sprint(i), "hi"))
				if i%10 == 9 {
					progress <- struct{}{}
				}
			}
		}()
		var came []*witness
		for range rounds {
			bo, _ := listens(t, add(t, n, "bo", "Bo"))
			came = append(came, bo)
			<-progress // perhaps of lines before
			<-progress
			n.Remove("bo")
			<-bo.ended
			<-progress
		}
		<-spoken
		n.Remove("nobody")

		var want []string
		for i := range lines {
			want = append(want, fmt.Sprint(i))
		}
		if !slices.Equal(aria.heard, want) {
			t.Errorf("aria heard %d lines, want each of %d once in order", len(aria.heard), lines)
		}
		bo, _ := listens(t, add(t, n, "bo", "Bo"))
		synctest.Wait()
		if duplicate, err := n.Say(t.Context(), line(fmt.Sprint(lines-1), "hi")); !duplicate || err != nil {
			t.Errorf("a line from before bo came: got %v, %v; want a duplicate", duplicate, err)
		}
		if _, err := n.Say(t.Context(), line("new", "hi")); err != nil || !slices.Equal(bo.heard, []string{"new"}) {
			t.Errorf("bo heard %q, %v; want the new line", bo.heard, err)
		}
		for round, bo := range came {
			first := slices.Index(want, bo.heard[0])
			if got := bo.heard; len(got) < 10 || !slices.Equal(got, want[first:first+len(got)]) {
				t.Errorf("in round %d bo heard %q, want 10 or more, one after another", round, got)
			}
		}
	})
}

// TestSuccessor: an account hears and posts until the one that takes its place, under another
// name, listens. What it was about to post then is posted.
func TestSuccessor(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		n := Open(Config{})
		aria := add(t, n, "aria", "Aria")
		before, _ := listens(t, aria)
		bo, _ := listens(t, add(t, n, "bo", "Bo"))
		synctest.Wait()
		nova, err := n.Successor("aria", "Nova")
		if err != nil {
			t.Fatal(err)
		}
		untilTaken(t, n, line("1", "hi"))
		if _, err := aria.Post(t.Context(), post("p1", "ho")); err != nil {
			t.Errorf("before the other listens: got %v, want it posted", err)
		}
		after, _ := listens(t, nova)
		<-before.ended
		untilTaken(t, n, line("2", "hi"))
		if _, err := aria.Post(t.Context(), post("p2", "ho")); err != nil {
			t.Errorf("what was about to be posted: got %v, want it posted", err)
		}
		if got := strings.Join(before.heard, " "); got != "1 post:p1" {
			t.Errorf("the first heard %q, want what was said until the other came", got)
		}
		if got := strings.Join(after.heard, " "); got != "2 post:p2" {
			t.Errorf("its successor heard %q, want what was said since", got)
		}
		if got := strings.Join(bo.heard, " "); got != "1 post:p1 2 post:p2" {
			t.Errorf("bo heard %q, want all once", got)
		}
		if in := n.present(garden); len(in) != 2 || in[0] != nova {
			t.Errorf("present are %v, want the successor first", in)
		}
		n.Remove("aria")
		if _, err := nova.Post(t.Context(), post("p3", "ho")); !errors.Is(err, adapter.ErrGone) {
			t.Errorf("once it is removed: got %v, want ErrGone", err)
		}
	})
}

// TestLeaves: a line is not lost when an account leaves that had not taken it.
func TestLeaves(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		n := Open(Config{})
		aria, _ := listens(t, add(t, n, "aria", "Aria"))
		bo, _ := listens(t, add(t, n, "bo", "Bo"))
		synctest.Wait()
		full := errors.New("journal is full")
		bo.answer = []error{full}
		if _, err := n.Say(t.Context(), line("1", "hi")); !errors.Is(err, full) {
			t.Fatalf("got %v, want %v", err, full)
		}
		n.Remove("bo")
		if duplicate, err := n.Say(t.Context(), line("1", "hi")); duplicate || err != nil {
			t.Errorf("the repeat: got %v, %v; want it taken", duplicate, err)
		}
		if got := strings.Join(aria.heard, " "); got != "1" {
			t.Errorf("aria heard %q, want the line once", got)
		}
	})
}

func TestMembers(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var typing []messages.ShowTyping
		var reacting []messages.React
		n := Open(Config{
			Present: func(messages.ChannelID) []messages.AccountID { return []messages.AccountID{"bo", "aria"} },
			Typing:  func(o messages.ShowTyping) { typing = append(typing, o) },

			Reacting: func(o messages.React) { reacting = append(reacting, o) },
		})
		a := add(t, n, "aria", "Aria")
		listens(t, a)
		listens(t, add(t, n, "bo", "Bo"))
		add(t, n, "cy", "Cy") // not in the channel
		synctest.Wait()
		for i, step := range []struct {
			story        string
			by           messages.Author
			humans, bots int
		}{
			{"ana speaks", messages.Author{ID: "ana"}, 1, 2},
			{"ana is counted once", messages.Author{ID: "ana"}, 1, 2},
			{"bob comes", messages.Author{ID: "bob"}, 2, 2},
			{"zed, a bot, comes", messages.Author{ID: "zed", Bot: true}, 2, 3},
		} {
			l := line(fmt.Sprint(i), "hi")
			l.Author = step.by
			if _, err := n.Say(t.Context(), l); err != nil {
				t.Fatal(err)
			}
			if _, err := a.Post(t.Context(), post(fmt.Sprint(i), "hello")); err != nil {
				t.Fatal(err)
			}
			got, err := a.Members(t.Context(), garden)
			if err != nil || got.Humans != step.humans || got.Bots != step.bots || !got.Truncated || got.FetchedAt == 0 {
				t.Errorf("%s: got %+v, %v; want %d humans, %d bots, cut", step.story, got, err, step.humans, step.bots)
			}
		}
		order := messages.ShowTyping{Channel: garden, Account: "aria", On: true}
		if err := a.ShowTyping(t.Context(), order); err != nil || !slices.Equal(typing, []messages.ShowTyping{order}) {
			t.Errorf("typing: got %+v, %v", typing, err)
		}
		reaction := messages.React{Channel: garden, Account: "aria", Line: "1", Emoji: "👍"}
		if err := a.React(t.Context(), reaction); err != nil || !slices.Equal(reacting, []messages.React{reaction}) {
			t.Errorf("reacting: got %+v, %v", reacting, err)
		}
	})
}

package web

import (
	"errors"
	"reflect"
	"slices"
	"testing"
	"testing/synctest"

	"familiar/actors/adapter"
	"familiar/messages"
)

func TestEditAndDelete(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		full := errors.New("journal is full")
		n := Open(Config{})
		a := add(t, n, "aria", "Aria")
		aria, _ := listens(t, a)
		b := add(t, n, "bo", "Bo")
		bo, _ := listens(t, b)
		synctest.Wait()
		if _, err := n.Say(t.Context(), line("1", "helo")); err != nil {
			t.Fatal(err)
		}
		if _, err := a.Post(t.Context(), post("p", "hi")); err != nil {
			t.Fatal(err)
		}
		edit := func(id string) func() error {
			return func() error {
				return n.Edit(t.Context(), &messages.Line{ID: messages.LineID(id), Channel: garden, Text: "hello"})
			}
		}
		react := func(id messages.LineID, by messages.PersonID) func() error {
			return func() error {
				return n.Reacted(t.Context(), garden, messages.Reacted{Line: id, By: messages.Author{ID: by}, Emoji: "👍"})
			}
		}
		own := func(who *Account, id messages.LineID) func() error {
			return func() error {
				return who.Edit(t.Context(), messages.Edit{Channel: garden, Line: id, Text: "hello"})
			}
		}
		drop := func(channel messages.ChannelID, id messages.LineID) func() error {
			return func() error { return n.Delete(t.Context(), channel, id) }
		}
		for _, step := range []struct {
			story    string
			do       func() error
			answer   error // bo's
			err      error
			aria, bo []string
		}{
			{"an account edits its post", own(a, "post:p"), nil, nil, []string{"edit post:p"}, []string{"edit post:p"}},
			{"another account doesn't", own(b, "post:p"), nil, adapter.ErrGone, nil, nil},
			{"nor it what others said", own(a, "1"), nil, adapter.ErrGone, nil, nil},
			{"an edit reaches both", edit("1"), nil, nil, []string{"edit 1"}, []string{"edit 1"}},
			{"one doesn't take it: an error", edit("1"), full, full, []string{"edit 1"}, nil},
			{"again it reaches both again", edit("1"), nil, nil, []string{"edit 1"}, []string{"edit 1"}},
			{"a post can't be edited", edit("post:p"), nil, ErrReserved, nil, nil},
			{"an edit needs an id", edit(""), nil, adapter.ErrRefused, nil, nil},
			{"a deletion reaches both", drop(garden, "1"), nil, nil, []string{"delete 1"}, []string{"delete 1"}},
			{"a post may be deleted", drop(garden, "post:p"), nil, nil, []string{"delete post:p"}, []string{"delete post:p"}},
			{"a deletion needs an id", drop(garden, ""), nil, adapter.ErrRefused, nil, nil},
			{"a reaction reaches both", react("1", "ana"), nil, nil, []string{"react 1"}, []string{"react 1"}},
			{"so does one to a post", react("post:p", "ana"), nil, nil, []string{"react post:p"}, []string{"react post:p"}},
			{"a reaction needs an author", react("1", ""), nil, adapter.ErrRefused, nil, nil},
			{"who is not one of ours", react("1", "aria"), nil, adapter.ErrRefused, nil, nil},
			{"nothing is deleted elsewhere", drop("discord/1/2", "1"), nil, adapter.ErrRefused, nil, nil},
		} {
			aria.heard, bo.heard, bo.answer = nil, nil, []error{step.answer}
			if err := step.do(); !errors.Is(err, step.err) {
				t.Errorf("%s: got %v, want %v", step.story, err, step.err)
			}
			if !slices.Equal(aria.heard, step.aria) || !slices.Equal(bo.heard, step.bo) {
				t.Errorf("%s: heard %q and %q, want %q and %q", step.story, aria.heard, bo.heard, step.aria, step.bo)
			}
		}
		want := &messages.Line{ID: "1", Channel: garden, Account: "bo", Author: messages.Author{ID: "ana", Name: "Ana"}, Text: "hello"}
		if got := bo.lines[len(bo.lines)-1]; !reflect.DeepEqual(got, want) {
			t.Errorf("bo heard %+v, want the line's own author: %+v", got, want)
		}
	})
}

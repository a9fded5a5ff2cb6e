package importer

import (
	"errors"
	"iter"
	"strings"
	"testing"

	"familiar/journal"
	"familiar/lab/corpus"
	"familiar/messages"
)

// recorded returns events of one channel as a journal's records, a second apart.
func recorded(events ...messages.Event) iter.Seq2[journal.Record, error] {
	return func(yield func(journal.Record, error) bool) {
		for i, e := range events {
			r := journal.Record{Channel: "web/den/pond", Seq: uint64(i + 1), At: messages.Instant(1741219200000 + 1000*i), Event: e}
			var err error
			if e == nil {
				err = errors.New("broken")
			}
			if !yield(r, err) {
				return
			}
		}
	}
}

func TestJournal(t *testing.T) {
	line := func(id messages.LineID, text string) *messages.Line {
		return &messages.Line{ID: id, Text: text, At: 1, Author: messages.Author{ID: "ana", Name: "Ana"}}
	}
	reply := line("2", "second")
	reply.ReplyTo = messages.Reply{ID: "1", Author: "bo"}
	forged := line("1", "forged")
	forged.Author.ID = "eve"
	for _, test := range []struct {
		says   string
		events []messages.Event
		want   []string
	}{
		{"lines come at their journal's time, with their last text", []messages.Event{
			messages.Heard{Line: line("1", "first")},
			messages.TimerFired{N: 1},
			messages.Heard{Line: reply},
			messages.AlsoHeard{Line: line("1", "first")},
			messages.Heard{Line: line("1", "as another account heard it")},
			nil,
			messages.Edited{Line: line("1", "better")},
			messages.Edited{Line: forged},
		}, []string{
			`web/den/pond (web/den/pond) 1 03-06 00:00:00 ana: "better" named "Ana", edited`,
			`web/den/pond (web/den/pond) 2 03-06 00:00:02 ana: "second" named "Ana", answers 1`,
		}},
		{"what was deleted is not there", []messages.Event{
			messages.Heard{Line: line("1", "first")}, messages.Heard{Line: line("2", "second")}, messages.Deleted{ID: "1"},
		}, []string{`web/den/pond (web/den/pond) 2 03-06 00:00:01 ana: "second" named "Ana"`}},
	} {
		var got []string
		err := ReadJournal(t.Context(), recorded(test.events...), Options{}, func(e corpus.Entry) error {
			got = append(got, told(e))
			return nil
		})
		if g, w := strings.Join(got, "\n"), strings.Join(test.want, "\n"); err != nil || g != w {
			t.Errorf("%s: got\n%s\n%v, want\n%s", test.says, g, err, w)
		}
	}
	if err := ReadJournal(t.Context(), recorded(messages.TimerFired{N: 1}), Options{}, ignore); err == nil || !strings.Contains(err.Error(), "the journal has no lines") {
		t.Errorf("an empty journal: got %v", err)
	}
}

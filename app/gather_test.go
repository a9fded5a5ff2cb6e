package app

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"familiar/actors/adapter/terminal"
	"familiar/actors/host"
	"familiar/messages"
)

// TestEveryProcess: what is asked of one process is the deployment's answer, by its own
// clock, and who doesn't answer in time is named.
func TestEveryProcess(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		d := &deployment{owner: true, others: []Process{{"B", "tavern-2"}, {"C", "tavern-3"}, {"D", "tavern-4"}}}
		d.ask = func(ctx context.Context, id, verb string, _ []byte) ([]byte, error) {
			switch id {
			case "C": // hangs
				<-ctx.Done()
				return nil, ctx.Err()
			case "D": // is older
				return nil, errors.New("this process knows no such thing")
			}
			ahead := messages.InstantOf(time.Now().Add(5 * time.Minute))
			return []byte(map[string]string{
				"actors":    `{"Actors":[{"Key":{"Kind":"channel","ID":"web//pond"},"Panics":2}],"All":{"channel":1}}`,
				"statuses":  fmt.Sprintf(`{"Statuses":[{"channel":"web//pond","at":%d,"window_until":%d,"seats":[{"familiar":"aria","until":0,"thinks":%[2]d}]}]}`, ahead, ahead.Add(time.Second)),
				"unmatched": fmt.Sprintf(`{"Rooms":[{"channel":"web//attic","lines":3,"since":%d,"last":%[1]d}],"Now":%[1]d}`, ahead),
			}[verb]), nil
		}
		s := openWith(t, two, func(o *Options) { o.Sharing = d })
		defer s.keyboard.Close()
		s.wait(5 * time.Second)
		s.say("ana: morning")
		every := func(messages.ChannelID) bool { return true }
		want := []Process{{"C", "tavern-3"}, {"D", "tavern-4"}}

		began := time.Now()
		actors, all, silent := s.app.Actors(t.Context(), 10)
		if took := time.Since(began); !slices.Equal(silent, want) || took > gatherWithin {
			t.Errorf("silent are %v after %v, want %v", silent, took, want)
		}
		at := slices.IndexFunc(actors, func(s host.Standing) bool { return s.Key.ID == "web//pond" })
		if all["channel"] != 2 || at < 0 || actors[at].Process != "B" {
			t.Errorf("got %+v of %v", actors, all)
		}

		now := messages.InstantOf(time.Now())
		page, silent := s.app.Statuses(t.Context(), "", every, 10)
		if len(page.Statuses) != 2 || page.Next != "" || !slices.Equal(silent, want) {
			t.Fatalf("got %+v, silent are %v", page, silent)
		}
		if here, there := page.Statuses[0], page.Statuses[1]; here.Channel != terminal.Channel || there.Channel != "web//pond" ||
			there.At != now || there.WindowUntil != now.Add(time.Second) || there.Seats[0].Thinks != now.Add(time.Second) || there.Seats[0].Until != 0 {
			t.Errorf("at %v: got %+v and %+v", now, here, there)
		}

		now = messages.InstantOf(time.Now())
		rooms, n, silent := s.app.Unmatched(t.Context(), every, 10)
		if n != 1 || len(rooms) != 1 || rooms[0].Channel != "web//attic" || rooms[0].Last != now || !slices.Equal(silent, want) {
			t.Errorf("at %v: got %v of %d, silent are %v", now, rooms, n, silent)
		}
		if rooms, n, _ := s.app.Unmatched(t.Context(), func(messages.ChannelID) bool { return false }, 10); n != 0 || len(rooms) != 0 {
			t.Errorf("for nobody: got %v of %d", rooms, n)
		}
		s.stop()
		<-s.ended
	})
}

// TestJoined: one page of several goes as far as all of them do.
func TestJoined(t *testing.T) {
	page := func(next messages.ChannelID, ids ...messages.ChannelID) StatusPage {
		p := StatusPage{Next: next}
		for _, id := range ids {
			p.Statuses = append(p.Statuses, messages.Status{Channel: id})
		}
		return p
	}
	for _, tt := range []struct {
		story string
		pages []StatusPage
		most  int
		want  string
	}{
		{"all there is", []StatusPage{page("", "a", "d"), page("", "b")}, 9, "a b d then "},
		{"one has more", []StatusPage{page("", "a", "d"), page("c", "b", "c")}, 9, "a b c then c"},
		{"both have more", []StatusPage{page("d", "a", "d"), page("c", "b", "c")}, 9, "a b c then c"},
		{"more than are wanted", []StatusPage{page("", "a", "d"), page("", "b")}, 2, "a b then b"},
		{"a channel on its way", []StatusPage{page("", "a", "b"), page("", "b", "c")}, 9, "a b c then "},
		{"busy channels only", []StatusPage{page("", "e"), page("c")}, 9, "then c"},
		{"nothing", []StatusPage{page("")}, 9, "then "},
	} {
		got := joined(tt.pages, tt.most)
		var ids []string
		for _, st := range got.Statuses {
			ids = append(ids, string(st.Channel))
		}
		if s := strings.Join(append(ids, "then "+string(got.Next)), " "); s != tt.want {
			t.Errorf("%s: got %s, want %s", tt.story, s, tt.want)
		}
	}
}

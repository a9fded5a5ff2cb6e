package app

import (
	"context"
	"encoding/json"
	"slices"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"familiar/actors/adapter/terminal"
	"familiar/control/feed"
	"familiar/journal"
	"familiar/journal/memory"
	"familiar/messages"
)

// TestSpectators: another process that watches a channel here is shown what its
// familiars decide and are about, as long as it says that it watches.
func TestSpectators(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var mu sync.Mutex
		var news []newsTold
		d := &deployment{owner: true, hear: func(id, verb string, sent []byte) {
			if id != "B" || verb != "news" {
				return
			}
			var n newsTold
			if err := json.Unmarshal(sent, &n); err != nil {
				t.Error(err)
			}
			mu.Lock()
			defer mu.Unlock()
			news = append(news, n)
		}}
		s := openWith(t, two, func(o *Options) { o.Sharing, o.Watch = d, feed.New() })
		defer s.keyboard.Close()
		s.wait(5 * time.Second)
		shown := func() (decided, doing int) {
			mu.Lock()
			defer mu.Unlock()
			for i, n := range news {
				if n.N != uint64(i+1) {
					t.Errorf("news %d has the number %d", i+1, n.N)
				}
				if n.Decided != nil {
					decided++
				}
				if n.Doing != nil {
					doing++
				}
			}
			return decided, doing
		}
		s.say("bob: @Aria hi")
		s.wait(5 * time.Second)
		if decided, doing := shown(); decided+doing != 0 {
			t.Errorf("shown are %d decisions and %d times what they are about, and nobody watches", decided, doing)
		}
		if _, err := tell(t.Context(), s.app, "B", "watching", `["`+string(terminal.Channel)+`"]`); err != nil {
			t.Fatal(err)
		}
		synctest.Wait()
		if _, doing := shown(); doing != 1 {
			t.Errorf("at the start it is shown %d times what they are about, want once", doing)
		}
		s.say("bob: @Aria hi again")
		s.wait(2 * time.Second)
		decided, doing := shown()
		if decided == 0 || doing < 2 {
			t.Errorf("shown are %d decisions and %d times what they are about", decided, doing)
		}
		s.wait(watchedFor)
		if _, err := tell(t.Context(), s.app, "C", "watching", `[""]`); err != nil { // the first one has fallen silent
			t.Fatal(err)
		}
		s.say("bob: @Aria are you there?")
		s.wait(2 * time.Second)
		if after, _ := shown(); after != decided {
			t.Errorf("%d decisions are shown to who watches no more", after-decided)
		}
		s.stop()
		<-s.ended
	})
}

// TestSpectating: what a channel of another process decides is shown to who watches
// here, by this clock; if news are missing all begin again.
func TestSpectating(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		d, shows := &deployment{}, feed.New()
		s := openWith(t, two, func(o *Options) { o.Sharing, o.Watch = d, shows })
		defer s.keyboard.Close()
		pond := shows.Watch("web//pond")
		event, err := messages.EncodeEvent(messages.Explained{Notes: []*messages.Note{{Channel: "web//pond", Familiar: "aria", Line: "l1", At: 5, Act: messages.Observe, Rung: "rest"}}})
		if err != nil {
			t.Fatal(err)
		}
		ahead := messages.InstantOf(time.Now().Add(5 * time.Minute))
		for n, told := range []newsTold{
			{Decided: event},
			{Doing: &doingTold{"web//pond", []messages.Doing{{Familiar: "aria", Act: messages.Buffering, Until: ahead.Add(time.Second)}}, ahead}},
		} {
			told.N = uint64(n + 1)
			sent, _ := json.Marshal(told)
			if _, err := tell(t.Context(), s.app, "B", "news", string(sent)); err != nil {
				t.Fatal(err)
			}
		}
		note, isNote := (<-pond.News).(feed.Noted)
		doing, isDoing := (<-pond.News).(feed.Doing)
		if !isNote || note.Line != "l1" || !isDoing || doing.Seats[0].Until != messages.InstantOf(time.Now()).Add(time.Second) {
			t.Errorf("got %+v and %+v", note, doing)
		}
		select {
		case <-pond.Lost:
			t.Error("it begins again though nothing is missing")
		default:
		}
		if _, err := tell(t.Context(), s.app, "B", "news", `{"N":4}`); err != nil {
			t.Fatal(err)
		}
		select {
		case <-pond.Lost:
		default:
			t.Error("it goes on though the third news are missing")
		}
		if watching := shows.Watching(); !slices.Equal(watching, []messages.ChannelID{"web//pond"}) {
			t.Errorf("watched is %q", watching)
		}
		s.stop()
		<-s.ended
	})
}

// TestWatchedBeforeOthersAreReached: who watches before other processes can be told of it
// begins again once they are, and nobody after that.
func TestWatchedBeforeOthersAreReached(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		d, shown := &deployment{others: []Process{{ID: "B"}}}, feed.New()
		d.mute.Store(true)
		s := openWith(t, two, func(o *Options) { o.Sharing, o.Watch = d, shown })
		defer s.keyboard.Close()
		lost := func(w *feed.Watcher) bool {
			select {
			case <-w.Lost:
				return true
			default:
				return false
			}
		}
		early := shown.Watch("discord/guild/room")
		s.wait(5 * time.Second)
		if lost(early) {
			t.Error("it begins again though nobody could be told")
		}
		d.mute.Store(false)
		s.wait(2 * tellEvery)
		if !lost(early) {
			t.Error("what others decided before they were told isn't looked for")
		}
		shown.RemoveWatcher("discord/guild/room", early)
		s.wait(5 * time.Second)
		late := shown.Watch("discord/guild/room")
		s.wait(5 * time.Second)
		if lost(late) {
			t.Error("who watches later begins again")
		}
		s.stop()
	})
}

// TestWatchedWhereItGoes: who watches a channel that sleeps is shown what is said there
// once another process has it, and nothing of channels that nobody watches.
func TestWatchedWhereItGoes(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		d, shown := &deployment{owner: true, taken: make(chan struct{})}, feed.New()
		s := openWith(t, two, func(o *Options) { o.Sharing, o.Watch = d, shown })
		defer s.keyboard.Close()
		s.wait(5 * time.Second)
		pond := shown.Watch("web//pond")
		close(d.taken)
		s.wait(5 * time.Second)
		meadow := shown.Watch("web//meadow")
		shown.Reached("web//meadow", 0)
		s.wait(time.Second)
		said := func(channel messages.ChannelID, id messages.LineID) {
			line := &messages.Line{ID: id, Channel: channel, Author: messages.Author{ID: "bob", Name: "Bob"}, Text: "the moths are late"}
			if _, err := s.app.Journal.Append(t.Context(), 0, channel, messages.Heard{Line: line}); err != nil {
				t.Fatal(err)
			}
		}
		for n, id := range []messages.LineID{"one", "two"} {
			said("web//pond", id)
			said("web//meadow", id)
			s.wait(time.Duration(1+n) * 2 * lookEvery)
		}
		for name, w := range map[string]*feed.Watcher{"pond": pond, "meadow": meadow} {
			var got []messages.LineID
			for len(w.News) > 0 {
				if r, is := (<-w.News).(feed.Recorded); is {
					got = append(got, r.Event.(messages.Heard).Line.ID)
				}
			}
			if !slices.Equal(got, []messages.LineID{"one", "two"}) {
				t.Errorf("shown of the %s is %q", name, got)
			}
		}
		shown.RemoveWatcher("web//pond", pond)
		shown.RemoveWatcher("web//meadow", meadow)
		s.wait(2 * lookEvery)
		s.app.onlooker.mu.Lock()
		if n := len(s.app.onlooker.watched); n > 0 {
			t.Errorf("%d partitions are read though nobody watches", n)
		}
		s.app.onlooker.mu.Unlock()
		s.stop()
		<-s.ended
	})
}

// A haltingJournal hands nothing over while its process stands still.
type haltingJournal struct {
	journal.Journal
	still atomic.Bool
}

// Follow implements journal.Log.
func (j *haltingJournal) Follow(ctx context.Context, k int, channels []messages.ChannelID, after uint64, deliver func(journal.Record)) error {
	return j.Journal.Follow(ctx, k, channels, after, func(r journal.Record) {
		if !j.still.Load() {
			deliver(r)
		}
	})
}

// Consume implements journal.Log.
func (j *haltingJournal) Consume(ctx context.Context, k int, after uint64, deliver func(journal.Record)) error {
	return j.Journal.Consume(ctx, k, after, func(r journal.Record) {
		if !j.still.Load() {
			deliver(r)
		}
	})
}

// TestWatchedByWhoStoodStill: a process that stood still, and whose partitions others have
// since, shows who watches all that was said meanwhile, however much that was.
func TestWatchedByWhoStoodStill(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		const pond, meadow messages.ChannelID = "web//pond", "web//meadow"
		d, shown, j := &deployment{owner: true, taken: make(chan struct{})}, feed.New(), &haltingJournal{Journal: memory.New(memory.Config{Partitions: 1})}
		s := openWith(t, two, func(o *Options) { o.Sharing, o.Watch, o.Journal = d, shown, j })
		defer s.keyboard.Close()
		s.wait(5 * time.Second)
		w := shown.Watch(pond)
		happens := func(channel messages.ChannelID, e messages.Event) {
			if _, err := s.app.Journal.Append(t.Context(), 0, channel, e); err != nil {
				t.Fatal(err)
			}
		}
		said := func(id messages.LineID) messages.Heard {
			return messages.Heard{Line: &messages.Line{ID: id, Channel: pond, Author: messages.Author{ID: "bob", Name: "Bob"}, Text: "the moths are late"}}
		}
		happens(pond, said("one"))
		s.wait(time.Second)
		j.still.Store(true)
		happens(pond, messages.Forgotten{Person: "bob"})
		for range 2 * lookBack {
			happens(meadow, messages.Deleted{ID: "1"})
		}
		close(d.taken)
		s.wait(5 * time.Second)
		var got []messages.Event
		for len(w.News) > 0 {
			if r, is := (<-w.News).(feed.Recorded); is {
				got = append(got, r.Event)
			}
		}
		if len(got) != 2 || got[1] != (messages.Forgotten{Person: "bob"}) {
			t.Errorf("shown is %+v, want a line and that its author was forgotten", got)
		}
		s.stop()
		<-s.ended
	})
}

// TestWatchedWhereItComes: who watches a channel of another process is shown all that was
// said there before this one has it, however far it was behind with that.
func TestWatchedWhereItComes(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		const pond messages.ChannelID = "web//pond"
		d, shown, j := &deployment{owner: true}, feed.New(), &haltingJournal{Journal: memory.New(memory.Config{Partitions: 1})}
		s := openWith(t, two, func(o *Options) { o.Sharing, o.Watch, o.Journal = d, shown, j })
		defer s.keyboard.Close()
		said := func(id messages.LineID) {
			line := &messages.Line{ID: id, Channel: pond, Author: messages.Author{ID: "bob", Name: "Bob"}, Text: "the moths are late"}
			r, err := s.app.Journal.Append(t.Context(), 0, pond, messages.Heard{Line: line})
			if err == nil && id != "four" {
				err = j.SetCheckpoint(t.Context(), 0, 0, r.Seq) // its process has saved it
			}
			if err != nil {
				t.Fatal(err)
			}
		}
		said("one")
		w := shown.Watch(pond)
		shown.Reached(pond, 1)
		synctest.Wait()
		said("two")
		synctest.Wait()
		j.still.Store(true)
		said("three")
		synctest.Wait()
		j.still.Store(false)
		s.wait(5 * time.Second) // it has the partition
		said("four")
		s.wait(time.Second)
		var got []messages.LineID
		for len(w.News) > 0 {
			if r, is := (<-w.News).(feed.Recorded); is {
				got = append(got, r.Event.(messages.Heard).Line.ID)
			}
		}
		if want := []messages.LineID{"two", "three", "four"}; !slices.Equal(got, want) {
			t.Errorf("shown is %q, want %q", got, want)
		}
		s.stop()
		<-s.ended
	})
}

// A hesitantJournal doesn't say at first which record is the newest, until it need not.
type hesitantJournal struct {
	journal.Journal
	asked atomic.Int32
}

// Last implements journal.Log.
func (j *hesitantJournal) Last(ctx context.Context, k int) (uint64, error) {
	if j.asked.Add(1) == 1 {
		<-ctx.Done()
		return 0, ctx.Err()
	}
	return j.Journal.Last(ctx, k)
}

// TestWatchedOneAfterTheOther: who begins to watch a channel while another of its
// partition is only about to be read ends the showing of neither.
func TestWatchedOneAfterTheOther(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		d, shown := &deployment{}, feed.New()
		s := openWith(t, two, func(o *Options) {
			o.Sharing, o.Watch, o.Journal = d, shown, &hesitantJournal{Journal: memory.New(memory.Config{Partitions: 1})}
		})
		defer s.keyboard.Close()
		s.wait(5 * time.Second)
		channels := []messages.ChannelID{"web//pond", "web//meadow"}
		var watchers []*feed.Watcher
		for _, id := range channels {
			watchers = append(watchers, shown.Watch(id))
			shown.Reached(id, 0)
			synctest.Wait()
		}
		for i, id := range channels {
			line := &messages.Line{ID: "one", Channel: id, Author: messages.Author{ID: "bob", Name: "Bob"}, Text: "the moths are late"}
			if _, err := s.app.Journal.Append(t.Context(), 0, id, messages.Heard{Line: line}); err != nil {
				t.Fatal(err)
			}
			synctest.Wait()
			if n := len(watchers[i].News); n != 1 {
				t.Errorf("%s: shown is %d times a line, want once", id, n)
			}
		}
		s.stop()
		<-s.ended
	})
}

// TestWatchedFromWhereItWasRead: who has read a channel of another process is shown all
// that it got since, however much its partition got before somebody reads it here; and so
// is who had read less of it than somebody else.
func TestWatchedFromWhereItWasRead(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		const pond, meadow messages.ChannelID = "web//pond", "web//meadow"
		d, shown := &deployment{}, feed.New()
		s := openWith(t, two, func(o *Options) {
			o.Sharing, o.Watch, o.Journal = d, shown, memory.New(memory.Config{Partitions: 1})
		})
		defer s.keyboard.Close()
		s.wait(5 * time.Second)
		say := func(channel messages.ChannelID, id messages.LineID) (seq uint64) {
			line := &messages.Line{ID: id, Channel: channel, Author: messages.Author{ID: "bob", Name: "Bob"}, Text: "the moths are late"}
			r, err := s.app.Journal.Append(t.Context(), 0, channel, messages.Heard{Line: line})
			if err != nil {
				t.Fatal(err)
			}
			return r.Seq
		}
		first, second := shown.Watch(pond), shown.Watch(pond)
		read := say(pond, "one")
		later := say(pond, "two")
		say(pond, "three")
		for range 2 * lookBack {
			say(meadow, "")
		}
		wants := func(w *feed.Watcher, name string, want ...messages.LineID) {
			t.Helper()
			synctest.Wait()
			var got []messages.LineID
			for len(w.News) > 0 {
				if r, is := (<-w.News).(feed.Recorded); is {
					got = append(got, r.Event.(messages.Heard).Line.ID)
				}
			}
			if !slices.Equal(got, want) {
				t.Errorf("%s is shown %q, want %q", name, got, want)
			}
		}
		shown.Reached(pond, later)
		wants(second, "who has read two lines", "three")
		wants(first, "who has read less, and not said so,", "three")
		shown.Reached(pond, read)
		wants(first, "who has read one line", "two", "three")
		wants(second, "who knows that", "two", "three")
		shown.Reached(pond, later)
		say(pond, "four")
		wants(first, "who goes on", "four")
		s.stop()
		<-s.ended
	})
}

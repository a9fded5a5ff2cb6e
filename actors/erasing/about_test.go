package erasing

import (
	"encoding/json"
	"slices"
	"strings"
	"testing"

	"familiar/journal"
	"familiar/journal/memory"
	"familiar/messages"
	"familiar/messages/because"
	"familiar/policy/conversation"
	"familiar/policy/credit"
	"familiar/policy/persons"
	"familiar/policy/roster"
)

const garden messages.ChannelID = "web//garden"

func said(id messages.LineID, by messages.PersonID, text string, to messages.Reply) *messages.Line {
	return &messages.Line{ID: id, Channel: garden, Author: messages.Author{ID: by, Name: "name of " + string(by)}, Text: text, ReplyTo: to}
}

// lived returns a journal in which ana and ben have talked.
func lived(t *testing.T) *memory.Journal {
	t.Helper()
	j := memory.New(memory.Config{})
	hers := said("l2", "ana", "ana's own words", messages.Reply{ID: "l1", Author: "ben"})
	copied := *hers
	copied.Account = "web/other"
	for _, e := range []messages.Event{
		messages.Heard{Line: said("l1", "ben", "ben's own words", messages.Reply{})},
		messages.Heard{Line: hers},
		messages.AlsoHeard{Line: &copied},
		messages.Edited{Line: said("l2", "ana", "ana's better words", messages.Reply{})},
		messages.Reacted{Line: "l1", By: messages.Author{ID: "ana"}, Emoji: "👍"},
		messages.Reacted{Line: "l2", By: messages.Author{ID: "ben"}, Emoji: "🎉"},
		messages.Commanded{By: messages.Author{ID: "ana"}, Command: messages.Quiet},
	} {
		if _, err := j.Append(t.Context(), 0, garden, e); err != nil {
			t.Fatal(err)
		}
	}
	state := conversation.New(garden, &conversation.Config{Seats: []conversation.SeatConfig{{Familiar: "aria"}}})
	state.Roster.People = []roster.Person{{Face: &roster.Face{Author: messages.Author{ID: "ana", Name: "name of ana"}}, Count: 1}, {Face: &roster.Face{Author: messages.Author{ID: "ben", Name: "name of ben"}}, Count: 1}}
	state.Seats[0].Credit = credit.Ledger{Entries: []credit.Entry{{Author: "ana", Until: 5}, {Author: "ben", Until: 6}}}
	body, err := state.Encode()
	if err != nil {
		t.Fatal(err)
	}
	if _, err := j.Save(t.Context(), j.Epoch(0), journal.Snapshot{Channel: garden, Seq: 1, Body: body}); err != nil {
		t.Fatal(err)
	}
	if err := j.Note(t.Context(),
		&messages.Note{Channel: garden, Familiar: "aria", Line: "l2", Act: messages.Settled, Rung: messages.ByJudge, Reason: because.JudgeSaid{Yes: true, Words: "as ben's own words say"}},
		&messages.Note{Channel: garden, Familiar: "aria", Line: "l1", Act: messages.Observe},
	); err != nil {
		t.Fatal(err)
	}
	if err := j.Bury(t.Context(), journal.Letter{Channel: garden, Post: &messages.Post{ID: "p", Text: "aria's own words", Quoting: messages.Quoted{ID: "l2", Author: messages.Author{ID: "ana"}, Text: "ana's quoted words"}}}); err != nil {
		t.Fatal(err)
	}
	return j
}

// TestAboutHasHersAndNobodyElses: all that is kept about a person, and of others no more
// than the id of a line that was answered.
func TestAboutHasHersAndNobodyElses(t *testing.T) {
	known, err := About(t.Context(), lived(t), "ana", func() {})
	if err != nil || known == nil || len(known.Channels) != 1 {
		t.Fatalf("got %v, %v", known, err)
	}
	told, err := json.Marshal(known)
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{"ana's own words", "ana's better words", "ana's quoted words", `"reply_to":"l1"`, `"emoji":"👍"`, `"command":"quiet"`, `"name":"name of ana"`, `"credits":[{"familiar":"aria","until":5}]`} {
		if !strings.Contains(string(told), want) {
			t.Errorf("got %s, want %s in it", told, want)
		}
	}
	for _, never := range []string{"ben", "aria's own words", "🎉"} {
		if strings.Contains(string(told), never) {
			t.Errorf("got %s, with %s in it", told, never)
		}
	}
	in := known.Channels[0]
	if edited := slices.IndexFunc(in.Lines, func(l KnownLine) bool { return l.Edited }); len(in.Lines) != 2 || edited != 1 {
		t.Errorf("got lines %v, want the line once and its edit", in.Lines)
	}
	if len(in.Notes) != 1 {
		t.Errorf("got %d notes, want that about her line", len(in.Notes))
	}
}

// TestAboutLinks: who has linked accounts is found where links are held and where they
// are named, and told which these are.
func TestAboutLinks(t *testing.T) {
	j := memory.New(memory.Config{})
	ana := messages.Identity{Network: "discord", Person: "ana", Name: "Ana"}
	other := messages.Identity{Network: "telegram", Person: "4711", Name: "A."}
	const there messages.ChannelID = "telegram//4711"
	links := conversation.New(messages.Persons, &conversation.Config{})
	links.Links.Persons = []persons.Person{{Accounts: []persons.Account{{Identity: ana, Agreed: 1}, {Identity: other}}}}
	body, err := links.Encode()
	if err != nil {
		t.Fatal(err)
	}
	if _, err := j.Save(t.Context(), j.Epoch(0), journal.Snapshot{Channel: messages.Persons, Seq: 1, Body: body}); err != nil {
		t.Fatal(err)
	}
	answered := messages.Told{From: messages.Persons, Fact: messages.LinkAnswered{Outcome: string(persons.Joined), With: []messages.Identity{ana}}}
	if _, err := j.Append(t.Context(), 0, there, answered); err != nil {
		t.Fatal(err)
	}
	if found, err := ChannelsOf(t.Context(), j, "ana", func() {}); err != nil || !slices.Equal(found, []messages.ChannelID{messages.Persons, there}) {
		t.Errorf("she is known in %v, %v; want where links are held and where she is named", found, err)
	}
	known, err := About(t.Context(), j, "ana", func() {})
	if err != nil || known == nil || len(known.Channels) != 1 || !slices.Equal(known.Channels[0].Linked, []KnownLink{KnownLink(other)}) || !known.Channels[0].Shared {
		t.Errorf("got %+v, %v; want the other account, and that she agreed", known, err)
	}
	if known, err := About(t.Context(), j, other.Person, func() {}); err != nil || known.Channels[0].Shared {
		t.Errorf("of the other account: got %+v, %v; want that it has agreed to nothing", known, err)
	}
	revoked := messages.RoleRevoked{Role: "owner", Person: "ana"}
	for _, e := range []messages.Event{answered, messages.LinkEnded{Network: "discord", Person: "ana"}, revoked} {
		if !journal.NewErasure(messages.Erase{N: 1, Channel: there, Person: "ana"}).Record(journal.Record{Channel: there, Event: e}) {
			t.Errorf("%T, which names her, stays when she is forgotten", e)
		}
		if journal.NewErasure(messages.Erase{N: 1, Channel: there, Person: "ben"}).Record(journal.Record{Channel: there, Event: e}) {
			t.Errorf("%T goes with somebody else", e)
		}
	}
}

func TestAboutNobody(t *testing.T) {
	if known, err := About(t.Context(), lived(t), "zed", func() {}); known != nil || err != nil {
		t.Errorf("got %v, %v", known, err)
	}
}

package journaltest

import "familiar/messages"

// everyEvent has one of each kind; a test finds the kinds in the source of
// messages and compares.
func everyEvent() []messages.Event {
	line := func(id messages.LineID) *messages.Line {
		return &messages.Line{
			ID: id, Channel: here, Account: "felix",
			Author: messages.Author{ID: "u1", Name: "Ana 🦊", Bot: true}, Text: "hi <@u2> & all\n", At: 1_700_000_000_123,
			Mentions: []messages.PersonID{"u2"}, Everyone: true, Roles: []string{"mods"},
			ReplyTo:     messages.Reply{ID: "m0", Author: "u2", ThreadRoot: true},
			Attachments: []messages.Attachment{{ID: "a", Name: "cat.png", Type: "image/png", Bytes: 9}},
			Nonce:       "n", DM: true, ExplicitOnly: true, LullEndpoint: true, Backfilled: true, Crowded: true,
			Meta: messages.Meta{TraceID: [16]byte{1}, SpanID: [8]byte{2}, At: 3, ID: 4, Flags: 1},
		}
	}
	return []messages.Event{
		messages.Heard{Line: line("m1")},
		messages.AlsoHeard{Line: line("m1")},
		messages.Edited{Line: line("m1")},
		messages.Deleted{ID: "m1"},
		messages.Reacted{Line: "m1", By: messages.Author{ID: "u2", Name: "Bo"}, Emoji: "👍", Removed: true},
		messages.TimerFired{N: 1},
		messages.Judged{N: 2, Yes: true, Reason: "asked", Error: "late"},
		messages.Composed{
			N: 3, Parts: []string{"a", "b"}, Final: true, Skip: true, SkipAfter: 1, Disengage: true, Error: "x",
			Edits: []messages.Revision{{Line: "l", Text: "c"}}, Files: map[int]messages.File{1: {Name: "a.md", Text: "d"}},
			Cut: "cut at 9 tokens",
		},
		messages.Memorized{N: 6, Lessons: []messages.Lesson{{Text: "Ana keeps bees", From: []messages.LineID{"m1"}, About: "m1", Sure: 90, Replaces: 2}}},
		messages.Delivered{Post: "p", Line: "m2", Thread: there},
		messages.DeliveryFailed{Post: "p", Reason: "gone", Unknown: true},
		messages.Commanded{By: messages.Author{ID: "u"}, Familiar: "felix", Command: messages.Quiet},
		messages.MembersKnown{N: 4, Humans: 2, Bots: 1, FetchedAt: 6, Truncated: true},
		messages.HistoryFetched{N: 5, Lines: []*messages.Line{line("m3"), line("m4")}},
		messages.PressureChanged{Familiar: "felix", Step: 3},
		messages.PresenceChanged{Account: "felix-discord", Online: true},
		messages.ClaimOpened{Sum: []byte{1, 2}, Role: "owner", Scope: "web:*"},
		messages.RoleRevoked{Role: "owner", Person: "u1"},
		messages.LinkEnded{Network: "web", Person: "u1"},
		messages.Told{From: there, Fact: messages.ForkBegun{Fork: 4, Familiar: "felix", Text: "in 1912", Why: "the year"}},
		messages.Reconfigured{Generation: 2},
		messages.Forgotten{Person: "u1", Before: 7, All: true},
		messages.Erased{N: 8},
		messages.Explained{N: 5, Notes: []*messages.Note{{Channel: here, Familiar: "felix", Line: "m1", At: 5, Act: messages.Observe, Rung: "rest"}}},
		messages.Skipped{Seq: 9, Reason: "panic"},
	}
}

package day

import (
	"reflect"
	"testing"

	"familiar/journal/memory"
	"familiar/messages"
	"familiar/messages/because"
)

func TestRead(t *testing.T) {
	j := memory.New(memory.Default())
	note := func(channel messages.ChannelID, at messages.Instant, who messages.FamiliarID, act messages.Act, rung messages.Rung, trigger messages.Trigger, why because.Reason) {
		t.Helper()
		if err := j.Note(t.Context(), &messages.Note{Channel: channel, Familiar: who, At: at, Act: act, Rung: rung, Trigger: trigger, Reason: why}); err != nil {
			t.Fatal(err)
		}
	}
	const garden, porch = "web//garden", "discord/1/2"
	note(garden, 5, "aria", messages.Engage, messages.ByMention, "", nil) // the day before
	note(garden, 10, "aria", messages.Engage, messages.ByMention, "", nil)
	note(garden, 11, "aria", messages.Settled, messages.BySpoke, messages.Address, nil)
	note(garden, 12, "aria", messages.Drop, messages.ByDuplicate, "", nil)
	note(garden, 13, "aria", messages.Observe, messages.ByAside, "", nil)
	note(porch, 14, "aria", messages.Wait, messages.ByRest, "", nil)
	note(porch, 15, "aria", messages.Settled, messages.ByJudge, messages.Lull, because.JudgeSaid{Yes: true})
	note(porch, 16, "aria", messages.Settled, messages.BySpoke, messages.Lull, nil)
	note(porch, 17, "aria", messages.Followed, messages.ByTakenUp, "", nil)
	note(porch, 18, "aria", messages.Followed, messages.ByMissed, "", nil)
	note(porch, 19, "pip", messages.Settled, messages.ByJudge, messages.Lull, because.JudgeSaid{})

	want := []Day{
		{Familiar: "aria", Heard: 3, Asked: 1, Unasked: 1, Known: 1, Welcome: 1, Quiet: map[messages.Rung]int{messages.ByAside: 1}},
		{Familiar: "pip", Quiet: map[messages.Rung]int{messages.ByJudge: 1}},
	}
	if got, whole, err := Read(t.Context(), j, 10, 100); err != nil || !whole || !reflect.DeepEqual(got, want) {
		t.Errorf("got %+v, %v, %v\nwant %+v, whole", got, whole, err, want)
	}
	if got, whole, err := Read(t.Context(), j, 10, 1); err != nil || whole || len(got) != 1 || got[0].Familiar != "pip" {
		t.Errorf("of one decision: got %+v, %v, %v, want the newest, and that it isn't all", got, whole, err)
	}
}

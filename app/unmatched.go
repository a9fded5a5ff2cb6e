package app

import (
	"cmp"
	"context"
	"slices"
	"time"

	"familiar/messages"
)

// mostUnmatched bounds the rooms of another process, those talked in last.
const mostUnmatched = 200

// Unmatched returns the rooms without a familiar in which lines were said since the
// start, see [ingest.Intake.Unmatched], of all processes: a room whose account has moved
// counts in each. Of those that are silent none is among them.
func (a *App) Unmatched(ctx context.Context, wanted func(messages.ChannelID) bool, most int) (rooms []messages.Unmatched, all int, silent []Process) {
	rooms, all = a.intake.Unmatched(wanted, most)
	asked := messages.InstantOf(time.Now())
	others, silent := askOthers(ctx, a, askUnmatched, unmatchedAsked{})
	if len(others) == 0 {
		return rooms, all, silent
	}
	for _, p := range others {
		by := asked.Sub(p.Answer.Now)
		for _, room := range p.Answer.Rooms {
			if wanted(room.Channel) {
				all++
				room.Since, room.Last = later(room.Since, by), later(room.Last, by)
				rooms = append(rooms, room)
			}
		}
	}
	merged := mergedRooms(rooms)
	all -= len(rooms) - len(merged)
	return merged[:min(len(merged), most)], all, silent
}

// mergedRooms returns each room once, the one talked in last first.
func mergedRooms(rooms []messages.Unmatched) (merged []messages.Unmatched) {
	slices.SortStableFunc(rooms, func(x, y messages.Unmatched) int { return cmp.Compare(x.Channel, y.Channel) })
	for _, room := range rooms {
		last := len(merged) - 1
		if last < 0 || merged[last].Channel != room.Channel {
			merged = append(merged, room)
			continue
		}
		same := &merged[last]
		same.Lines += room.Lines
		same.Since, same.Last = min(same.Since, room.Since), max(same.Last, room.Last)
	}
	slices.SortStableFunc(merged, func(x, y messages.Unmatched) int { return cmp.Compare(y.Last, x.Last) })
	return merged
}

// tellUnmatched returns the rooms that were heard of here, for another process.
func (a *App) tellUnmatched(context.Context, string, unmatchedAsked) (told unmatchedTold, err error) {
	told.Now = messages.InstantOf(time.Now())
	told.Rooms, _ = a.intake.Unmatched(func(messages.ChannelID) bool { return true }, mostUnmatched)
	return told, nil
}

package seating

import (
	"slices"
	"time"

	"familiar/policy/admission"
	"familiar/policy/chattiness"
	"familiar/policy/credit"
	"familiar/policy/finish"
	"familiar/policy/floor"
	"familiar/policy/guard"
	"familiar/policy/hours"
	"familiar/policy/ladder"
	"familiar/policy/language"
	"familiar/policy/learning"
	"familiar/policy/memory"
	"familiar/policy/odds"
	"familiar/policy/outage"
	"familiar/policy/pace"
	"familiar/policy/surface"
	"familiar/policy/turns"
)

// Default returns the preset `social`.
func Default() Policy {
	return Policy{
		Ladder:        ladder.Default(),
		Credit:        credit.Default(),
		Chattiness:    chattiness.Default(),
		Debounce:      Debounce{Quiet: 600 * time.Millisecond, Hot: 1500 * time.Millisecond, Gap: 3 * time.Second, Cap: 4 * time.Second},
		Finish:        finish.Default(),
		Hours:         hours.Default(),
		Odds:          odds.Default(),
		Learning:      learning.Default(),
		Surface:       surface.Default(),
		Pace:          pace.Default(),
		Late:          defaultLate(),
		Memory:        memory.Default(),
		Busy:          Steer,
		OnJudgeError:  Retry,
		Verdict:       Word,
		Quote:         true,
		JudgeWithin:   20 * time.Second,
		ComposeWithin: 3 * time.Minute,
		Mode:          Live,
		ShadowCompose: true,
	}
}

// Preset returns the policy of that name: one of ladder.Presets.
func Preset(name string) (Policy, bool) {
	rungs, ok := ladder.Preset(name)
	if !ok {
		return Policy{}, false
	}
	p := Default()
	p.Ladder = rungs
	p.Credit = credit.Preset(name)
	p.Odds, _ = odds.Preset(name)
	p.Surface = surface.Preset(name)
	switch name {
	case "ladder":
		p.Chattiness.On = false
		p.Busy, p.Pings = Queue, true
	case "window":
		p.Chattiness.On = false
		p.Debounce = Debounce{}
		p.Busy = Queue
	case "chatty":
		p.Chattiness = chattiness.Chatty()
		p.Debounce = Debounce{}
		p.Busy, p.PeersArm, p.Quote = Queue, true, false
	case "assigned":
		p.Chattiness.On, p.Debounce, p.Busy = false, Debounce{}, Inject
	case "relevance":
		p.Chattiness.On, p.Debounce, p.Busy = false, Debounce{}, Queue
		p.JudgeEach, p.OnJudgeError = true, Decline
	}
	return p, true
}

// DefaultRoom returns the room's part of the preset `social`.
func DefaultRoom() RoomConfig {
	return RoomConfig{
		Guard: guard.Default(), AnswerWithin: 15 * time.Minute, OverdueAfter: 2 * time.Minute, Newcomers: true,
		Floor: floor.Default(), Turns: turns.Default(), Admission: admission.Default(),
		Language: language.Default(), Outage: outage.Default(),
	}
}

// PresetRoom returns the room's part of the preset of that name; false when there
// is none.
func PresetRoom(name string) (RoomConfig, bool) {
	room := DefaultRoom()
	room.Guard, room.Floor, room.Turns = guard.Preset(name), floor.Preset(name), turns.Preset(name)
	room.Newcomers = name != "ladder" // the system it follows takes a list for the truth for a minute
	return room, slices.Contains(ladder.Presets(), name)
}

package conversation

import (
	"familiar/policy/seat"
	"familiar/policy/seating"
)

// What configures a channel is policy/seating's. It goes by these names, too,
// for those who have to do with nothing else of it.
type (
	// Config is the channel's.
	Config = seating.Config
	// RoomConfig is what its seats share.
	RoomConfig = seating.RoomConfig
	// SeatConfig is one familiar's place in it.
	SeatConfig = seating.SeatConfig
	// Policy is the knobs of one familiar.
	Policy = seating.Policy

	// Debounce is of a [Policy], as are the next three.
	Debounce = seating.Debounce
	// Busy says what a line does to a turn in flight.
	Busy = seating.Busy
	// OnJudgeError says what a judge's failure means.
	OnJudgeError = seating.OnJudgeError
	// Mode says whether anybody is to notice a familiar.
	Mode = seating.Mode
)

type (
	// A Seat is one familiar's place in the channel.
	Seat = seat.Seat
	// Seats are those of a channel.
	Seats = seat.Seats
)

// The values of a policy's knobs, see policy/seating.
const (
	Queue     = seating.Queue
	Steer     = seating.Steer
	Inject    = seating.Inject
	Interrupt = seating.Interrupt
	Retry     = seating.Retry
	Decline   = seating.Decline
	Live      = seating.Live
	InShadow  = seating.InShadow
)

// Default is the preset `social`, see [seating.Default].
func Default() Policy { return seating.Default() }

// DefaultRoom is the room's part of it, see [seating.DefaultRoom].
func DefaultRoom() RoomConfig { return seating.DefaultRoom() }

// Preset is the policy of that name, see [seating.Preset].
func Preset(name string) (Policy, bool) { return seating.Preset(name) }

// PresetRoom is the room's part of it, see [seating.PresetRoom].
func PresetRoom(name string) (RoomConfig, bool) { return seating.PresetRoom(name) }

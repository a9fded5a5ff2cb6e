package experiment

import (
	"encoding/binary"

	"familiar/internal/fnv"
	"familiar/internal/splitmix"
	"familiar/messages"
)

// A Unit is what was drawn as one: a room, or one day of a room. Its lines are
// alike in more than the setting, so figures count units.
type Unit struct {
	Room messages.ChannelID
	Day  Day // 0: all days
}

// Unit returns the unit of a channel on a day.
func (p *Plan) Unit(channel messages.ChannelID, day Day) Unit {
	u := Unit{Room: channel.Room()}
	if p.By == Daily {
		u.Day = day
	}
	return u
}

// Side returns the setting that a unit is given.
func (p *Plan) Side(u Unit) messages.Side {
	if splitmix.Fraction(u.Number(p.Name, uint64(p.Seed))) < p.Share {
		return messages.SideB
	}
	return messages.SideA
}

// Arm returns what holds in a channel on a day; "" when the experiment doesn't run
// then.
func (p *Plan) Arm(channel messages.ChannelID, day Day) messages.Arm {
	if !p.Runs(day) {
		return ""
	}
	return messages.NewArm(p.Name, p.Digest(), p.Side(p.Unit(channel, day)))
}

// Number returns a number of the unit's own: those of two units, seeds or names
// have nothing to do with each other.
func (u Unit) Number(name string, seed uint64) uint64 {
	var head [12]byte
	binary.LittleEndian.PutUint64(head[:], seed)
	binary.LittleEndian.PutUint32(head[8:], uint32(u.Day))
	h := fnv.Add(fnv.Sum(head[:]), name)
	return splitmix.Scatter(fnv.Add(fnv.Add(h, "\x00"), u.Room))
}

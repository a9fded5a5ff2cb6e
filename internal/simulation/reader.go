package simulation

import (
	"context"
	"time"

	"familiar/actors/channel"
	"familiar/journal/checkpoint"
	"familiar/messages"
)

// soon is how far ahead deadlines are that may stand for open orders: whom
// they belong to is woken as soon as the journal is read up.
const soon = 15 * time.Minute

// A reader hands a partition's records to the actors.
type reader struct {
	at      int    // place in the partition's log of the next one
	until   uint64 // what was in the journal at the start
	live    bool   // all of that has been handed over
	tracker *checkpoint.Tracker
}

// startReading begins at the checkpoints and finds the deadlines.
func (p *process) startReading() {
	d := p.w.disk
	for part := range p.readers {
		r := &p.readers[part]
		r.until, _ = d.Last(context.Background(), part)
		r.tracker = checkpoint.New(len(p.readers))
		r.tracker.Begin(d.checkpoint[part], p.w.now)
		p.seek(part, d.checkpoint[part])
	}
	for s, err := range d.Due(context.Background(), p.w.now.Add(365*24*time.Hour)) {
		if err == nil {
			p.due[p.w.index[s.Channel]] = s.Due
		}
	}
}

// seek puts a reader behind a sequence.
func (p *process) seek(part int, after uint64) {
	r, log := &p.readers[part], p.w.disk.log[part]
	for r.at = len(log); r.at > 0 && log[r.at-1].Seq > after; r.at-- {
		continue
	}
}

// rewind has a reader lose its connection and begin again at the checkpoint,
// or at the very beginning.
func (p *process) rewind(part int) bool {
	after := p.w.disk.checkpoint[part]
	if p.w.one(4) {
		after = 0
	}
	p.seek(part, after)
	return true
}

// read hands over a partition's next record.
func (p *process) read(part int) bool {
	r, d := &p.readers[part], p.w.disk
	for r.at < len(d.log[part]) && (d.erased[d.log[part][r.at].Seq] || !d.counts(part, d.log[part][r.at].Seq)) {
		r.at++
	}
	old := r.at < len(d.log[part]) && d.log[part][r.at].Seq <= r.until
	if !r.live && !old {
		p.goLive(part)
		return true
	}
	if r.at == len(d.log[part]) {
		return false
	}
	record := d.log[part][r.at]
	r.at++
	r.tracker.Handed(record.Channel, record.Seq)
	p.hand(p.w.index[record.Channel], record)
	if r.live && old { // it came when nobody expected it any more
		p.hand(p.w.index[record.Channel], channel.Live{})
	}
	return true
}

// goLive tells a partition's channels that they have what was in the journal.
func (p *process) goLive(part int) {
	p.readers[part].live = true
	p.w.tracef("partition %d is live", part)
	for i := part; i < len(p.actors); i += partitions {
		if p.actors[i] != nil {
			p.hand(i, channel.Live{})
		}
		if p.due[i] != 0 && p.due[i].Sub(p.w.now) <= soon {
			p.due[i] = p.w.now
		}
	}
}

// catchUp is what a channel asks for when it is loaded.
func (p *process) catchUp(id messages.ChannelID) (until uint64, live bool) {
	if p.w.without == Held {
		return 0, true
	}
	r := &p.readers[p.w.disk.Partition(id)]
	return r.until, r.live
}

// wake sends word to the channels whose deadline has come.
func (p *process) wake() {
	for i, at := range p.due {
		if at == 0 || at > p.w.now || !p.readers[i%partitions].live {
			continue
		}
		p.due[i] = 0
		p.hand(i, channel.Wake{})
	}
}

// saved learns how far a channel's snapshot goes.
func (p *process) saved(room int, seq uint64) {
	p.readers[room%partitions].tracker.Saved(p.w.rooms[room].id, seq)
}

// setCheckpoint writes how far a partition need not be read again, and asks
// for snapshots where one holds that back for long.
func (p *process) setCheckpoint(part int) bool {
	t, d := p.readers[part].tracker, p.w.disk
	for _, id := range t.Overdue(p.w.now) {
		p.hand(p.w.index[id], channel.Save{})
	}
	upto := t.Floor() - 1
	if upto <= d.checkpoint[part] {
		return false
	}
	if err := d.SetCheckpoint(context.Background(), p.epoch, part, upto); err == nil {
		p.w.tracef("checkpoint of partition %d is %d", part, upto)
	}
	return true
}

// saveSoon asks a channel for a snapshot, as somebody may at any time.
func (p *process) saveSoon(room int) bool {
	p.hand(room, channel.Save{})
	return true
}

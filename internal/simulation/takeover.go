package simulation

import (
	"familiar/journal"
	"familiar/messages"
)

// Some runs have several processes share the disk, one after the other: a process
// stands still in the middle of a write, another takes over, and what was under way
// arrives later, perhaps in the middle of what the next one does.

// An underWay is an append that has left a process and not arrived.
type underWay struct {
	owner   uint64
	channel messages.ChannelID
	event   messages.Event
}

// A fence is what the disk knows of who owned its partitions.
type fence struct {
	owners  [partitions]journal.Owners
	writers map[uint64]uint64 // of records by sequence: the epoch of who wrote it as an owner
	tooLate map[uint64]bool   // records of former owners, as the world itself knows
	under   []underWay
}

// takeOver begins an epoch in every partition.
func (d *disk) takeOver() {
	for p := range d.owners {
		d.last++
		d.owners[p].Add(journal.Owned{Seq: d.last, Epoch: d.epoch, Process: d.epoch})
	}
}

// counts is what every reader of the log asks of each record.
func (d *disk) counts(partition int, seq uint64) bool {
	writer := d.writers[seq]
	return !d.w.taking || d.w.without == Fenced || d.owners[partition].Counts(seq, writer, writer)
}

// wrote keeps who wrote a record.
func (d *disk) wrote(epoch uint64, r journal.Record) {
	if d.w.taking && epoch != 0 && r.Seq != 0 {
		d.writers[r.Seq] = epoch
	}
}

// freeze stops the process between its look at who owns the channel and its write.
func (d *disk) freeze(epoch uint64, channel messages.ChannelID, events []messages.Event) {
	w := d.w
	if !w.taking || epoch == 0 || !w.bad(w.weather.freezes) {
		return
	}
	for _, e := range events {
		d.under = append(d.under, underWay{epoch, channel, e})
	}
	w.tracef("room %d: the process stands still before it writes", w.index[channel])
	panic(crash{})
}

// takeOverSometimes has the process stand still between two actions: what its agents
// and its judge are about to say is under way, too.
func (w *world) takeOverSometimes() bool {
	if !w.one(w.weather.takeovers) {
		return false
	}
	p, d := w.process, w.disk
	for _, o := range p.composes {
		if w.one(2) {
			d.under = append(d.under, underWay{p.epoch, o.Channel, messages.Composed{N: o.N, Parts: []string{reply(turnKey{o.N, w.life}, 0)}, Final: w.one(2)}})
		}
	}
	for _, o := range p.judges {
		if w.one(2) {
			d.under = append(d.under, underWay{p.epoch, o.Channel, messages.Judged{N: o.N, Yes: w.one(2), Reason: "late"}})
		}
	}
	w.tracef("TAKEN OVER, %d writes under way", len(d.under))
	w.restart()
	return true
}

// arrive has a write of a former owner arrive.
func (w *world) arrive() {
	d := w.disk
	if len(d.under) == 0 {
		return
	}
	i := w.n(len(d.under))
	u := d.under[i]
	d.under = cut(d.under, i)
	k, room := d.of(u.channel)
	d.last++
	r := journal.Record{Channel: u.channel, Seq: d.last, At: max(k.at, w.now), Generation: 1, Event: u.event}
	p := d.Partition(u.channel)
	d.log[p] = append(d.log[p], r)
	d.writers[r.Seq], d.tooLate[r.Seq] = u.owner, true
	w.Late++
	w.tracef("room %d: %d arrives late, of process %d: %s", room, r.Seq, u.owner, eventText(u.event))
}

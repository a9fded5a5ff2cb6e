package simulation

import (
	"strconv"
	"strings"
	"time"

	"familiar/messages"
)

// unsynced is how much of what was written a power cut may take.
const unsynced = 2 * time.Minute

// A change is one write to a stream of the disk, and how it is taken back.
type change struct {
	stream string
	at     messages.Instant
	undo   func()
}

// Streams of the disk: each comes out of a power cut at a moment of its own.
const (
	metaStream   = "meta"
	outboxStream = "outbox"
	notesStream  = "notes"
	deadStream   = "dead"
)

func linesStream(partition int) string { return "lines-" + strconv.Itoa(partition) }
func snapsStream(partition int) string { return "snaps-" + strconv.Itoa(partition) }

// did keeps how a write is taken back, and gives it its place among all.
func (d *disk) did(stream string, undo func()) {
	d.writes++
	if d.w.cutting {
		d.changes = append(d.changes, change{stream, d.w.now, undo})
	}
}

// powerCut ends the process and takes from each stream the newest of what it
// has not had on the disk for sure: usually soon after something was posted.
func (w *world) powerCut() bool {
	often := w.weather.cuts
	if w.Posts != w.seen {
		w.seen, often = w.Posts, 6
	}
	if !w.one(often) {
		return false
	}
	w.cut()
	return true
}

func (w *world) cut() {
	w.tracef("POWER CUT")
	w.life++
	w.disk.rollBack()
	w.disk.moveOn()
	clear(w.asked)
	w.now = w.now.Add(time.Duration(w.among(1, 20, 300)) * time.Second)
	w.Cuts++
	w.process = newProcess(w)
}

// rollBack draws for each stream how many of its newest writes are gone.
func (d *disk) rollBack() {
	w := d.w
	young := map[string]int{}
	var streams []string
	for _, c := range d.changes {
		if w.now.Sub(c.at) > unsynced {
			continue
		}
		if young[c.stream] == 0 {
			streams = append(streams, c.stream)
		}
		young[c.stream]++
	}
	for _, stream := range streams {
		switch n := young[stream]; {
		case w.one(3), stream == outboxStream && w.one(2):
			young[stream] = 0
		case !w.one(3):
			young[stream] = min(n, 1+w.n(6))
		default:
			young[stream] = w.n(n + 1)
		}
		w.tracef("%s loses %d writes", stream, young[stream])
	}
	for k := len(d.changes) - 1; k >= 0; k-- {
		if c := d.changes[k]; young[c.stream] > 0 {
			young[c.stream]--
			c.undo()
		}
	}
	d.changes = nil // what is left is on the disk by the next time
	for _, r := range w.rooms {
		for _, id := range r.entered {
			if _, is := d.ids[w.named(id)]; !is {
				r.lostAll[id] = true
			}
		}
	}
}

// named is the name by which the outbox knows a post.
func (w *world) named(id messages.PostID) messages.PostID {
	if w.without != Marked {
		return id
	}
	turn, part := cutLast(string(id))
	turn, _, _ = strings.Cut(turn, ".")
	return messages.PostID(turn + "~" + part)
}

// moveOn is what the journal mends when it is opened: a new record comes after
// all that was seen of the log, and what no snapshot covers any more is read
// again.
func (d *disk) moveOn() {
	d.last = 0
	for p := range partitions {
		newest, covered := 0, uint64(0)
		for i := range d.rooms {
			k := &d.rooms[i]
			d.last = max(d.last, k.snapshot.Seq)
			if i%partitions == p && k.saves > newest {
				newest, covered = k.saves, k.covered
			}
		}
		d.last = max(d.last, d.checkpoint[p])
		if log := d.log[p]; len(log) > 0 {
			d.last = max(d.last, log[len(log)-1].Seq)
		}
		if d.w.without != Covered {
			d.checkpoint[p] = min(d.checkpoint[p], covered)
		}
	}
}

// tellAstray journals which posts the outbox knows and the log may not, as the
// app does when it starts.
func (d *disk) tellAstray() {
	if d.w.without == Told {
		return
	}
	for i := range d.rooms {
		for _, id := range d.w.rooms[i].entered {
			known, is := d.ids[d.w.named(id)]
			if is && known.write > d.newest[i%partitions] {
				d.append(d.w.rooms[i].id, messages.DeliveryFailed{Post: id, Reason: "a power cut", Unknown: true, Lost: true})
			}
		}
	}
}

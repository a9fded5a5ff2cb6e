package simulation

import "bytes"

// check holds the run to what the program promises.
func (w *world) check() {
	for i, r := range w.rooms {
		ref := w.refer(r, &w.disk.rooms[i])
		if w.cutting {
			w.checkAstray(ref)
			w.checkCut(r)
		} else if r.astray {
			w.checkAstray(ref)
		} else {
			w.checkLines(ref)
			w.checkNotes(ref)
			w.checkAnswered(ref)
			w.checkPosts(ref)
			w.checkState(ref)
		}
		w.checkNetwork(r)
		w.checkErased(ref)
		for _, e := range w.disk.outbox[i] {
			w.broke("room %d: %s is left in the outbox", i, e.post.ID)
		}
	}
	w.checkCheckpoints()
}

// checkCheckpoints: what is left in the log need not be read again.
func (w *world) checkCheckpoints() {
	for part, log := range w.disk.log {
		for _, r := range log {
			if r.Seq > w.disk.checkpoint[part] && !w.disk.erased[r.Seq] && !w.disk.tooLate[r.Seq] {
				w.broke("partition %d: all is saved, and the checkpoint is %d before record %d", part, w.disk.checkpoint[part], r.Seq)
			}
		}
	}
}

// checkState: what was saved is what the journal says, and nothing is open.
func (w *world) checkState(ref *reference) {
	k, i := ref.kept, ref.room.at
	if len(k.history) == 0 {
		return
	}
	if last := k.history[len(k.history)-1].Seq; k.snapshot.Seq != last {
		w.broke("room %d: the newest snapshot is of %d, the journal goes up to %d", i, k.snapshot.Seq, last)
	}
	want, err := ref.state.Encode()
	if err != nil {
		w.broke("room %d: %v", i, err)
	}
	if w.without != Memory && !bytes.Equal(k.snapshot.Body, want) { // else the ids differ, which says nothing
		w.broke("room %d: the state that was lived and the journal's differ:\ngot  %q\nwant %q", i, k.snapshot.Body, want)
	}
	w.checkRest(i, ref.state)
}

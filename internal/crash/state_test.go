package crash

import (
	"bytes"
	"encoding/json"
	"fmt"
	"reflect"
	"slices"

	"familiar/journal"
	"familiar/messages"
	"familiar/policy/conversation"
	"familiar/policy/erasing"
)

// account is how a familiar's line is signed on the web network.
func account(f messages.FamiliarID) messages.PersonID { return messages.PersonID(f) }

// A told is a channel's log told anew to a fresh state: what an unbroken run
// over the same events comes to.
type told struct {
	state *conversation.Channel
	notes []*messages.Note
}

// tell steps the records, in their order.
func tell(id messages.ChannelID, c *conversation.Config, records []journal.Record) told {
	t := told{state: conversation.New(id, c)}
	var effects []conversation.Effect
	for _, r := range records {
		effects = t.state.Step(r.At, r.Event, effects[:0])
		for _, e := range effects {
			if n, ok := e.(*messages.Note); ok {
				t.notes = append(t.notes, n)
			}
		}
	}
	return t
}

// auditState says where the newest snapshot differs from the log told anew, deletions
// among it. A log that lines were erased from can't be told: who knows what it was that
// a state had been through? There it must only hold none of them, but for what the state
// still has to erase.
func auditState(s *script, c *conversation.Config, records []journal.Record, snapshot journal.Snapshot) (state *conversation.Channel, faults []string) {
	fault := func(format string, args ...any) {
		faults = append(faults, s.chat+": "+fmt.Sprintf(format, args...))
	}
	state, err := conversation.Decode(snapshot.Body, c)
	if err != nil {
		fault("%v", err)
		return conversation.New(s.channel(), c), faults
	}
	last := records[len(records)-1].Seq
	if snapshot.Seq != last {
		fault("the newest snapshot is of record %d, the last is %d", snapshot.Seq, last)
	}
	if s.held {
		for _, line := range undeleted(s, state) {
			fault("%s was deleted, and the state has its text", line)
		}
	}
	if !s.whole() {
		for _, line := range remains(s, state, records) {
			fault("%s was deleted, and is still in the log", line)
		}
		return state, faults
	}
	upto := slices.IndexFunc(records, func(r journal.Record) bool { return r.Seq > snapshot.Seq })
	if upto < 0 {
		upto = len(records)
	}
	for _, d := range differences(state, tell(s.channel(), c, records[:upto]).state) {
		fault("%s", d)
	}
	return state, faults
}

// undeleted returns the deleted lines whose texts a state has all the same.
func undeleted(s *script, state *conversation.Channel) (lines []messages.LineID) {
	for e := range state.Lines.Each() {
		if id := state.Lines.ID(e); s.removed[id] && !e.Gone() {
			lines = append(lines, id)
		}
	}
	return lines
}

// remains returns the deleted lines that are in the log although the state has
// nothing more to erase of them.
func remains(s *script, state *conversation.Channel, records []journal.Record) (lines []messages.LineID) {
	for id := range textsIn(records) {
		if s.removed[id] && !slices.ContainsFunc(state.Erasing, func(e erasing.Text) bool { return e.All || e.Line == id }) {
			lines = append(lines, id)
		}
	}
	return lines
}

// differences names the parts of two states that are not the same.
func differences(got, want *conversation.Channel) (all []string) {
	g, errG := got.Encode()
	w, errW := want.Encode()
	if errG != nil || errW != nil {
		return []string{fmt.Sprintf("states can't be encoded: %v, %v", errG, errW)}
	}
	if bytes.Equal(g, w) {
		return nil
	}
	gs, ws := reflect.ValueOf(*got), reflect.ValueOf(*want)
	for i := range gs.NumField() {
		f := gs.Type().Field(i)
		if !f.IsExported() || reflect.DeepEqual(gs.Field(i).Interface(), ws.Field(i).Interface()) {
			continue
		}
		is, _ := json.Marshal(gs.Field(i).Interface()) // of parts that were encoded before
		was, _ := json.Marshal(ws.Field(i).Interface())
		if !bytes.Equal(is, was) {
			all = append(all, fmt.Sprintf("%s is %s, told anew it is %s", f.Name, is, was))
		}
	}
	if len(all) == 0 {
		all = []string{"the encoded states differ, though no part does"}
	}
	return all
}

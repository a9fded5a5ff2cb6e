package channel

import "familiar/telemetry"

// trouble is what channels log of a journal that fails. It fails all of them
// at the same time, so each of these is one line a second for all together.
type trouble struct {
	again  telemetry.Seldom // the journal refuses something
	notes  telemetry.Seldom // decisions are missing from the ledger
	closed telemetry.Seldom // events are left to the next start
}

// again logs what the journal refuses from this channel, and how many such log
// lines, of any channel, were left out since the last one.
func (ch *Channel) again(msg string, err error, facts ...any) {
	if n, say := ch.trouble.again.Count(1); say {
		facts = append(facts, "channel", ch.id, "err", err, "left_out", n-1)
		ch.Log.Warn(msg, facts...) //nolint:sloglint // every caller passes a constant
	}
}

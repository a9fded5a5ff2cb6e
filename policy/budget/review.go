package budget

import "familiar/messages"

// review looks at the three limits of a familiar in a channel, and appends what
// has changed.
func (l *Ledger) review(channel messages.ChannelID, familiar messages.FamiliarID, c *Config, out []Change) []Change {
	out = l.All.review(c, c.Day, l.others, Change{}, out)
	if e := l.Familiars.find(familiar); e != nil {
		out = l.reviewFamiliar(e, c, out)
	}
	if e := l.Channels.find(channel); e != nil {
		out = l.reviewChannel(e, c, out)
	}
	return out
}

// reviewAll looks at every limit there is.
func (l *Ledger) reviewAll(c *Config, out []Change) []Change {
	out = l.All.review(c, c.Day, l.others, Change{}, out)
	for i := range l.Familiars.Entries {
		out = l.reviewFamiliar(&l.Familiars.Entries[i], c, out)
	}
	for i := range l.Channels.Entries {
		out = l.reviewChannel(&l.Channels.Entries[i], c, out)
	}
	return l.reviewPersons(c, out)
}

func (l *Ledger) reviewFamiliar(e *Entry[messages.FamiliarID], c *Config, out []Change) []Change {
	return e.review(c, c.Familiar, l.others, Change{Familiar: e.Of}, out)
}

// reviewChannel counts no others: one process has the channel.
func (l *Ledger) reviewChannel(e *Entry[messages.ChannelID], c *Config, out []Change) []Change {
	return e.review(c, c.Channel, 0, Change{Channel: e.Of}, out)
}

// review brings the tally's step up to date and appends it to out, in the place
// of change's, if it is another than before. As many others as are given count as if they
// had spent what this process has since they were heard.
func (t *Tally) review(c *Config, limit float64, others Money, change Change, out []Change) []Change {
	step := c.step(t.Step, t.Today.plus(t.Held).plus(t.since.plus(t.Held).times(others)), allowed(limit))
	if step == t.Step {
		return out
	}
	t.Step, change.Step = step, step
	return append(out, change)
}

// allowed is a limit as money, 0 where there is none.
func allowed(usd float64) Money {
	if usd <= 0 {
		return 0
	}
	return max(Dollars(usd), 1)
}

// trim keeps the books within their bounds. Whoever falls out of them under
// pressure is free: only its own limit has forgotten it, the total has not.
func (l *Ledger) trim(c *Config, out []Change) []Change {
	most := c.Channels
	if most <= 0 {
		most = channelsKept
	}
	for _, channel := range l.Channels.trim(most) {
		out = append(out, Change{Channel: channel})
	}
	for _, familiar := range l.Familiars.trim(familiarsKept) {
		out = append(out, Change{Familiar: familiar})
	}
	return out
}

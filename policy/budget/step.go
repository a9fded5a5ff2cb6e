package budget

// step returns the step of something that was at step was, when so much of the
// limit is used. Without a limit it is Free.
func (c *Config) step(was Step, used, limit Money) Step {
	if limit <= 0 {
		return Free
	}
	part := float64(used) / float64(limit)
	if used >= limit {
		return Hard
	}
	reached := Free
	for int(reached) < len(c.Shares) && part >= c.Shares[reached] {
		reached++
	}
	for was > reached && part < c.begins(was)-c.Slack {
		was--
	}
	return max(was, reached)
}

// begins is the share of a limit where a step above Free begins.
func (c *Config) begins(s Step) float64 {
	if int(s) > len(c.Shares) {
		return 1
	}
	return c.Shares[s-1]
}

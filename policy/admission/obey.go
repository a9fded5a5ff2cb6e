package admission

import "familiar/messages"

// Obey does the part of an allowed order that is this seat's own: quiet,
// resume, alone and again. For the others it changes nothing. It gives the
// answer to be shown; [NoAnswer] where only the caller can know one.
func (s *State) Obey(now messages.Instant, o Order, by messages.PersonID, c *Config) Answer {
	a := Answer{Command: o.Command}
	if o.Unclear {
		if a.Key = Usage; o.Command == Memory {
			a.Key = MemoryUsage
		}
		return a
	}
	switch o.Command {
	case messages.Quiet:
		a.Key = QuietOn
		if a.For = s.hush(now, o.For, c); a.For > 0 {
			a.Key = QuietUntil
		}
	case messages.Resume:
		s.resume(now)
		a.Key = QuietOff
	case Alone:
		s.LeaveAlone(by)
		a.Key = AloneOn
	case Again:
		s.Welcome(by)
		a.Key = AloneOff
	case Status:
		a.Key, a.For = StatusFree, s.left(now)
		switch {
		case a.For > 0:
			a.Key = StatusUntil
		case s.Quiet(now):
			a.Key = StatusQuiet
		}
	case Help:
		a.Key = HelpText
	case Engage:
		a.Key = Engaged
	case messages.Disengage:
		a.Key = Disengaged
	case messages.Stop:
		a.Key = Stopped
	default: // wake, why, say, reload, claim, forget: their effect is the answer
	}
	return a
}

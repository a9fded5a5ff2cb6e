package admission

import (
	"errors"
	"fmt"
	"strings"
)

// keys are all that have a text.
var keys = []Key{
	HelpText, StatusFree, StatusQuiet, StatusUntil, QuietOn, QuietUntil, QuietOff, Engaged, Disengaged,
	EngageRefused, Stopped, AloneOn, AloneOff, Refused, Usage, Claimed, EngageHeld,
	WhyTold, WhyNothing, WhyUnknown, WhyLate,
	MemoryTold, MemoryLent, MemoryNothing, MemoryGone, MemoryRight, MemoryUsage,
	MemoryAgreed, MemoryShared, MemoryUnshared, MemorySingle,
	LinkPrivate, LinkCode, LinkWith, LinkJoined, LinkUnknown, LinkOwn, LinkFull, LinkOften, LinkLate, LinkEnded, LinkNone,
}

// places are what a text may hold in braces.
var places = strings.NewReplacer("{name}", "", "{role}", "", "{commands}", "", "{command}", "", "{for}", "", "{reason}", "", "{other}", "", "{told}", "")

// Validate says what is wrong, all of it.
func (t Texts) Validate() error {
	var errs []error
	for _, k := range keys {
		if text := *t.field(k); strings.ContainsAny(places.Replace(text), "{}") {
			errs = append(errs, fmt.Errorf("%s = %q: allowed in braces are name, role, commands, command, for, reason or other", k, text))
		}
	}
	return errors.Join(errs...)
}

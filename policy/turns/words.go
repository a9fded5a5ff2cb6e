package turns

import (
	"errors"
	"fmt"
	"math"
	"strconv"
	"strings"
)

// Words are the notices that are said in the channel. {familiar} stands for
// who lost the turn, {next} for who has it now (empty: nobody), {seconds} for
// how long it took.
type Words struct {
	TimedOut string `toml:"timed_out"` // a turn ran out; default English
	Offline  string `toml:"offline"`   // its holder went offline; default English
}

// English gives the notices in English.
func English() Words {
	return Words{
		TimedOut: "{familiar}'s turn ran out after {seconds} s.",
		Offline:  "{familiar} is offline and loses the turn.",
	}
}

// Validate says what is wrong, all of it.
func (w Words) Validate() error {
	var errs []error
	for _, v := range []struct{ key, text string }{{"timed_out", w.TimedOut}, {"offline", w.Offline}} {
		plain := strings.NewReplacer("{familiar}", "", "{next}", "", "{seconds}", "").Replace(v.text)
		switch {
		case v.text == "":
			errs = append(errs, fmt.Errorf("words.%s is empty: say something, or set announce = false", v.key))
		case strings.ContainsAny(plain, "{}"):
			errs = append(errs, fmt.Errorf("words.%s = %q: braces hold only familiar, next or seconds", v.key, v.text))
		}
	}
	return errors.Join(errs...)
}

// Notice gives what is to be said in the channel about p, in the words of
// Config.Words; "" for nothing.
func (c *Config) Notice(p Passing) string { return c.say(c.Words, p) }

func (c *Config) say(w Words, p Passing) string {
	text := ""
	switch p.Why {
	case TimedOut:
		text = w.TimedOut
	case WentOffline:
		text = w.Offline
	default: // nobody has to be told
	}
	if !c.Announce || text == "" {
		return ""
	}
	seconds := strconv.Itoa(int(math.Round(p.Held.Seconds())))
	return strings.NewReplacer("{familiar}", string(p.From), "{next}", string(p.To), "{seconds}", seconds).Replace(text)
}

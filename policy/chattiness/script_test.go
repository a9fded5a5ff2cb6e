package chattiness

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"familiar/messages"
)

var update = flag.Bool("update", false, "rewrite testdata with what chattiness does")

// TestScripts plays each story of testdata. A line is an instant and what
// happened then; the line after it that starts with ">" is what the seat waits
// for. "config" lines set knobs; jitter is off unless a story draws.
func TestScripts(t *testing.T) {
	files, _ := filepath.Glob("testdata/*.txt")
	if len(files) == 0 {
		t.Fatal("no stories in testdata")
	}
	for _, file := range files {
		t.Run(filepath.Base(file), func(t *testing.T) {
			want, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			got := newStory(t).play(string(want))
			if *update {
				if err := os.WriteFile(file, []byte(got), 0o666); err != nil {
					t.Fatal(err)
				}
			} else if got != string(want) {
				t.Errorf("%s says otherwise (go test -update to accept):\n%s", file, got)
			}
		})
	}
}

// A story is one seat; its clock starts at an instant that is not 0.
type story struct {
	t       *testing.T
	s       State
	c       Config
	stretch float64
	draws   []float64
}

const start messages.Instant = 1_000_000

func newStory(t *testing.T) *story {
	st := &story{t: t, c: Default(), stretch: 1}
	st.c.Jitter = false
	st.c.Draw = func(_ uint64, k int) float64 { return st.draws[k%len(st.draws)] }
	return st
}

func (st *story) play(script string) string {
	var out strings.Builder
	for line := range strings.Lines(script) {
		if strings.HasPrefix(line, ">") {
			continue
		}
		out.WriteString(line)
		words := strings.Fields(line)
		switch {
		case len(words) == 0 || words[0] == "#":
		case words[0] == "config":
			st.configure(words[1:])
		default:
			at, err := time.ParseDuration(words[0])
			if err != nil || len(words) < 2 {
				st.t.Fatalf("want an instant and what happened: %q", line)
			}
			now := st.happen(start.Add(at), words[1:])
			fmt.Fprintf(&out, "> %s\n", st.waitsFor(now))
		}
	}
	return out.String()
}

func (st *story) happen(now messages.Instant, words []string) messages.Instant {
	switch words[0] {
	case "hear":
		return st.hear(now, words[1:])
	case "ask":
		st.s.Asked(now)
	case "no":
		st.s.Refused(messages.Trigger(words[1]), now, &st.c)
	case "missed":
		st.s.Missed(messages.Trigger(words[1]))
	case "yes":
		st.s.Spoke(&st.c)
	case "clear":
		st.s.Cleared()
	case "pressure":
		st.stretch = st.number(words[1])
	default:
		st.t.Fatalf("unknown word %q", words[0])
	}
	return now
}

// hear takes "hear [12 every 1s] [question|endpoint|elsewhere|own|answer] [by ana]".
func (st *story) hear(now messages.Instant, words []string) messages.Instant {
	l, times, gap := Signal{Arms: true}, 1, time.Duration(0)
	for len(words) > 0 {
		word := words[0]
		words = words[1:]
		switch word {
		case "question":
			l.Question = true
		case "endpoint":
			l.Endpoint = true
		case "elsewhere":
			l.Arms = false
		case "answer":
			l.Arms, l.Answers = false, true
		case "own":
			l.Own = true
		case "by":
			l.Author, words = messages.PersonID(words[0]), words[1:]
		case "every":
			gap, words = st.duration(words[0]), words[1:]
		default:
			times = int(st.number(word))
		}
	}
	for i := range times {
		if i > 0 {
			now = now.Add(gap)
		}
		st.s.Hear(now, &l, &st.c)
	}
	return now
}

func (st *story) waitsFor(now messages.Instant) string {
	count := fmt.Sprintf("%d of %d heard", st.s.Heard, st.s.Due)
	d := st.s.Next(&st.c, st.stretch)
	switch {
	case d.At == 0:
		return count + "; nothing to wait for"
	case d.At <= now:
		return fmt.Sprintf("%s; %s now, by %s", count, d.Trigger, d.Term)
	default:
		return fmt.Sprintf("%s; %s at %v, by %s", count, d.Trigger, d.At.Sub(start), d.Term)
	}
}

func (st *story) configure(words []string) {
	for _, word := range words {
		knob, value, _ := strings.Cut(word, "=")
		switch knob {
		case "chatty":
			draw := st.c.Draw
			st.c = Chatty()
			st.c.Jitter, st.c.Draw = false, draw
		case "off":
			st.c.On = false
		case "tier":
			st.c.Tier = Tier(value)
		case "draws":
			st.c.Jitter = true
			for d := range strings.SplitSeq(value, ",") {
				st.draws = append(st.draws, st.number(d))
			}
		case "question":
			st.c.Question = st.duration(value)
		case "share":
			st.c.Share = st.number(value)
		case "backoff_after":
			st.c.BackoffAfter = int(st.number(value))
		default:
			st.t.Fatalf("unknown knob %q", knob)
		}
	}
	if err := st.c.Validate(); err != nil {
		st.t.Fatal(err)
	}
}

func (st *story) number(word string) float64 {
	n, err := strconv.ParseFloat(word, 64)
	if err != nil {
		st.t.Fatal(err)
	}
	return n
}

func (st *story) duration(word string) time.Duration {
	d, err := time.ParseDuration(word)
	if err != nil {
		st.t.Fatal(err)
	}
	return d
}

package community

import (
	"fmt"
	"os"
	"strings"
	"testing"

	"familiar/policy/conversation"
	"familiar/policy/learning"
)

func learner(name string, most, welcome float64, memory int) Setting {
	s := Setting{Name: name, Policy: conversation.Default()}
	s.Policy.Learning = learning.Config{On: true, Most: most, Welcome: welcome, Memory: memory}
	s.Moved = func(c *conversation.Channel) float64 { return c.State.Seats[0].Learned.Lift }
	return s
}

func f(name string, d float64) float64 {
	v := d
	if t := os.Getenv(name); t != "" {
		fmt.Sscan(t, &v)
	}
	return v
}

func TestZZ(t *testing.T) {
	judge := Judge(os.Getenv("JUDGE"))
	if judge == "" {
		judge = None
	}
	learning.Gain, learning.Information, learning.TalkedOver, learning.Missed, learning.Patience = f("GAIN", 3), f("INFO", 4), f("OVER", .25), f("MISSED", .5), f("PAT", 4)
	o := Options{Tastes: Tastes(), Seeds: int(f("SEEDS", 4)), Lines: 4000, Judge: judge, Workers: 2}
	w := f("WELCOME", .66)
	o.Settings = []Setting{learner("L", 3, w, 50), learner("L200", 3, w, 200)}
	r, err := Run(t.Context(), o)
	if err != nil {
		t.Fatal(err)
	}
	for _, l := range strings.Split(r.String(), "\n") {
		if os.Getenv("LONG") != "" || !strings.Contains(l, " saw ") && !strings.HasPrefix(l, "mention-only") && !strings.Contains(l, "  mention-only") && !strings.Contains(l, "  default: one")&& !strings.Contains(l, "  best fixed: one") {
			fmt.Println(l)
		}
	}
}

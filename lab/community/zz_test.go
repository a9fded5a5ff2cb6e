package community

import (
	"fmt"
	"os"
	"strings"
	"testing"

	"familiar/policy/conversation"
)

func learner(name string) Setting {
	s := Setting{Name: name, Policy: conversation.Default()}
	s.Policy.Learning.On = true
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
	o := Options{Tastes: Tastes(), Seeds: int(f("SEEDS", 4)), Lines: 4000, Judge: judge, Workers: 2}
	o.Settings = []Setting{learner("L")}
	r, err := Run(t.Context(), o)
	if err != nil {
		t.Fatal(err)
	}
	for _, l := range strings.Split(r.String(), "\n") {
			fmt.Println(l)
	}
}

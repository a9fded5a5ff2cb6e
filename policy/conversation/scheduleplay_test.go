package conversation

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"familiar/messages"
	"familiar/policy/schedule"
)

// schedule gives a familiar one more schedule, by a reload, or tells what comes
// next.
func (p *player) schedule(text string) {
	if text == "" {
		for _, seat := range p.s.Status(p.now).Seats {
			if seat.Occasion != 0 {
				fmt.Fprintf(p.out, "> %s: %s in %v\n", seat.Familiar, seat.Schedule, seat.Occasion.Sub(p.now))
			}
		}
		return
	}
	spec, prompt, _ := strings.Cut(text, ": ")
	who, spec, _ := strings.Cut(spec, " ")
	name, spec, _ := strings.Cut(spec, " ")
	when, about, _ := strings.Cut(spec, " about ")
	rule := schedule.Rule{Name: name, Cron: when, Overdue: 10 * time.Minute, Prompt: prompt}
	if about != "" {
		rule.About = p.duration(about)
	}
	if silence, is := strings.CutPrefix(when, "silence "); is {
		rule.Cron, rule.Silence = "", p.duration(silence)
	}
	c := *p.config
	c.Seats = slices.Clone(c.Seats)
	for i := range c.Seats {
		seat := &c.Seats[i]
		if seat.Familiar != messages.FamiliarID(who) {
			continue
		}
		seat.Policy.Schedule = append(slices.Clone(seat.Policy.Schedule), rule)
		plans, err := schedule.New(seat.Policy.Schedule)
		if err != nil {
			p.t.Fatal(err)
		}
		seat.Schedule = plans
	}
	c.Generation++
	p.config = &c
	p.s.Use(p.config)
	p.step(messages.Reconfigured{Generation: c.Generation})
}

func (p *player) duration(text string) time.Duration {
	d, err := time.ParseDuration(text)
	if err != nil {
		p.t.Fatal(err)
	}
	return d
}

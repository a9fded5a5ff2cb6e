package conversation

import (
	"fmt"
	"strings"

	"familiar/messages"
	"familiar/policy/admission"
)

// openClaim does what a script says of claims, "ROLE CODE": the channel of
// roles is told of the code, and what comes of it is shared with the channel.
func (p *player) openClaim(said string) {
	role, code, _ := strings.Cut(said, " ")
	c := *p.config
	c.Claims = &admission.Claims{}
	p.held = New(messages.Roles, &c)
	p.stepRoles(messages.ClaimOpened{Sum: admission.Sum(code), Role: role})
}

// stepRoles steps the channel of roles, whose orders stand further in.
func (p *player) stepRoles(e Event) {
	for _, effect := range p.held.Step(p.now, e, nil) {
		switch o := effect.(type) {
		case messages.ShareRoles:
			c := *p.config
			c.Claims = p.held.Admission.Claims.Clone()
			p.config = &c
			p.s.Use(&c)
		case messages.Tell:
			p.step(o.Event)
		default:
			fmt.Fprintln(p.out, ">    roles:", strings.TrimPrefix(tell(effect), ": "))
		}
	}
}

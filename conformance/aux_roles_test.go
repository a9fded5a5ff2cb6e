package conformance

import (
	"fmt"
	"strings"

	"familiar/messages"
	"familiar/policy/admission"
)

type roleCase struct {
	Roles map[string]struct {
		Match       []string
		Permissions []string
	}
	Origin *struct {
		Kind, Adapter, Workspace, Chat string
		Author                         messages.PersonID `json:"lastInboundAuthorId"`
	}
	Role        admission.Role
	Permissions map[string]bool
}

// rightFor is the command of ours that stands for a permission of the source.
var rightFor = map[string]messages.Command{
	"channel.respond": messages.Wake,
	"session.control": messages.Stop,
	"session.admin":   admission.Reload,
}

var roles = cases("roles", []string{"role", "permissions"}, func(c *roleCase) (got, want string) {
	role, may, err := c.here()
	if err != nil {
		return err.Error(), "roles that make sense"
	}
	ours := map[string]bool{}
	for permission := range c.Permissions {
		ours[permission] = may.May(rightFor[permission])
	}
	return fmt.Sprint(role, ours), fmt.Sprint(c.Role, c.Permissions)
}, departure[roleCase]{
	name: "outside any channel", why: "the source also decides on input without a channel; ours has none",
	is: func(c *roleCase) bool { return c.Origin == nil },
}, departure[roleCase]{
	name: "what members and trusted people may", why: "the source lets members control a session and trusted people administer it; ours reserves stop for trusted people and reload for owners",
	is: func(c *roleCase) bool {
		usual := c.Roles[string(c.Role)].Permissions == nil
		return usual && (c.Role == admission.Member || c.Role == admission.Trusted)
	},
	ours: func(c *roleCase) {
		c.Permissions["session.admin"] = false
		c.Permissions["session.control"] = c.Role == admission.Trusted
	},
})

// here returns what the author is and may where the line comes from.
func (c *roleCase) here() (admission.Role, admission.Rights, error) {
	config, err := c.config()
	if err != nil {
		return "", 0, err
	}
	o := c.Origin
	dm := o.Workspace == "@dm"
	channel := messages.Channel{Network: network(o.Adapter), Workspace: strings.TrimPrefix(o.Workspace, "@dm"), Chat: o.Chat}
	if o.Kind == "tui" {
		channel = messages.Channel{Network: "terminal", Chat: "main"}
	}
	door := admission.NewDoor(&config, channel.ID(), false, nil)
	role, may := door.Role(o.Author, dm)
	return role, may, nil
}

// config returns the roles of the source as ours.
func (c *roleCase) config() (admission.Config, error) {
	config := admission.Default()
	config.Unlisted = admission.Guest // as there, whether anybody has a role or not
	for name, from := range c.Roles {
		holders := config.Roles[name]
		for _, text := range from.Match {
			rule, err := admission.ParseRule(text)
			if err != nil {
				return config, err
			}
			holders.Match = append(holders.Match, rule)
		}
		if from.Permissions != nil {
			holders.May = []messages.Command{}
			for _, permission := range from.Permissions {
				holders.May = append(holders.May, rightFor[permission])
			}
		}
		config.Roles[name] = holders
	}
	return config, config.Validate()
}

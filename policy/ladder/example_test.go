package ladder_test

import (
	"fmt"

	"familiar/messages"
	"familiar/policy/ladder"
)

// One line among several people, as the presets see it.
func ExampleDecide() {
	called := messages.MentionsUs | messages.Crowd
	goesOn := messages.CreditOn | messages.HasCredit | messages.Crowd
	chatter := messages.CreditOn | messages.Crowd
	for _, preset := range []string{"ladder", "social"} {
		config, _ := ladder.Preset(preset)
		for _, facts := range []messages.Facts{called, goesOn, chatter} {
			d := ladder.Decide(facts, &config)
			fmt.Println(preset, d.Act, "by", d.Rung)
		}
	}
	// Output:
	// ladder engage by mention
	// ladder engage by sticky
	// ladder observe by default
	// social engage by mention
	// social ask by sticky
	// social wait by rest
}
